import { Page } from '../parts/page.tsx'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { MessageList } from './message-list.tsx'
import { TestModeOnly } from './test-mode-only.tsx'

const LOOK_MS = 5_000

export function MessagesPage() {
  if (!isTest) return <TestModeOnly title="Messages" />
  return <Messages />
}

/** What would have been sent to phones and mailboxes. */
function Messages() {
  const { why } = useCan('sandbox')
  return (
    <Page
      title="Messages"
      intro={
        'In test mode nothing is sent to phones and mailboxes. What would have been sent stands ' +
        'here for seven days.'
      }
    >
      {why === undefined ? (
        <MessageList
          path="/sandbox/messages"
          label="Messages, newest first"
          everyMs={LOOK_MS}
          empty={{
            sentence:
              'Codes for identity checks, receipts and notices come here. Verify somebody, ' +
              'and the code is here at once.',
            curl: {
              method: 'POST',
              path: '/identity/verify',
              body: { type: 'BVN', number: '22222222222' },
            },
          }}
        />
      ) : (
        <p>{why}</p>
      )}
    </Page>
  )
}

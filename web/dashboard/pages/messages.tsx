import type { DataOf } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import type { EmptyProps } from '../parts/loaded.tsx'
import { Mail } from '../parts/mail.tsx'
import { OperatorFrame, Page, TestModeOnly } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Badge, Copy, Facts, None, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { useList } from '../use-list.ts'

const LOOK_MS = 5_000

export function MessagesPage() {
  if (!isTest) return <TestModeOnly title="Messages" />
  return <Messages />
}

/** Text messages and emails that the sandbox would have sent. */
function Messages() {
  const { why } = useCan('sandbox')
  return (
    <Page
      title="Messages"
      intro={
        'Test mode sends nothing to phones or mailboxes. The messages are shown here for ' +
        'seven days.'
      }
    >
      {why === undefined ? (
        <MessageList
          path="/sandbox/messages"
          label="Messages, newest first"
          everyMs={LOOK_MS}
          empty={{
            sentence:
              'Verification codes, receipts and notices appear here. Verify a person to get ' +
              'a code.',
            action: (
              <Go to={paths.verifications()} search={{ open: 'new' }}>
                Verify a person
              </Go>
            ),
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

/**
 * Emails about logins, if no mail server is configured. Not polled: each request needs a password
 * that was entered within five minutes.
 */
export function OperatorMessagesPage() {
  return (
    <OperatorFrame
      title="Outgoing mail"
      intro={
        'Invitations and password resets that could not be sent, because no mail server is ' +
        'configured. Anyone with such a link can sign in: give it only to the person it is ' +
        'for.'
      }
    >
      <MessageList
        path="/operator/messages"
        label="Outgoing mail, newest first"
        empty={{
          sentence:
            'Invitations and password resets appear here. If a mail server is configured ' +
            '(COWRIE_SMTP_URL), they are sent instead.',
        }}
      />
    </OperatorFrame>
  )
}

type Message = DataOf<'GET', '/sandbox/messages'>[number]
type Props = {
  /** For a business in test mode, or for the service. */
  path: '/sandbox/messages' | '/operator/messages'
  label: string
  empty: EmptyProps
  /** Without it, a button reloads the list. */
  everyMs?: number
}

const CHANNELS: Record<Message['channel'], { tone: Tone; text: string }> = {
  sms: { tone: 'wait', text: 'Text message' },
  email: { tone: 'plain', text: 'Email' },
}

/** A list of messages, and one of them opened. */
function MessageList({ path, label, empty, everyMs }: Props) {
  const list = useList(path, { everyMs })
  const search = useSearch()
  const setSearch = useSetSearch()
  const open = list.data?.data.find(({ id }) => id === search.message)
  return (
    <>
      {everyMs === undefined && (
        <div>
          <Button isSmall isBusy={list.isBusy} onClick={list.again}>
            Refresh
          </Button>
        </div>
      )}
      <DataList
        list={list}
        label={label}
        columns={COLUMNS}
        to={path === '/sandbox/messages' ? paths.messages : paths.operatorMessages}
        search={({ id }) => ({ ...search, message: id })}
        empty={empty}
      />
      {open && <MessageDialog of={open} onClose={() => void setSearch({ message: undefined })} />}
    </>
  )
}

const COLUMNS: Column<Message>[] = [
  { title: 'To', width: '200px', cell: ({ to }) => to },
  { title: 'Kind', cell: ({ channel }) => <Badge state={channel} of={CHANNELS} /> },
  { title: 'Subject', cell: ({ subject, text }) => subject ?? text },
  {
    title: 'Code',
    width: '112px',
    cell: ({ otp }) => (otp === null ? <None /> : <Copy text={otp} />),
  },
  { title: 'When', isEnd: true, cell: ({ created_at }) => <Time at={created_at} /> },
]

function MessageDialog({ of: message, onClose }: { of: Message; onClose: () => void }) {
  const { channel, to, subject, text, html, otp, created_at } = message
  const asText = <pre className="email">{text}</pre>
  return (
    <Dialog title={subject ?? CHANNELS[channel].text} isWide onClose={onClose}>
      <Facts
        of={{ To: to, When: <Time at={created_at} as="full" />, Code: otp && <Copy text={otp} /> }}
      />
      {html === null ? (
        asText
      ) : (
        <Tabs
          label="View as"
          name="as"
          of={{
            mail: { title: 'Email', content: <Mail title={subject ?? 'Email'} html={html} /> },
            text: { title: 'Text', content: asText },
          }}
        />
      )}
    </Dialog>
  )
}

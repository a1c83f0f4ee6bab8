import type { DataOf } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { EmptyProps } from '../parts/loaded.tsx'
import { Mail } from '../parts/mail.tsx'
import { OperatorFrame, Page, TestModeOnly } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Badge, Copy, Facts, None, Time, type Tone } from '../parts/values.tsx'
import { isTest, useCan } from '../session.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { useList } from '../use-list.ts'

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

/**
 * Emails that open logins, where no mail server takes them. Not read again by itself: each reading
 * wants the password of the last five minutes.
 */
export function OperatorMessagesPage() {
  return (
    <OperatorFrame
      title="Emails"
      intro={
        'Invitations and new passwords that no mail server has taken, because none is ' +
        'set up. Whoever has such an email can sign in with it: give it to the person it ' +
        'is for, and to nobody else.'
      }
    >
      <MessageList
        path="/operator/messages"
        label="Emails, newest first"
        empty={{
          sentence:
            'Invite somebody, or ask for a new password, and the email stands here. ' +
            'With a mail server set up (COWRIE_SMTP_URL) it is mailed instead.',
        }}
      />
    </OperatorFrame>
  )
}

type Message = DataOf<'GET', '/sandbox/messages'>[number]
type Props = {
  /** Of a business in test mode, or of the house. */
  path: '/sandbox/messages' | '/operator/messages'
  label: string
  empty: EmptyProps
  /** Without it, somebody asks for the newest. */
  everyMs?: number
}

const CHANNELS: Record<Message['channel'], { tone: Tone; text: string }> = {
  sms: { tone: 'wait', text: 'Text message' },
  email: { tone: 'plain', text: 'Mail' },
}

/** What was not sent to phones and mailboxes, and one of it opened. */
function MessageList({ path, label, empty, everyMs }: Props) {
  const list = useList(path, { everyMs })
  const { message: openId } = useSearch()
  const setSearch = useSetSearch()
  const open = list.data?.data.find(({ id }) => id === openId)
  return (
    <>
      {everyMs === undefined && (
        <div>
          <Button isSmall isBusy={list.isBusy} onClick={list.again}>
            Look again
          </Button>
        </div>
      )}
      <DataList
        list={list}
        label={label}
        columns={columns((id) => void setSearch({ message: id }))}
        empty={empty}
      />
      {open && <MessageDialog of={open} onClose={() => void setSearch({ message: undefined })} />}
    </>
  )
}

function columns(onRead: (id: string) => void): Column<Message>[] {
  return [
    { title: 'To', width: '200px', cell: ({ to }) => to },
    { title: 'Kind', cell: ({ channel }) => <Badge state={channel} of={CHANNELS} /> },
    { title: 'What', cell: ({ subject, text }) => subject ?? text },
    {
      title: 'Code',
      width: '112px',
      cell: ({ otp }) => (otp === null ? <None /> : <Copy text={otp} />),
    },
    { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: ({ id, subject, to }) => (
        <Button isSmall aria-label={`Read: ${subject ?? to}`} onClick={() => onRead(id)}>
          Read
        </Button>
      ),
    },
  ]
}

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
          label="Ways to see it"
          name="as"
          of={{
            mail: { title: 'As a mail', content: <Mail title={subject ?? 'Mail'} html={html} /> },
            text: { title: 'As text', content: asText },
          }}
        />
      )}
    </Dialog>
  )
}

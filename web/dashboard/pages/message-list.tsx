import type { DataOf } from '../api.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog } from '../parts/dialog.tsx'
import type { EmptyProps } from '../parts/empty.tsx'
import { Facts } from '../parts/facts.tsx'
import { Mail } from '../parts/mail.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { useSearch, useSetSearch } from '../url.ts'
import { useList } from '../use-list.ts'

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
export function MessageList({ path, label, empty, everyMs }: Props) {
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
        rowKey={({ id }) => id}
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
      cell: ({ otp }) => (otp === null ? <span className="faint">–</span> : <Copy text={otp} />),
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
  const asText = <pre className="letter">{text}</pre>
  return (
    <Dialog title={subject ?? CHANNELS[channel].text} isOpen isWide onClose={onClose}>
      <Facts
        of={{
          To: to,
          When: <Time at={created_at} as="full" />,
          Code: otp && <Copy text={otp} />,
        }}
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

import { type DataOf, post } from '../api.ts'
import { count } from '../naira.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { ConfirmButton } from '../parts/dialog.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { OperatorFrame } from '../parts/page.tsx'
import { Badge, Copy, Time, type Tone } from '../parts/values.tsx'
import { wordsOf } from '../states.ts'
import { useList } from '../use-list.ts'

type Notification = DataOf<'GET', '/operator/notifications'>[number]

const NOTIFICATIONS = '/operator/notifications'
const VERDICTS: Record<Notification['verdict'], { tone: Tone; text: string }> = {
  due: { tone: 'wait', text: 'Not processed yet' },
  credited: { tone: 'good', text: 'Credited' },
  suspended: { tone: 'wait', text: 'In suspense' },
  quarantined: { tone: 'bad', text: 'Quarantined' },
  enquired: { tone: 'good', text: 'Querying provider' },
  not_found: { tone: 'warn', text: 'Unknown to provider' },
  ignored: { tone: 'plain', text: 'Not needed' },
}

/** Notifications that live providers sent, and their verdicts. */
export function NotificationsPage() {
  return (
    <OperatorFrame
      title="Notifications"
      intro={
        'The notifications of live providers in the last 30 days, and their results. The ' +
        'content is stored encrypted and is not shown.'
      }
    >
      <Notifications />
    </OperatorFrame>
  )
}

function Notifications() {
  const filters = useFilters([
    { kind: 'search', name: 'rail', label: 'Provider', placeholder: 'Provider name' },
    { kind: 'select', name: 'verdict', label: 'Result', options: wordsOf(VERDICTS) },
  ])
  const list = useList(NOTIFICATIONS, { query: filters.query })
  return (
    <>
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Notifications, newest first"
        columns={COLUMNS}
        empty={{
          sentence:
            'Notifications from providers appear here, such as incoming transfers and ' +
            'failed payouts. There are none yet. Test mode stores none.',
        }}
      />
    </>
  )
}

const COLUMNS: Column<Notification>[] = [
  {
    title: 'Provider',
    cell: ({ rail }) => <span className="strong">{rail}</span>,
  },
  { title: 'Result', cell: ({ verdict }) => <Badge state={verdict} of={VERDICTS} /> },
  { title: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
  { title: 'Processed', cell: ({ judged_at }) => <Time at={judged_at} none="Not yet" /> },
  { title: 'Attempts', isEnd: true, cell: ({ tries }) => count(tries) },
  { title: 'Id', width: '210px', cell: ({ id }) => <Copy text={id} /> },
  {
    title: 'Actions',
    isActions: true,
    isEnd: true,
    cell: ({ id, rail, verdict }) => (
      <ConfirmButton
        text="Process again"
        title={`Process this notification of ${rail} again`}
        why={verdict === 'due' ? 'It will be processed soon.' : undefined}
        isSmall
        work={() => post(`${NOTIFICATIONS}/{id}/replay`, { params: { id } })}
        done="It will be processed within seconds."
        refresh={[NOTIFICATIONS]}
      >
        <p>The notification is processed as if it had just arrived. Nothing is booked twice.</p>
      </ConfirmButton>
    ),
  },
]

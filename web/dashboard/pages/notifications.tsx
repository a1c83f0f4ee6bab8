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
  due: { tone: 'wait', text: 'Not judged yet' },
  credited: { tone: 'good', text: 'Credited' },
  suspended: { tone: 'wait', text: 'For nobody yet' },
  quarantined: { tone: 'bad', text: 'Put aside' },
  enquired: { tone: 'good', text: 'Asked about' },
  not_found: { tone: 'warn', text: 'Provider knows nothing of it' },
  ignored: { tone: 'plain', text: 'Of no use' },
}

/** What providers of live mode sent of their own accord, and what came of it. */
export function NotificationsPage() {
  return (
    <OperatorFrame
      title="Notifications"
      intro={
        'What providers of live mode sent in the last thirty days, and what came of it. What ' +
        'they wrote is kept sealed and not shown.'
      }
    >
      <Notifications />
    </OperatorFrame>
  )
}

function Notifications() {
  const filters = useFilters([
    { kind: 'search', name: 'rail', label: 'Provider', placeholder: 'Name of a provider' },
    { kind: 'select', name: 'verdict', label: 'What came of it', options: wordsOf(VERDICTS) },
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
            'What a provider tells of its own accord stands here: money that came, transfers ' +
            'that failed. None has come. In test mode nothing of this is kept.',
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
  { title: 'What came of it', cell: ({ verdict }) => <Badge state={verdict} of={VERDICTS} /> },
  { title: 'Came', cell: ({ received_at }) => <Time at={received_at} /> },
  { title: 'Judged', cell: ({ judged_at }) => <Time at={judged_at} none="Not yet" /> },
  { title: 'Tries', isEnd: true, cell: ({ tries }) => count(tries) },
  { title: 'Id', width: '210px', cell: ({ id }) => <Copy text={id} /> },
  {
    title: 'Actions',
    isActions: true,
    isEnd: true,
    cell: ({ id, rail, verdict }) => (
      <ConfirmButton
        text="Judge again"
        title={`Judge this notification of ${rail} again`}
        why={verdict === 'due' ? 'It is judged soon.' : undefined}
        isSmall
        work={() => post(`${NOTIFICATIONS}/{id}/replay`, { params: { id } })}
        done="It is judged again within seconds."
        refresh={[NOTIFICATIONS]}
      >
        <p>
          It is read and judged as if it had come now. Nothing is booked twice: what was credited is
          found again.
        </p>
      </ConfirmButton>
    ),
  },
]

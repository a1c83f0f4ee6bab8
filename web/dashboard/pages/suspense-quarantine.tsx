import type { DataOf } from '../api.ts'
import { useChoice } from '../parts/choices.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog, rowDialog } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { Badge, Code, Copy, Facts, None, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { mode as shownMode } from '../place.ts'
import { useList } from '../use-list.ts'
import { MODES } from './operator-words.ts'

type Quarantined = DataOf<'GET', '/operator/quarantine'>[number]

/** The id that the service has in place of a business. */
const HOUSE = '00000000-0000-7000-8000-000000000000'
const REASONS: Record<Quarantined['reason'], { tone: Tone; text: string }> = {
  altered: { tone: 'bad', text: 'Conflicting details' },
  unreadable: { tone: 'warn', text: 'Unreadable' },
}
const INTROS: Record<Quarantined['reason'], string> = {
  altered:
    'The second report, with the sender’s account masked. The first report stays booked. If ' +
    'the second one is right, the bank must send a new notification.',
  unreadable:
    'The notification as received. Nothing was booked. The bank must send it again in a ' +
    'readable form.',
}

/** Notifications of banks that were not booked. */
export function Quarantine() {
  const mode = useChoice('mode', MODES, shownMode)
  const list = useList('/operator/quarantine', { query: { mode } })
  return (
    <DataList
      list={list}
      label="Quarantined notifications, newest first"
      columns={COLUMNS}
      empty={{
        sentence:
          'Unreadable notifications, and those that conflict with an earlier one, appear ' +
          `here. They are never booked. There are none in ${mode} mode.`,
      }}
    />
  )
}

const COLUMNS: Column<Quarantined>[] = [
  { title: 'Reason', cell: ({ reason }) => <Badge state={reason} of={REASONS} /> },
  { title: 'Provider', cell: ({ rail }) => rail },
  {
    title: 'Session id',
    cell: ({ session_id }) => (session_id === null ? <None /> : <Copy text={session_id} />),
  },
  { title: 'Received', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Business',
    cell: ({ business_id }) =>
      business_id === HOUSE ? (
        <span className="faint">None</span>
      ) : (
        <Go to={paths.business(business_id)}>Open</Go>
      ),
  },
  rowDialog({
    text: 'View',
    label: ({ id }) => `View ${id}`,
    dialog: (item, close) => <ContentDialog of={item} onClose={close} />,
  }),
]

function ContentDialog({ of, onClose }: { of: Quarantined; onClose: () => void }) {
  return (
    <Dialog title="Content" intro={INTROS[of.reason]} isWide onClose={onClose}>
      <Facts of={{ Came: <Time at={of.created_at} as="full" />, Id: <Copy text={of.id} /> }} />
      <Code text={of.content} label="Content" />
    </Dialog>
  )
}

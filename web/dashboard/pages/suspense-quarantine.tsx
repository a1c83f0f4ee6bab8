import type { DataOf } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog, rowDialog } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { useChoice } from '../parts/tabs.tsx'
import { Badge, Code, Copy, Facts, None, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { mode as shownMode } from '../place.ts'
import { useList } from '../use-list.ts'
import { MODES } from './operator-words.ts'

type Quarantined = DataOf<'GET', '/operator/quarantine'>[number]

/** Of the house, which is no business. */
const HOUSE = '00000000-0000-7000-8000-000000000000'
const REASONS: Record<Quarantined['reason'], { tone: Tone; text: string }> = {
  altered: { tone: 'bad', text: 'Told twice, and differently' },
  unreadable: { tone: 'warn', text: 'Could not be read' },
}
const INTROS: Record<Quarantined['reason'], string> = {
  altered:
    'As it came the second time, with the account of the sender masked. What was ' +
    'told first stays booked; where this one is right, the bank must send a new ' +
    'notification.',
  unreadable: 'As it came. Nothing is booked of it: the bank must send one that can be read.',
}

/** What a bank told and nobody booked. */
export function Quarantine() {
  const mode = useChoice('mode', MODES, shownMode)
  const list = useList('/operator/quarantine', { query: { mode } })
  return (
    <DataList
      list={list}
      label="What was put aside, newest first"
      columns={COLUMNS}
      empty={{
        sentence:
          'Notifications of a bank that cannot be read, or that tell of the same ' +
          'transfer differently, are put aside here and never booked. There is none ' +
          `in ${mode} mode.`,
      }}
    />
  )
}

const COLUMNS: Column<Quarantined>[] = [
  { title: 'Why', cell: ({ reason }) => <Badge state={reason} of={REASONS} /> },
  { title: 'Rail', cell: ({ rail }) => rail },
  {
    title: 'Session id',
    cell: ({ session_id }) => (session_id === null ? <None /> : <Copy text={session_id} />),
  },
  { title: 'Came', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Business',
    cell: ({ business_id }) =>
      business_id === HOUSE ? (
        <span className="faint">Nobody’s</span>
      ) : (
        <Go to={paths.business(business_id)}>Open</Go>
      ),
  },
  rowDialog({
    text: 'Look',
    label: ({ id }) => `Look at ${id}`,
    dialog: (item, close) => <ContentDialog of={item} onClose={close} />,
  }),
]

function ContentDialog({ of, onClose }: { of: Quarantined; onClose: () => void }) {
  return (
    <Dialog title="What came" intro={INTROS[of.reason]} isWide onClose={onClose}>
      <Facts of={{ Came: <Time at={of.created_at} as="full" />, Id: <Copy text={of.id} /> }} />
      <Code text={of.content} label="What came" />
    </Dialog>
  )
}

import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { useChoice } from '../parts/choices.tsx'
import { Code } from '../parts/code.tsx'
import { Copy } from '../parts/copy.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Time } from '../parts/time.tsx'
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
  const [open, setOpen] = useState<Quarantined | null>(null)
  const list = useList('/operator/quarantine', { query: { mode } })
  return (
    <>
      <DataList
        list={list}
        label="What was put aside, newest first"
        columns={columns(setOpen)}
        rowKey={({ id }) => id}
        empty={{
          sentence:
            'Notifications of a bank that cannot be read, or that tell of the same ' +
            'transfer differently, are put aside here and never booked. There is none ' +
            `in ${mode} mode.`,
        }}
      />
      {open && <ContentDialog of={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function columns(onOpen: (item: Quarantined) => void): Column<Quarantined>[] {
  return [
    { title: 'Why', cell: ({ reason }) => <Badge state={reason} of={REASONS} /> },
    { title: 'Rail', cell: ({ rail }) => rail },
    {
      title: 'Session id',
      cell: ({ session_id }) =>
        session_id === null ? <span className="faint">–</span> : <Copy text={session_id} />,
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
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (item) => (
        <Button isSmall aria-label={`Look at ${item.id}`} onClick={() => onOpen(item)}>
          Look
        </Button>
      ),
    },
  ]
}

function ContentDialog({ of, onClose }: { of: Quarantined; onClose: () => void }) {
  return (
    <Dialog title="What came" intro={INTROS[of.reason]} isOpen isWide onClose={onClose}>
      <Facts of={{ Came: <Time at={of.created_at} as="full" />, Id: <Copy text={of.id} /> }} />
      <Code text={of.content} label="What came" />
    </Dialog>
  )
}

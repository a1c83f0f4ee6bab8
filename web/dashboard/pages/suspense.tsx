import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { Copy } from '../parts/copy.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { mode as shownMode } from '../place.ts'
import { wordsOf } from '../states.ts'
import { useFilters } from '../use-filters.ts'
import { useList } from '../use-list.ts'
import { HousePage } from './house-page.tsx'
import { MODES } from './operator-words.ts'
import { AssignDialog } from './suspense-dialog.tsx'
import { Quarantine } from './suspense-quarantine.tsx'

export type Suspended = DataOf<'GET', '/operator/suspense'>[number]

const ASSIGNED = 'It is assigned already.'
const STATES: Record<Suspended['state'], { tone: Tone; text: string }> = {
  open: { tone: 'wait', text: 'For nobody yet' },
  assigned: { tone: 'good', text: 'Assigned' },
}

/** Money that came for nobody here, and to whom it is given. */
export function SuspensePage() {
  return (
    <HousePage
      title="Suspense"
      intro={
        'Money that came for account numbers which nobody here has. Find out whom it was ' +
        'meant for, and give it to that account, once.'
      }
      actions={<Choices label="Mode" name="mode" of={MODES} first={shownMode} />}
    >
      <Tabs
        label="What came and could not be booked"
        of={{
          suspense: { title: 'Suspense', content: <Suspense /> },
          quarantine: { title: 'Put aside', content: <Quarantine /> },
        }}
      />
    </HousePage>
  )
}

function Suspense() {
  const mode = useChoice('mode', MODES, shownMode)
  const [assigning, setAssigning] = useState<Suspended | null>(null)
  const filters = useFilters([
    { kind: 'select', name: 'state', label: 'State', options: wordsOf(STATES) },
  ])
  const list = useList('/operator/suspense', { query: { mode, ...filters.query } })
  return (
    <>
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Money for nobody, newest first"
        columns={columns(setAssigning)}
        rowKey={({ id }) => id}
        empty={{
          sentence:
            mode === 'live'
              ? 'When the bank tells of money for an account number that nobody here ' +
                'has, it stands here. None has come in live mode.'
              : 'When the bank tells of money for an account number that nobody here ' +
                'has, it stands here. None has come in test mode, where the sandbox ' +
                'pays into account numbers of yours alone.',
        }}
      />
      {assigning && <AssignDialog of={assigning} onClose={() => setAssigning(null)} />}
    </>
  )
}

function columns(onAssign: (credit: Suspended) => void): Column<Suspended>[] {
  return [
    {
      title: 'From',
      cell: ({ sender_name, sender_account_number, narration }) => (
        <span>
          <span className="strong">{sender_name}</span>{' '}
          <span className="faint">{sender_account_number}</span>
          {narration && <div className="faint">{narration}</div>}
        </span>
      ),
    },
    { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
    { title: 'To', width: '140px', cell: ({ account_number }) => <Copy text={account_number} /> },
    { title: 'Arrived', cell: ({ received_at }) => <Time at={received_at} /> },
    {
      title: 'State',
      cell: ({ state, assigned_account_number, assigned_by, assigned_at }) => (
        <span>
          <Badge state={state} of={STATES} />
          {state === 'assigned' && (
            <div className="faint">
              to {assigned_account_number} by {assigned_by}, <Time at={assigned_at} />
            </div>
          )}
        </span>
      ),
    },
    { title: 'Session id', width: '210px', cell: ({ session_id }) => <Copy text={session_id} /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (credit) => (
        <Button
          isSmall
          why={credit.state === 'assigned' ? ASSIGNED : undefined}
          aria-label={`Assign the money of ${credit.sender_name}`}
          onClick={() => onAssign(credit)}
        >
          Assign
        </Button>
      ),
    },
  ]
}

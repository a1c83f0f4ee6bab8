import { ApiError, type DataOf, post } from '../api.ts'
import { naira } from '../naira.ts'
import { Choices, useChoice } from '../parts/choices.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog, rowDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Go } from '../parts/go.tsx'
import { OperatorFrame } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Badge, Copy, Facts, Money, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { mode as shownMode } from '../place.ts'
import { wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { MODES } from './operator-words.ts'
import { Quarantine } from './suspense-quarantine.tsx'

type Suspended = DataOf<'GET', '/operator/suspense'>[number]

const ASSIGNED = 'Already assigned.'
const STATES: Record<Suspended['state'], { tone: Tone; text: string }> = {
  open: { tone: 'wait', text: 'Unassigned' },
  assigned: { tone: 'good', text: 'Assigned' },
}

/** Transfers to unknown account numbers, and their assignment. */
export function SuspensePage() {
  return (
    <OperatorFrame
      title="Suspense"
      intro={
        'Transfers to account numbers that belong to no one here. Find out who each was ' +
        'for, and assign it to that account.'
      }
      actions={<Choices label="Mode" name="mode" of={MODES} first={shownMode} />}
    >
      <Tabs
        label="Transfers that could not be booked"
        of={{
          suspense: { title: 'Suspense', content: <Suspense /> },
          quarantine: { title: 'Quarantine', content: <Quarantine /> },
        }}
      />
    </OperatorFrame>
  )
}

function Suspense() {
  const mode = useChoice('mode', MODES, shownMode)
  const filters = useFilters([
    { kind: 'select', name: 'state', label: 'Status', options: wordsOf(STATES) },
  ])
  const list = useList('/operator/suspense', { query: { mode, ...filters.query } })
  return (
    <>
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Unassigned transfers, newest first"
        columns={COLUMNS}
        empty={{
          sentence:
            'Transfers to unknown account numbers appear here. There are none in ' +
            `${mode} mode.`,
          ...(mode === 'test' && {
            action: <Go to={paths.sandbox()}>Send one from the sandbox</Go>,
          }),
        }}
      />
    </>
  )
}

const COLUMNS: Column<Suspended>[] = [
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
    title: 'Status',
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
  rowDialog({
    text: 'Assign',
    label: ({ sender_name }) => `Assign the transfer from ${sender_name}`,
    why: ({ state }) => (state === 'assigned' ? ASSIGNED : undefined),
    dialog: (credit, close) => <AssignDialog of={credit} onClose={close} />,
  }),
]

const NUMBER = /^\d{10}$/

/** Assigns a transfer to an account. It cannot be undone here. */
function AssignDialog({ of, onClose }: { of: Suspended; onClose: () => void }) {
  const typed = useField('account_number', '')
  const number = typed.value.replaceAll(/\D/g, '')
  const isWhole = NUMBER.test(number)
  const { data, error } = useGet('/operator/suspense/{id}/holder', {
    params: { id: of.id },
    query: { account_number: number },
    isOff: !isWhole,
  })
  // The loaded answer may be about another number.
  const holder = isWhole && data?.account_number === number ? data : null
  const assign = useFormAction(
    () =>
      post('/operator/suspense/{id}/assign', {
        params: { id: of.id },
        body: { account_number: number, ...(holder && { business_id: holder.business_id }) },
      }),
    {
      done: `${naira(of.amount)} assigned to ${holder?.name}, account ${number}.`,
      refresh: ['/operator/suspense'],
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title="Assign transfer"
      intro={
        'It is booked as a deposit to this account, and the business receives its events. ' +
        'You cannot undo this here.'
      }
      onClose={onClose}
    >
      <Facts
        of={{
          Amount: <Money kobo={of.amount} isStrong />,
          From: `${of.sender_name}, ${of.sender_account_number}`,
          'Sent to': of.account_number,
          Narration: of.narration || null,
          Arrived: <Time at={of.received_at} as="full" />,
        }}
      />
      <ActionForm
        action={assign}
        submit={['Assign', naira(of.amount), 'to', holder?.name, 'at', holder?.business_name]}
        why={holder === null ? 'Enter an account number of a customer or wallet here.' : undefined}
        onCancel={onClose}
      >
        <TextField
          {...typed}
          label="Intended account number"
          help="A dedicated account of a customer, or the account of a wallet."
          inputMode="numeric"
          autoComplete="off"
          autoFocus
        />
        <p className="holder" role="status" data-known={holder === null ? undefined : ''}>
          {holder !== null && (
            <>
              {KINDS[holder.kind]} {holder.name} at {holder.business_name}
            </>
          )}
          {holder === null && isWhole && (error ? sentenceOf(error) : 'Looking up …')}
          {!isWhole && 'The holder’s name appears here.'}
        </p>
      </ActionForm>
    </Dialog>
  )
}

const KINDS = { dedicated: 'Dedicated account of', wallet: 'Wallet of' }

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The lookup failed.'
}

import { type DataOf, post } from '../api.ts'
import { count, naira } from '../naira.ts'
import { type Column, DataList, DataTable } from '../parts/data-list.tsx'
import { Dialog, rowDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Copy, Money, Time, type Tone } from '../parts/values.tsx'
import { wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useNumberedList } from '../use-list.ts'

type Kind = Exception['class']
type Sum = { kind: Kind; sides: Report['theirs']['total']; where: string }

const EXCEPTIONS = '/operator/reconciliation/exceptions'
const NOTE_LENGTH_MAX = 1_000

/** Differences between statements and books, by class and one by one. */
export function Exceptions({ of: report }: { of: Report }) {
  const { mode, rail } = report
  const filters = useFilters([
    { kind: 'select', name: 'class', label: 'Kind', options: wordsOf(CLASSES) },
  ])
  const list = useNumberedList<Exception>(EXCEPTIONS, { mode, rail, ...filters.query })
  return (
    <>
      <Section title="By kind" intro="Including closed ones.">
        <DataTable
          label="Exceptions by kind"
          columns={SUMS}
          rows={sumsOf(report)}
          rowKey={({ kind }) => kind}
        />
      </Section>
      <Section
        title="Open exceptions"
        intro={
          'Oldest first. Most close automatically when a later statement or notification ' +
          'brings the missing entry.'
        }
      >
        <Filters of={filters} />
        <DataList
          list={list}
          filters={filters}
          label="Open exceptions, oldest first"
          columns={COLUMNS}
          empty={{
            sentence: 'Differences between bank statements and books appear here. There are none.',
          }}
        />
      </Section>
    </>
  )
}

function sumsOf({ theirs, ours }: Report): Sum[] {
  return [
    { kind: 'theirs_only', sides: theirs.theirs_only, where: 'bank lines' },
    { kind: 'ours_only', sides: ours.ours_only, where: 'our entries' },
    { kind: 'wrong_amount', sides: theirs.wrong_amount, where: 'bank lines' },
    { kind: 'duplicate', sides: theirs.duplicate, where: 'bank lines' },
  ]
}

const SUMS: Column<Sum>[] = [
  {
    title: 'Kind',
    cell: ({ kind, where }) => (
      <span>
        <span className="strong">{CLASSES[kind].text}</span>
        <span className="faint"> {where}</span>
      </span>
    ),
  },
  { title: 'In', isEnd: true, cell: ({ sides }) => count(sides.credit.count) },
  { title: 'Amount in', isEnd: true, cell: ({ sides }) => <Money kobo={sides.credit.amount} /> },
  { title: 'Out', isEnd: true, cell: ({ sides }) => count(sides.debit.count) },
  { title: 'Amount out', isEnd: true, cell: ({ sides }) => <Money kobo={sides.debit.amount} /> },
]

const COLUMNS: Column<Exception>[] = [
  {
    title: 'Description',
    cell: ({ class: kind, next }) => (
      <span>
        <Badge state={kind} of={CLASSES} />
        <div className="faint exception-next">{next}</div>
      </span>
    ),
  },
  { title: 'Direction', cell: ({ direction }) => DIRECTIONS[direction] },
  { title: 'Bank', isEnd: true, cell: ({ bank_amount }) => <Money kobo={bank_amount} /> },
  { title: 'Books', isEnd: true, cell: ({ our_amount }) => <Money kobo={our_amount} /> },
  { title: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
  { title: 'Session id', width: '190px', cell: ({ session_id }) => <Copy text={session_id} /> },
  rowDialog({
    text: 'Close',
    label: ({ id }) => `Close exception ${id}`,
    dialog: (exception, close) => <CloseDialog of={exception} onClose={close} />,
  }),
]

const amountOf = ({ bank_amount, our_amount }: Exception) => bank_amount ?? our_amount ?? 0
const WAYS = { credit: 'received', debit: 'sent' }

/** Permanently closes an exception; the note names the operator. */
function CloseDialog({ of, onClose }: { of: Exception; onClose: () => void }) {
  const note = useField('note', '')
  const close = useFormAction(
    () => post(`${EXCEPTIONS}/{id}/close`, { params: { id: of.id }, body: { note: note.value } }),
    { done: 'Exception closed.', refresh: ['/operator/reconciliation'], onDone: onClose },
  )
  return (
    <Dialog
      title="Close exception"
      intro={
        'Use this if nothing more is to be done. It is closed permanently, and nothing is ' +
        'booked.'
      }
      isWide
      onClose={onClose}
    >
      <p>{of.next}</p>
      {of.first !== null && (
        <p>
          The earlier line is <Copy text={of.first} />.
        </p>
      )}
      <ActionForm
        action={close}
        submit={['Close', naira(amountOf(of)), WAYS[of.direction], 'at', of.rail]}
        why={note.value.trim() === '' ? 'Enter a reason.' : undefined}
        onCancel={onClose}
      >
        <TextField
          {...note}
          label="Reason"
          help="Stored with your email address."
          maxLength={NOTE_LENGTH_MAX}
        />
      </ActionForm>
    </Dialog>
  )
}

// Labels of reconciliation.

export type Report = DataOf<'GET', '/operator/reconciliation'>[number]
type Exception = DataOf<'GET', '/operator/reconciliation/exceptions'>[number]

const CLASSES: Record<Exception['class'], { tone: Tone; text: string }> = {
  theirs_only: { tone: 'bad', text: 'Only at the bank' },
  ours_only: { tone: 'bad', text: 'Only in the books' },
  wrong_amount: { tone: 'bad', text: 'Amounts differ' },
  duplicate: { tone: 'warn', text: 'Duplicate' },
}

const DIRECTIONS: Record<Exception['direction'], string> = {
  credit: 'In',
  debit: 'Out',
}

/** Shown if a sum is wrong. That is a fault of the service, not of the bank. */
export const TIES: Record<keyof Report['ties'], string> = {
  theirs: 'Bank lines do not equal matches plus exceptions.',
  ours: 'Our entries do not equal matches plus exceptions.',
  pairs: 'The matched totals of both sides differ.',
  balances: 'The statement balances do not follow from their lines.',
  ledger: 'The ledger balance at the bank is not the sum of our entries.',
}

export function keyOf({ mode, rail }: Pick<Report, 'mode' | 'rail'>): string {
  return `${mode} ${rail}`
}

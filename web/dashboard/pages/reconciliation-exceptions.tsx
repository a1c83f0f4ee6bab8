import { useState } from 'react'
import { post } from '../api.ts'
import { count, naira } from '../naira.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { type Column, DataList, DataTable } from '../parts/data-list.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Filters } from '../parts/filters.tsx'
import { FinalButton } from '../parts/final-button.tsx'
import { Form } from '../parts/form.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { wordsOf } from '../states.ts'
import { useAction } from '../use-action.ts'
import { useFilters } from '../use-filters.ts'
import { CLASSES, DIRECTIONS, type Exception, type Report } from './reconciliation-words.ts'
import { useNumbered } from './use-numbered.ts'

type Kind = Exception['class']
type Sum = { kind: Kind; sides: Report['theirs']['total']; where: string }

const EXCEPTIONS = '/operator/reconciliation/exceptions'
const NOTE_LENGTH_MAX = 1_000

/** What one side says and the other does not, by kind and one by one. */
export function Exceptions({ of: report }: { of: Report }) {
  const { mode, rail } = report
  const [closing, setClosing] = useState<Exception | null>(null)
  const filters = useFilters([
    { kind: 'select', name: 'class', label: 'Kind', options: wordsOf(CLASSES) },
  ])
  const list = useNumbered<Exception>(EXCEPTIONS, { mode, rail, ...filters.query })
  return (
    <>
      <Section title="By kind" intro="With those that somebody has closed.">
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
          'The oldest first. Most go away by themselves, when a later statement or ' +
          'notification brings what was missing.'
        }
      >
        <Filters of={filters} />
        <DataList
          list={list}
          filters={filters}
          label="Open exceptions, the oldest first"
          columns={columns(setClosing)}
          rowKey={({ id }) => id}
          empty={{
            sentence:
              'What the bank and the books do not agree on stands here. They agree on everything.',
          }}
        />
      </Section>
      {closing && <CloseDialog of={closing} onClose={() => setClosing(null)} />}
    </>
  )
}

function sumsOf({ theirs, ours }: Report): Sum[] {
  return [
    { kind: 'theirs_only', sides: theirs.theirs_only, where: 'lines of the bank' },
    { kind: 'ours_only', sides: ours.ours_only, where: 'movements of ours' },
    { kind: 'wrong_amount', sides: theirs.wrong_amount, where: 'lines of the bank' },
    { kind: 'duplicate', sides: theirs.duplicate, where: 'lines of the bank' },
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
  { title: 'Came in', isEnd: true, cell: ({ sides }) => count(sides.credit.count) },
  { title: 'Amount in', isEnd: true, cell: ({ sides }) => <Money kobo={sides.credit.amount} /> },
  { title: 'Went out', isEnd: true, cell: ({ sides }) => count(sides.debit.count) },
  { title: 'Amount out', isEnd: true, cell: ({ sides }) => <Money kobo={sides.debit.amount} /> },
]

function columns(onClose: (exception: Exception) => void): Column<Exception>[] {
  return [
    {
      title: 'What',
      cell: ({ class: kind, next }) => (
        <span>
          <Badge state={kind} of={CLASSES} />
          <div className="faint exception-next">{next}</div>
        </span>
      ),
    },
    { title: 'Direction', cell: ({ direction }) => DIRECTIONS[direction] },
    { title: 'Bank says', isEnd: true, cell: ({ bank_amount }) => <Money kobo={bank_amount} /> },
    { title: 'Books say', isEnd: true, cell: ({ our_amount }) => <Money kobo={our_amount} /> },
    { title: 'When', cell: ({ occurred_at }) => <Time at={occurred_at} /> },
    { title: 'Session id', width: '190px', cell: ({ session_id }) => <Copy text={session_id} /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (exception) => (
        <Button
          isSmall
          aria-label={`Close the exception ${exception.id}`}
          onClick={() => onClose(exception)}
        >
          Close
        </Button>
      ),
    },
  ]
}

const amountOf = ({ bank_amount, our_amount }: Exception) => bank_amount ?? our_amount ?? 0
const WAYS = { credit: 'that came in', debit: 'that went out' }

/** For good, under the e-mail of whoever does it. */
function CloseDialog({ of, onClose }: { of: Exception; onClose: () => void }) {
  const [note, setNote] = useState('')
  const close = useAction(
    () => post(`${EXCEPTIONS}/{id}/close`, { params: { id: of.id }, body: { note } }),
    {
      done: 'The exception is closed.',
      refresh: ['/operator/reconciliation'],
      errors: 'form',
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title="Close this exception"
      intro={
        'For what needs nothing more, with the reason: it is closed for good. Nothing is ' +
        'booked.'
      }
      isOpen
      isWide
      onClose={onClose}
    >
      <p>{of.next}</p>
      {of.first !== null && (
        <p>
          The line that came before it is <Copy text={of.first} />.
        </p>
      )}
      <Form onSubmit={() => note.trim() !== '' && close.run()} error={close.error}>
        <TextField
          name="note"
          label="Why it needs nothing more"
          help="Your e-mail is written under it."
          maxLength={NOTE_LENGTH_MAX}
          value={note}
          onChange={setNote}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <FinalButton
            does={['Close', naira(amountOf(of)), WAYS[of.direction], 'at', of.rail]}
            why={note.trim() === '' ? 'Write the reason first.' : undefined}
            isBusy={close.isBusy}
          />
        </Buttons>
      </Form>
    </Dialog>
  )
}

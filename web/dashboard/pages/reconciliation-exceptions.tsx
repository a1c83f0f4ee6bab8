import { useState } from 'react'
import { count } from '../naira.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Code } from '../parts/code.tsx'
import { Copy } from '../parts/copy.tsx'
import { type Column, DataList, DataTable } from '../parts/data-list.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Filters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { wordsOf } from '../states.ts'
import { useFilters } from '../use-filters.ts'
import { CLASSES, DIRECTIONS, type Exception, type Report } from './reconciliation-words.ts'
import { useNumbered } from './use-numbered.ts'

type Kind = Exception['class']
type Sum = { kind: Kind; sides: Report['theirs']['total']; where: string }

const EXCEPTIONS = '/operator/reconciliation/exceptions'

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

/** It is closed at the machine, where whoever does it writes a name under it. */
function CloseDialog({ of, onClose }: { of: Exception; onClose: () => void }) {
  return (
    <Dialog
      title="Close this exception"
      intro={
        'For what needs nothing more, with the reason: it is closed for good. This is ' +
        'done at the machine.'
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
      <Code
        text={`npm run reconcile -- close ${of.id} --by "YOUR NAME" --note "WHY"`}
        label="Command that closes it"
      />
      <Buttons>
        <Button onClick={onClose}>Done</Button>
      </Buttons>
    </Dialog>
  )
}

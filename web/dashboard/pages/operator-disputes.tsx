import { useState } from 'react'
import { type DataOf, post } from '../api.ts'
import { naira } from '../naira.ts'
import { Choices, useChoice } from '../parts/choices.tsx'
import { Countdown } from '../parts/countdown.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FormDialog, rowDialog } from '../parts/dialog.tsx'
import { AmountField, SelectField, TextField, useAmount, useField } from '../parts/field.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { OperatorFrame } from '../parts/page.tsx'
import { Badge, Money, Time } from '../parts/values.tsx'
import { mode as shownMode } from '../place.ts'
import { DISPUTE_CATEGORIES, DISPUTE_STATES, wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useList } from '../use-list.ts'
import { BusinessPicker, type PickedBusiness } from './business-picker.tsx'
import { SentEvidence } from './dispute-evidence.tsx'
import { MODES } from './operator-words.ts'

type Dispute = DataOf<'GET', '/operator/disputes'>[number]
type Mode = keyof typeof MODES

const PATH = '/operator/disputes'
const OUTCOMES = { won: 'Won: the business keeps the money', lost: 'Lost: the payer gets it' }

/** Disputes of all businesses. A bank tells an operator of a recall, and of what it decided. */
export function OperatorDisputesPage() {
  const mode = useChoice('mode', MODES, shownMode) as Mode
  return (
    <OperatorFrame
      title="All disputes"
      intro={
        'Disputes of all businesses. Open one when a bank recalls a transfer: its money leaves ' +
        'the wallet until you close it as the bank decides.'
      }
      actions={
        <>
          <Choices label="Mode" name="mode" of={MODES} first={shownMode} />
          <DialogButton
            look="main"
            icon="plus"
            dialog={(close) => <OpenDialog mode={mode} onClose={close} />}
          >
            Open a dispute
          </DialogButton>
        </>
      }
    >
      <Disputes mode={mode} />
    </OperatorFrame>
  )
}

const COLUMNS: Column<Dispute>[] = [
  { title: 'Payment', cell: ({ transaction_reference }) => transaction_reference },
  { title: 'Status', cell: ({ status }) => <Badge state={status} of={DISPUTE_STATES} /> },
  { title: 'Case number', cell: ({ case_number }) => case_number },
  { title: 'Kind', cell: ({ category }) => DISPUTE_CATEGORIES[category] },
  { title: 'Answered', cell: ({ answered_at }) => <Time at={answered_at} /> },
  {
    title: 'Answer due',
    cell: ({ status, due_at }) =>
      status === 'needs_response' ? <Countdown to={due_at} /> : <Time at={due_at} />,
  },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
  rowDialog({
    text: 'Close',
    label: ({ case_number }) => `Close case ${case_number}`,
    why: ({ closed_at }) => (closed_at === null ? undefined : 'Already closed.'),
    dialog: (dispute, close) => <CloseDialog of={dispute} onClose={close} />,
  }),
]

function Disputes({ mode }: { mode: Mode }) {
  const filters = useFilters([
    { kind: 'select', name: 'status', label: 'Status', options: wordsOf(DISPUTE_STATES) },
  ])
  const list = useList(PATH, { query: { mode, ...filters.query } })
  return (
    <>
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Disputes of all businesses, newest first"
        columns={COLUMNS}
        empty={{ sentence: 'No payment is disputed in this mode.' }}
      />
    </>
  )
}

function OpenDialog({ mode, onClose }: { mode: Mode; onClose: () => void }) {
  const [business, setBusiness] = useState<PickedBusiness | null>(null)
  const transaction = useField('transaction', '')
  const category = useField<Dispute['category']>('category', 'recall')
  const caseNumber = useField('case_number', '')
  const reason = useField('reason', '')
  const amount = useAmount('amount', null)
  const open = useFormAction(
    () =>
      post(PATH, {
        body: {
          business_id: business!.id,
          mode,
          transaction: transaction.value.trim(),
          category: category.value,
          case_number: caseNumber.value.trim(),
          reason: reason.value.trim(),
          ...(amount.kobo !== null && { amount: amount.kobo }),
        },
      }),
    { done: 'Dispute opened.', refresh: [PATH], onDone: onClose },
  )
  const needed = [transaction, caseNumber, reason]
  const isWhole = business !== null && needed.every(({ value }) => value.trim() !== '')
  return (
    <FormDialog
      title="Open a dispute"
      intro="The money leaves the wallet of the business at once, and the business is emailed."
      onClose={onClose}
      action={open}
      submit="Open dispute"
      why={isWhole ? undefined : 'Fill in business, payment, case number and reason.'}
    >
      <BusinessPicker label="Business" value={business} onChange={setBusiness} />
      <TextField {...transaction} label="Payment" help="Its reference or id." />
      <SelectField {...category} label="Kind" options={DISPUTE_CATEGORIES} />
      <TextField {...caseNumber} label="Case number of the bank" />
      <TextField {...reason} label="Reason" help="The business reads it." />
      <AmountField
        {...amount}
        label="Amount"
        help="Leave it empty for all that was not refunded."
        isOptional
      />
    </FormDialog>
  )
}

function CloseDialog({ of, onClose }: { of: Dispute; onClose: () => void }) {
  const outcome = useField<keyof typeof OUTCOMES>('outcome', 'won')
  const close = useFormAction(
    () =>
      post('/operator/disputes/{id}/close', {
        params: { id: of.id },
        body: { outcome: outcome.value },
      }),
    { done: 'Dispute closed.', refresh: [PATH], onDone: onClose },
  )
  return (
    <FormDialog
      title={`Close case ${of.case_number}`}
      intro="As the bank has decided. This cannot be undone."
      onClose={onClose}
      action={close}
      look={outcome.value === 'lost' ? 'danger' : 'main'}
      submit={['Close', naira(of.amount), 'as', outcome.value]}
    >
      <SentEvidence of={of} by="/operator/disputes/{id}/files/{number}" />
      <SelectField {...outcome} label="Outcome" options={OUTCOMES} />
    </FormDialog>
  )
}

import { useState } from 'react'
import { ApiError, get, type Schemas } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton, FormDialog } from '../parts/dialog.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { START, StartPayment } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { ExportButton } from '../parts/progress.tsx'
import { RecordPicker } from '../parts/record-picker.tsx'
import { Badge, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { CHANNELS, isCharged, REFUND_STATES, wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { RefundDialog } from './refund-dialog.tsx'

type Refund = Schemas['Refund']

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'transaction',
    label: 'Search by reference or id of the payment',
    placeholder: 'Reference of the payment',
  },
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(REFUND_STATES) },
  { kind: 'dates' },
]

const COLUMNS: Column<Refund>[] = [
  { title: 'Payment', cell: ({ transaction_reference }) => transaction_reference },
  { title: 'Status', cell: ({ status }) => <Badge state={status} of={REFUND_STATES} /> },
  {
    title: 'Refunded to',
    cell: ({ channel }) => (isCharged(channel) ? CHANNELS[channel] : 'Bank account'),
  },
  { title: 'Reason', cell: ({ reason }) => reason ?? <None /> },
  { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function RefundsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/refunds', { query: filters.query })
  const { why } = useCan('refund')
  const isEmpty = list.data?.data.length === 0
  return (
    <Page
      title="Refunds"
      intro="Payments returned to customers, in full or in part."
      actions={
        <>
          <ExportButton path="/refunds" query={filters.query} what="refunds" />
          <DialogButton
            isNew
            look="main"
            icon="refund"
            why={why}
            dialog={(close) => <NewRefundDialog onClose={close} />}
          >
            Refund a payment
          </DialogButton>
        </>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Refunds, newest first"
        columns={COLUMNS}
        to={({ id }) => paths.refund(id)}
        empty={useEmpty(isEmpty, why)}
      />
    </Page>
  )
}

/** The example refunds an existing payment, so that it works unchanged. */
function useEmpty(isShown: boolean, why: string | undefined) {
  const query = { status: 'success', perPage: 1 }
  const { data = [] } = useGet('/transactions', { query, isOff: !isShown })
  const sentence = 'A refund returns a payment to the customer, in full or in part.'
  const [payment] = data
  if (payment === undefined) {
    return {
      sentence: `${sentence} You need a successful payment first.`,
      ...(isTest && { action: <StartPayment /> }),
      curl: START,
    }
  }
  const body = { transaction: payment.reference, reason: 'Sold out' }
  const action = <FirstButton why={why}>Send your first refund</FirstButton>
  return { sentence, action, curl: { method: 'POST', path: '/refunds', body } as const }
}

type Transaction = Schemas['Transaction']

/** First the payment, then the amount. */
function NewRefundDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<Transaction | null>(null)
  if (found !== null) return <RefundDialog transaction={found} onClose={onClose} />
  return <WhichPayment onFound={setFound} onClose={onClose} />
}

type Props = { onFound: (found: Transaction) => void; onClose: () => void }

function WhichPayment({ onFound, onClose }: Props) {
  const [id, setId] = useState('')
  const look = useFormAction(() => lookUp(id), { refresh: [], onDone: onFound })
  return (
    <FormDialog
      title="Refund a payment"
      intro="The refund is sent to the card or account that paid."
      onClose={onClose}
      action={look}
      submit="Continue"
      why={id === '' ? 'Choose a payment.' : undefined}
    >
      <RecordPicker
        kind="payment"
        name="transaction"
        label="Payment"
        placeholder="Reference, email, name, card or amount"
        value={id}
        onChange={(found) => setId(found?.id ?? '')}
      />
    </FormDialog>
  )
}

async function lookUp(id: string): Promise<Transaction> {
  const [found] = await get('/transactions', { query: { q: id, perPage: 1 } })
  if (found === undefined) throw wrong('No payment has this reference or id.')
  if (found.status === 'success' && found.refunded_amount < found.amount) return found
  const isPaid = ['success', 'reversed'].includes(found.status)
  throw wrong(
    isPaid
      ? 'This payment is already fully refunded.'
      : 'Only successful payments can be refunded.',
  )
}

/** The same shape as an error of the service. */
function wrong(message: string): ApiError {
  const errors = [{ field: 'transaction', code: 'not_refundable', message }]
  return new ApiError(422, { code: 'not_refundable', message, errors })
}

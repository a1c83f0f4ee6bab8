import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { ApiError, get } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { useAction } from '../use-action.ts'
import { RefundDialog } from './refund-dialog.tsx'

type Found = { transaction: Schemas['Transaction']; refunded: number }

/** First which payment, then how much of it. */
export function NewRefundDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<Found | null>(null)
  if (found !== null) return <RefundDialog {...found} onClose={onClose} />
  return <WhichPayment onFound={setFound} onClose={onClose} />
}

type Props = { onFound: (found: Found) => void; onClose: () => void }

function WhichPayment({ onFound, onClose }: Props) {
  const [reference, setReference] = useState('')
  const name = reference.trim()
  const look = useAction(() => lookUp(name), { errors: 'form', refresh: [], onDone: onFound })
  return (
    <Dialog
      title="Refund a payment"
      intro="Whoever paid gets it back the way it was paid."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => look.run()} error={look.error}>
        <TextField
          name="transaction"
          label="Reference or id of the payment"
          autoComplete="off"
          autoFocus
          value={reference}
          onChange={setReference}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            isBusy={look.isBusy}
            why={name === '' ? 'Write the reference first.' : undefined}
          >
            Find it
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

async function lookUp(name: string): Promise<Found> {
  const [transaction, timeline] = await byReferenceOrId(name)
  const kept = timeline.refunds.filter(({ status }) => status !== 'failed')
  const refunded = kept.reduce((sum, { amount }) => sum + amount, 0)
  if (transaction.status !== 'success' || refunded >= transaction.amount) {
    const isPaid = ['success', 'reversed'].includes(transaction.status)
    const why = isPaid
      ? 'All of this payment has gone back already.'
      : 'This payment was not paid, so that nothing can go back.'
    throw wrong(why)
  }
  return { transaction, refunded }
}

async function byReferenceOrId(name: string) {
  const sought = await get('/transactions', { query: { q: name, perPage: 5 } })
  const transaction = sought.find(({ id, reference }) => reference === name || id === name)
  if (transaction === undefined) throw wrong('There is no payment of this reference or id.')
  const { id } = transaction
  return [transaction, await get('/transactions/{id}/timeline', { params: { id } })] as const
}

/** As if the service had said it of the field. */
function wrong(message: string): ApiError {
  const errors = [{ field: 'transaction', code: 'not_refundable', message }]
  return new ApiError(422, { code: 'not_refundable', message, errors })
}

import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { post } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { AmountField, TextField } from '../parts/field.tsx'
import { FinalButton } from '../parts/final-button.tsx'
import { Form } from '../parts/form.tsx'
import { useBusiness } from '../session.ts'
import { useAction } from '../use-action.ts'

type Props = {
  transaction: Schemas['Transaction']
  /** Kobo that have gone back, or are on their way. */
  refunded: number
  onClose: () => void
}

const INTRO =
  'The customer gets it back the way it was paid. It is taken from your wallet; the fee of the ' +
  'payment is not given back.'

/** All that is left, or a part of it. */
export function RefundDialog({ transaction, refunded, onClose }: Props) {
  const name = useBusiness()?.name
  const left = transaction.amount - refunded
  // Until somebody writes another: all that is left, also when that is heard of late.
  const [written, setWritten] = useState<number | null | undefined>(undefined)
  const amount = written === undefined ? left : written
  const [reason, setReason] = useState('')
  const refund = useAction(
    (_: undefined, key) =>
      post('/refunds', {
        key,
        body: {
          transaction: transaction.id,
          ...(amount !== null && amount !== left && { amount }),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        },
      }),
    {
      errors: 'form',
      done: 'The refund is on its way.',
      refresh: ['/transactions', '/refunds', '/balance'],
      onDone: onClose,
    },
  )
  const isTooMuch = amount !== null && amount > left
  return (
    <Dialog title="Refund this payment" intro={INTRO} isOpen onClose={onClose}>
      <Form onSubmit={() => refund.run(undefined)} error={refund.error}>
        <AmountField
          name="amount"
          label="Amount"
          help={refunded === 0 ? undefined : `${naira(left)} are left.`}
          wrong={isTooMuch ? `At most ${naira(left)} can go back.` : undefined}
          kobo={amount}
          onChange={setWritten}
          autoFocus
        />
        <TextField
          name="reason"
          label="Reason"
          isOptional
          help="For your own records."
          maxLength={200}
          value={reason}
          onChange={setReason}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <FinalButton
            does={['Refund', naira(amount ?? 0), 'to', transaction.customer.email, 'from', name]}
            why={whyNot(amount, isTooMuch)}
            isBusy={refund.isBusy}
          />
        </Buttons>
      </Form>
    </Dialog>
  )
}

function whyNot(amount: number | null, isTooMuch: boolean): string | undefined {
  if (amount === null || amount === 0) return 'Write an amount first.'
  return isTooMuch ? 'That is more than is left.' : undefined
}

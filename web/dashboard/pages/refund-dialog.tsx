import { useState } from 'react'
import { post, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { AmountField, TextField, useField } from '../parts/field.tsx'
import { useBusiness } from '../session.ts'
import { dutySentence, useStampDuty } from '../stamp-duty.ts'
import { useFormAction } from '../use-action.ts'

type Props = {
  transaction: Schemas['Transaction']
  onClose: () => void
}

const INTRO =
  'The refund is sent to the card or account that paid, and taken from your wallet. The ' +
  'payment fee is not refunded.'

/** Refunds the remaining amount, or a part of it. */
export function RefundDialog({ transaction, onClose }: Props) {
  const { refunded_amount: refunded } = transaction
  const name = useBusiness()?.name
  const left = transaction.amount - refunded
  // Until an amount is typed, the field has the remaining amount, even if that loads late.
  const [written, setWritten] = useState<number | null | undefined>(undefined)
  const amount = written === undefined ? left : written
  const reason = useField('reason', '')
  const duty = useStampDuty(transaction.channel === 'card' ? null : amount)
  const most = refunded > 0 && `${naira(left)} can be refunded.`
  const refund = useFormAction(
    (_, key) =>
      post('/refunds', {
        key,
        body: {
          transaction: transaction.id,
          ...(amount !== null && amount !== left && { amount }),
          ...(reason.value.trim() !== '' && { reason: reason.value.trim() }),
        },
      }),
    {
      done: 'Refund created.',
      refresh: ['/transactions', '/refunds', '/balance'],
      onDone: onClose,
    },
  )
  const isTooMuch = amount !== null && amount > left
  return (
    <FormDialog
      title="Refund this payment"
      intro={INTRO}
      onClose={onClose}
      action={refund}
      submit={[
        'Refund',
        amount ? naira(amount) : null,
        'to',
        transaction.customer.email,
        'from',
        name,
      ]}
      why={whyNot(amount, isTooMuch)}
    >
      <AmountField
        name="amount"
        label="Amount"
        help={
          [most, duty > 0 && dutySentence(amount ?? 0, duty)].filter(Boolean).join(' ') || undefined
        }
        wrong={isTooMuch ? `At most ${naira(left)} can be refunded.` : undefined}
        kobo={amount}
        onChange={setWritten}
        autoFocus
      />
      <TextField {...reason} label="Reason" isOptional help="For your records." maxLength={200} />
    </FormDialog>
  )
}

function whyNot(amount: number | null, isTooMuch: boolean): string | undefined {
  if (amount === null || amount === 0) return 'Enter an amount.'
  return isTooMuch ? 'This is more than what is left to refund.' : undefined
}

import { useState } from 'react'
import { post, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { BankAccountFields, useBankAccount } from '../parts/bank-account.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { AmountField, Checkbox, TextField, useCheckbox, useField } from '../parts/field.tsx'
import { useBusiness } from '../session.ts'
import { dutySentence, useStampDuty } from '../stamp-duty.ts'
import { isCharged } from '../states.ts'
import { useFormAction } from '../use-action.ts'

type Props = {
  transaction: Schemas['Transaction']
  onClose: () => void
}

const INTRO = 'The refund is taken from your wallet. The payment fee is not refunded.'
const ELSEWHERE =
  'For a card or account that cannot be credited. Otherwise it is sent to the card or account ' +
  'that paid.'
const BY_LINK =
  'They get a link by email, valid for 14 days. The refund is sent when they have answered.'

/** Refunds the remaining amount, or a part of it. */
export function RefundDialog({ transaction, onClose }: Props) {
  const { refunded_amount: refunded } = transaction
  const name = useBusiness()?.name
  const left = transaction.amount - refunded
  // Until an amount is typed, the field has the remaining amount, even if that loads late.
  const [written, setWritten] = useState<number | null | undefined>(undefined)
  const amount = written === undefined ? left : written
  const reason = useField('reason', '')
  const elsewhere = useCheckbox('elsewhere', false)
  const byLink = useCheckbox('by_link', false)
  const account = useBankAccount({ bank: '', number: '' })
  const asks = elsewhere.isOn && byLink.isOn
  const isByCharge = isCharged(transaction.channel) && !elsewhere.isOn
  const duty = useStampDuty(isByCharge ? null : amount)
  const most = refunded > 0 && `${naira(left)} can be refunded.`
  const body = {
    transaction: transaction.id,
    ...(amount !== null && amount !== left && { amount }),
    ...(reason.value.trim() !== '' && { reason: reason.value.trim() }),
  }
  const destination = elsewhere.isOn && {
    destination: { bank_code: account.bank, account_number: account.number },
  }
  const refund = useFormAction(
    (_, key) => post('/refunds', { key, body: { ...body, ...destination } }),
    {
      done: 'Refund created.',
      refresh: ['/transactions', '/refunds', '/balance'],
      onDone: onClose,
    },
  )
  const link = useFormAction((_, key) => post('/refund-links', { key, body }), {
    done: `The link is on its way to ${transaction.customer.email}.`,
    refresh: ['/refund-links'],
    onDone: onClose,
  })
  const isTooMuch = amount !== null && amount > left
  return (
    <FormDialog
      title="Refund this payment"
      intro={INTRO}
      onClose={onClose}
      action={asks ? link : refund}
      submit={[
        asks ? 'Email a link' : 'Refund',
        ...(asks ? [] : [amount ? naira(amount) : null]),
        'to',
        elsewhere.isOn && !asks ? account.name : transaction.customer.email,
        ...(asks ? [] : ['from', name]),
      ]}
      why={(elsewhere.isOn && !asks ? account.why : undefined) ?? whyNot(amount, isTooMuch)}
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
      <Checkbox {...elsewhere} label="Send it to another account" help={ELSEWHERE} />
      {elsewhere.isOn && <Checkbox {...byLink} label="The customer enters it" help={BY_LINK} />}
      {elsewhere.isOn && !asks && <BankAccountFields of={account} />}
      <TextField {...reason} label="Reason" isOptional help="For your records." maxLength={200} />
    </FormDialog>
  )
}

function whyNot(amount: number | null, isTooMuch: boolean): string | undefined {
  if (amount === null || amount === 0) return 'Enter an amount.'
  return isTooMuch ? 'This is more than what is left to refund.' : undefined
}

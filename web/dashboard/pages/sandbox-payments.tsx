import { useState } from 'react'
import { post, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Combobox } from '../parts/combobox.tsx'
import { AmountField, SelectField, useAmount, useDebounced, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Badge } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { STAGES } from '../states.ts'
import { useSearch } from '../url.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SandboxForm } from './sandbox-form.tsx'

type Transaction = Schemas['Transaction']
type Channel = keyof typeof WAYS
type Outcome = 'success' | 'declined'

const WAYS = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  ussd: 'USSD',
  bank: 'Pay with bank',
  opay: 'OPay',
}
const OUTCOMES = { success: 'Approved', declined: 'Declined' }
const EXAMPLE = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
const PER_PAGE = '20'
const MISSING = 'Choose a payment.'

const at = (reference: string, what: string) =>
  `/sandbox/transactions/${encodeURIComponent(reference) || 'REFERENCE'}/${what}`
type Picked = { value: string; onChange: (reference: string) => void }

/** A payment that its customer can still pay. */
function OpenPayment({ value, onChange }: Picked) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const { data = [], isBusy } = useGet('/transactions', {
    query: { status: 'pending,ongoing', perPage: PER_PAGE, ...(q !== '' && { q }) },
  })
  return (
    <Combobox
      name="reference"
      label="Open payment"
      placeholder="Reference, email or name"
      value={value}
      shown={value}
      isBusy={isBusy || q !== typed.trim()}
      empty="No open payment is found."
      onType={setTyped}
      onChange={onChange}
      groups={() => [
        {
          title: q === '' ? 'Newest' : 'Found',
          options: data.map(({ reference, requested_amount: amount }) => ({
            value: reference,
            text: reference,
            facts: naira(amount),
          })),
        },
      ]}
    />
  )
}

/** Pays a payment as its customer would. */
export function Pay() {
  const { reference: named = '' } = useSearch()
  const reference = useField('reference', named)
  const channel = useField<Channel>('channel', 'bank_transfer')
  const outcome = useField<Outcome>('outcome', 'success')
  const amount = useAmount('amount', null)
  const [paid, setPaid] = useState<Transaction | null>(null)
  const body = {
    channel: channel.value,
    ...(channel.value !== 'bank_transfer' &&
      outcome.value === 'declined' && { outcome: outcome.value }),
    ...(channel.value === 'bank_transfer' && amount.kobo !== null && { amount: amount.kobo }),
  }
  const pay = useFormAction(
    (_, key) =>
      post('/sandbox/transactions/{reference}/pay', {
        params: { reference: reference.value },
        body,
        key,
      }),
    { onDone: setPaid },
  )
  const start = useAction((_, key) => post('/transactions/initialize', { body: EXAMPLE, key }), {
    done: 'A payment of ₦5,000.00 was initialized.',
    onDone: (started) => reference.onChange(started.reference),
  })
  return (
    <SandboxForm
      title="Pay a transaction"
      intro="Pay an open payment as the customer would."
      call={{ method: 'POST', path: at(reference.value, 'pay'), body }}
      submit="Pay"
      why={reference.value === '' ? MISSING : undefined}
      action={pay}
      buttons={
        <Button isBusy={start.isBusy} onClick={() => start.run()}>
          Initialize a payment first
        </Button>
      }
      result={paid && <Outcome of={paid} />}
    >
      <OpenPayment {...reference} />
      <SelectField {...channel} label="Paid with" options={WAYS} />
      {channel.value !== 'bank_transfer' ? (
        <SelectField {...outcome} label="Outcome" options={OUTCOMES} />
      ) : (
        <AmountField
          {...amount}
          label="Amount"
          isOptional
          help="Enter a different amount to pay too little or too much."
        />
      )}
    </SandboxForm>
  )
}

function Outcome({ of: { id, reference, stage, message } }: { of: Transaction }) {
  return (
    <>
      <Go to={paths.transaction(id)}>{reference}</Go> <Badge state={stage} of={STAGES} /> {message}
    </>
  )
}

/** Expires a payment. */
export function Expire() {
  const { reference: named = '' } = useSearch()
  const [reference, setReference] = useState(named)
  const [ended, setEnded] = useState<Transaction | null>(null)
  const expire = useFormAction(
    (_, key) => post('/sandbox/transactions/{reference}/expire', { params: { reference }, key }),
    { onDone: setEnded },
  )
  return (
    <SandboxForm
      title="Expire a payment"
      intro="Make an open payment expire now."
      call={{ method: 'POST', path: at(reference, 'expire') }}
      submit="Expire it"
      why={reference === '' ? MISSING : undefined}
      action={expire}
      result={ended && <Outcome of={ended} />}
    >
      <OpenPayment value={reference} onChange={setReference} />
    </SandboxForm>
  )
}

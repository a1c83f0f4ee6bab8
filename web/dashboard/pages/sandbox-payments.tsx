import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { post } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { AmountField, SelectField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { paths } from '../paths.ts'
import { TRANSACTION_STATES } from '../states.ts'
import { useSearch } from '../url.ts'
import { useAction } from '../use-action.ts'
import { PickField, SandboxForm } from './sandbox-form.tsx'

type Transaction = Schemas['Transaction']
type Channel = 'card' | 'bank_transfer'
type Outcome = 'success' | 'declined'

const WAYS = { bank_transfer: 'Bank transfer', card: 'Card' }
const OUTCOMES = { success: 'The bank says yes', declined: 'The bank declines it' }
const EXAMPLE = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
const MISSING = 'Say which payment.'

const at = (reference: string, what: string) =>
  `/sandbox/transactions/${encodeURIComponent(reference) || 'REFERENCE'}/${what}`
const known = (references: string[]) => references.map((value) => ({ value }))

/** As its customer would, on the checkout. */
export function Pay({ references }: { references: string[] }) {
  const { reference: named = '' } = useSearch()
  const [reference, setReference] = useState(named)
  const [channel, setChannel] = useState<Channel>('bank_transfer')
  const [outcome, setOutcome] = useState<Outcome>('success')
  const [amount, setAmount] = useState<number | null>(null)
  const [paid, setPaid] = useState<Transaction | null>(null)
  const body = {
    channel,
    ...(channel === 'card' && outcome === 'declined' && { outcome }),
    ...(channel === 'bank_transfer' && amount !== null && { amount }),
  }
  const pay = useAction(
    (_, key) => post('/sandbox/transactions/{reference}/pay', { params: { reference }, body, key }),
    { errors: 'form', onDone: setPaid },
  )
  const start = useAction((_, key) => post('/transactions/initialize', { body: EXAMPLE, key }), {
    done: 'A payment of ₦5,000.00 was started.',
    onDone: ({ reference }) => setReference(reference),
  })
  return (
    <SandboxForm
      title="Pay a checkout"
      intro="An open payment is paid, as its customer would pay it."
      call={{ method: 'POST', path: at(reference, 'pay'), body }}
      submit="Pay"
      why={reference === '' ? MISSING : undefined}
      isBusy={pay.isBusy}
      error={pay.error}
      onSubmit={() => pay.run()}
      buttons={
        <Button isBusy={start.isBusy} onClick={() => start.run()}>
          Start a payment first
        </Button>
      }
      result={paid && <Outcome of={paid} />}
    >
      <PickField
        name="reference"
        label="Reference"
        help="Of an open payment."
        value={reference}
        onChange={setReference}
        known={known(references)}
      />
      <SelectField
        name="channel"
        label="Paid by"
        options={WAYS}
        value={channel}
        onChange={(value) => setChannel(value as Channel)}
      />
      {channel === 'card' ? (
        <SelectField
          name="outcome"
          label="Outcome"
          options={OUTCOMES}
          value={outcome}
          onChange={(value) => setOutcome(value as Outcome)}
        />
      ) : (
        <AmountField
          name="amount"
          label="Amount"
          isOptional
          help="Another one than was asked for: too little, or too much."
          kobo={amount}
          onChange={setAmount}
        />
      )}
    </SandboxForm>
  )
}

function Outcome({ of: { id, reference, status, message } }: { of: Transaction }) {
  return (
    <>
      <Go to={paths.transaction(id)}>{reference}</Go>{' '}
      <Badge state={status} of={TRANSACTION_STATES} /> {message}
    </>
  )
}

/** Its time is over, as if it had passed. */
export function Expire({ references }: { references: string[] }) {
  const { reference: named = '' } = useSearch()
  const [reference, setReference] = useState(named)
  const [ended, setEnded] = useState<Transaction | null>(null)
  const expire = useAction(
    (_, key) => post('/sandbox/transactions/{reference}/expire', { params: { reference }, key }),
    { errors: 'form', onDone: setEnded },
  )
  return (
    <SandboxForm
      title="Let a payment run out"
      intro="The time in which it can be paid is over at once."
      call={{ method: 'POST', path: at(reference, 'expire') }}
      submit="End its time"
      why={reference === '' ? MISSING : undefined}
      isBusy={expire.isBusy}
      error={expire.error}
      onSubmit={() => expire.run()}
      result={ended && <Outcome of={ended} />}
    >
      <PickField
        name="reference"
        label="Reference"
        help="Of an open payment."
        value={reference}
        onChange={setReference}
        known={known(references)}
      />
    </SandboxForm>
  )
}

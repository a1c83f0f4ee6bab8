import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { post } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { AmountField, TextField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { PickField, SandboxForm } from './sandbox-form.tsx'

type Account = Schemas['DedicatedVirtualAccount']
type Arrived = Schemas['Deposit']

const FUNDS = 10_000_000
const TRANSFER = 500_000

/** Somebody sends money from their bank. */
export function Deposit({ accounts }: { accounts: Account[] }) {
  const [number, setNumber] = useState('')
  const [amount, setAmount] = useState<number | null>(TRANSFER)
  const [sender, setSender] = useState('')
  const [arrived, setArrived] = useState<Arrived | null>(null)
  const { data: balance } = useGet('/balance')
  const body = {
    account_number: number,
    amount: amount ?? 0,
    ...(sender.trim() !== '' && { sender_name: sender.trim() }),
  }
  const shown = { ...body, account_number: number || 'ACCOUNT_NUMBER', amount: amount ?? 'AMOUNT' }
  const send = useAction((_, key) => post('/sandbox/transfers', { body, key }), {
    errors: 'form',
    onDone: setArrived,
  })
  const known = accounts.map(({ account_number, account_name }) => ({
    value: account_number,
    text: account_name,
  }))
  const own = balance?.account
  return (
    <SandboxForm
      title="Make a deposit"
      intro="A bank transfer arrives at an account number that was issued to you."
      call={{ method: 'POST', path: '/sandbox/transfers', body: shown }}
      submit="Let it arrive"
      why={number === '' ? 'Say at which account number.' : undefined}
      isBusy={send.isBusy}
      error={send.error}
      onSubmit={() => send.run()}
      result={
        arrived && (
          <>
            <Money kobo={arrived.amount} /> arrived. <Go to={paths.deposits()}>See the deposits</Go>
          </>
        )
      }
    >
      <PickField
        name="account_number"
        label="Account number"
        help="Of a customer, of a checkout, or the one that fills your own wallet."
        value={number}
        onChange={setNumber}
        known={own ? [...known, { value: own.account_number, text: own.account_name }] : known}
      />
      <AmountField name="amount" label="Amount" kobo={amount} onChange={setAmount} />
      <TextField
        name="sender_name"
        label="From"
        isOptional
        placeholder="Ngozi Sample"
        value={sender}
        onChange={setSender}
      />
    </SandboxForm>
  )
}

/** As much in it as is wanted, or nothing. */
export function Wallet() {
  const [amount, setAmount] = useState<number | null>(FUNDS)
  const { data: balance } = useGet('/balance')
  const set = useAction(
    (wanted: number, key) => post('/sandbox/wallet', { body: { amount: wanted }, key }),
    { errors: 'form', done: ({ available }) => `The wallet has ${naira(available)} now.` },
  )
  return (
    <SandboxForm
      title="Fund or drain the wallet"
      intro={
        'What is available in it becomes this amount. An empty one shows what happens when a ' +
        'fee cannot be paid.'
      }
      call={{ method: 'POST', path: '/sandbox/wallet', body: { amount: amount ?? 'AMOUNT' } }}
      submit="Set it"
      why={amount === null ? 'Say how much.' : undefined}
      isBusy={set.isBusy}
      error={set.error}
      onSubmit={() => set.run(amount ?? 0)}
      buttons={
        <Button isBusy={set.isBusy} onClick={() => set.run(0)}>
          Drain it
        </Button>
      }
      result={
        balance && (
          <>
            Available now: <Money kobo={balance.available} isStrong />
          </>
        )
      }
    >
      <AmountField name="amount" label="Available" kobo={amount} onChange={setAmount} />
    </SandboxForm>
  )
}

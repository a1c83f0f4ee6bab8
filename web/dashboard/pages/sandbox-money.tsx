import { useState } from 'react'
import { type DataOf, post, put, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { AmountField, SelectField, TextField, useAmount, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Money } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { AccountPicker, SandboxForm } from './sandbox-form.tsx'

type Arrived = Schemas['Deposit']

const FUNDS = 10_000_000
const TRANSFER = 500_000
const ACCOUNTS = '100'

/** Simulates a transfer from a customer's bank. */
export function Deposit() {
  const number = useField('account_number', '')
  const amount = useAmount('amount', TRANSFER)
  const sender = useField('sender_name', '')
  const [arrived, setArrived] = useState<Arrived | null>(null)
  const accounts = useOwnAccounts()
  const body = {
    account_number: number.value,
    amount: amount.kobo ?? 0,
    ...(sender.value.trim() !== '' && { sender_name: sender.value.trim() }),
  }
  const shown = {
    ...body,
    account_number: number.value || 'ACCOUNT_NUMBER',
    amount: amount.kobo ?? 'AMOUNT',
  }
  const send = useFormAction((_, key) => post('/sandbox/transfers', { body, key }), {
    onDone: setArrived,
  })
  return (
    <SandboxForm
      title="Simulate a deposit"
      intro="Send a bank transfer to one of your account numbers."
      call={{ method: 'POST', path: '/sandbox/transfers', body: shown }}
      submit="Send transfer"
      why={number.value === '' ? 'Enter an account number.' : undefined}
      action={send}
      result={
        arrived && (
          <>
            <Money kobo={arrived.amount} /> arrived. <Go to={paths.deposits()}>View deposits</Go>
          </>
        )
      }
    >
      <AccountPicker
        {...number}
        label="Account number"
        help="The account of a customer, a checkout or your wallet."
        known={accounts}
      />
      <AmountField {...amount} label="Amount" />
      <TextField {...sender} label="From" isOptional placeholder="Ngozi Sample" />
    </SandboxForm>
  )
}

/** The wallet's account, and those of the newest customers that have one. */
export function useOwnAccounts() {
  const { data: accounts = [] } = useGet('/dedicated-virtual-accounts', {
    query: { perPage: ACCOUNTS },
  })
  const { data: balance } = useGet('/balance')
  return balance?.account ? [balance.account, ...accounts] : accounts
}

/** Sets the balance of the wallet. */
export function Wallet() {
  const amount = useAmount('amount', FUNDS)
  const { data: balance } = useGet('/balance')
  const set = useFormAction(
    (wanted: number, key) => post('/sandbox/wallet', { body: { amount: wanted }, key }),
    { done: ({ available }) => `The balance is now ${naira(available)}.` },
  )
  return (
    <SandboxForm
      title="Set the balance"
      intro={
        'Set the available balance of your wallet. Empty it to see what happens when a fee ' +
        'cannot be paid.'
      }
      call={{ method: 'POST', path: '/sandbox/wallet', body: { amount: amount.kobo ?? 'AMOUNT' } }}
      submit="Save"
      why={amount.kobo === null ? 'Enter an amount.' : undefined}
      action={{ ...set, run: () => set.run(amount.kobo ?? 0) }}
      buttons={
        <Button isBusy={set.isBusy} onClick={() => set.run(0)}>
          Empty it
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
      <AmountField {...amount} label="Available" />
    </SandboxForm>
  )
}

const PATH = '/sandbox/settlements/schedule'
const SCHEDULES = {
  instant: 'Immediately',
  'T+1': 'Next working day, as in live mode',
}

type Schedule = DataOf<'GET', typeof PATH>['schedule']

/** Settles pending payments now, and sets when that happens automatically. */
export function Settle() {
  const settle = useFormAction((_, key) => post('/sandbox/settlements', { key }), {
    done: (made) =>
      made.length === 0 ? 'Nothing was pending.' : 'The pending balance is now available.',
  })
  return (
    <>
      <SandboxForm
        title="Settle now"
        intro="Make the whole pending balance available now."
        call={{ method: 'POST', path: '/sandbox/settlements' }}
        submit="Settle now"
        action={settle}
      />
      <Loaded read={useGet(PATH)} lines={4}>
        {({ schedule }) => <When set={schedule} />}
      </Loaded>
    </>
  )
}

/** Shows the current schedule until another one is chosen. */
function When({ set }: { set: Schedule }) {
  const [chosen, choose] = useState<Schedule | null>(null)
  const body = { schedule: chosen ?? set }
  const plan = useFormAction((_, key) => put(PATH, { body, key }), {
    done: 'Saved. Applies to new payments.',
    refresh: [PATH],
  })
  return (
    <SandboxForm
      title="Settlement schedule"
      intro="Applies to new payments. Test mode starts with immediate settlement."
      call={{ method: 'PUT', path: PATH, body }}
      submit="Save"
      action={plan}
    >
      <SelectField
        name="schedule"
        label="Payments become available"
        options={SCHEDULES}
        value={body.schedule}
        onChange={(value) => choose(value as Schedule)}
      />
    </SandboxForm>
  )
}

import { useState } from 'react'
import { post, type Schemas } from '../api.ts'
import { AmountField, TextField, useAmount, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useIsOperator } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { AccountPicker, SandboxForm } from './sandbox-form.tsx'
import { useOwnAccounts } from './sandbox-money.tsx'

type Sent = Schemas['SandboxSuspendedTransfer']

const TRANSFER = 250_000

/** Sends money to an account number that nobody has, and then plays the operator. */
export function Suspend() {
  const amount = useAmount('amount', TRANSFER)
  const sender = useField('sender_name', '')
  const narration = useField('narration', '')
  const [sent, setSent] = useState<Sent | null>(null)
  const isOperator = useIsOperator()
  const body = {
    amount: amount.kobo ?? 0,
    ...(sender.value.trim() !== '' && { sender_name: sender.value.trim() }),
    ...(narration.value.trim() !== '' && { narration: narration.value.trim() }),
  }
  const send = useFormAction((_, key) => post('/sandbox/suspense', { body, key }), {
    onDone: setSent,
  })
  return (
    <>
      <SandboxForm
        title="Suspend a transfer"
        intro={
          'Send money to an account number that nobody has. It waits in suspense until an ' +
          'operator of the service assigns it.'
        }
        call={{
          method: 'POST',
          path: '/sandbox/suspense',
          body: { ...body, amount: amount.kobo ?? 'AMOUNT' },
        }}
        submit="Send transfer"
        why={amount.kobo === null ? 'Enter an amount.' : undefined}
        action={send}
        result={
          sent && (
            <>
              <Money kobo={sent.amount} /> waits in suspense.{' '}
              {isOperator && (
                <Go to={paths.suspense()} search={{ mode: 'test', state: 'open' }}>
                  View suspense
                </Go>
              )}
            </>
          )
        }
      >
        <AmountField {...amount} label="Amount" />
        <TextField {...sender} label="From" isOptional placeholder="Ngozi Sample" />
        <TextField {...narration} label="Narration" isOptional placeholder="Order 1042" />
      </SandboxForm>
      {sent && <Assign key={sent.id} sent={sent} />}
    </>
  )
}

function Assign({ sent: { id, amount } }: { sent: Sent }) {
  const number = useField('account_number', '')
  const [assigned, setAssigned] = useState(false)
  const accounts = useOwnAccounts()
  const body = { account_number: number.value }
  const assign = useFormAction(
    (_, key) => post('/sandbox/suspense/{id}/assign', { params: { id }, body, key }),
    { onDone: () => setAssigned(true) },
  )
  return (
    <SandboxForm
      title="Assign the transfer"
      intro="Play the operator: assign it, once, to the account that it was meant for."
      call={{
        method: 'POST',
        path: `/sandbox/suspense/${id}/assign`,
        body: { account_number: number.value || 'ACCOUNT_NUMBER' },
      }}
      submit="Assign"
      why={number.value === '' ? 'Choose an account.' : undefined}
      action={assign}
      result={
        assigned && (
          <>
            <Money kobo={amount} /> assigned. <Go to={paths.deposits()}>View the deposit</Go>{' '}
            <Go to={paths.events()}>View its event</Go>
          </>
        )
      }
    >
      <AccountPicker
        {...number}
        label="Intended account"
        help="The account of a customer, or of your wallet."
        known={accounts}
      />
    </SandboxForm>
  )
}

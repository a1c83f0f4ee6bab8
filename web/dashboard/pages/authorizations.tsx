import type { DataOf } from '../api.ts'
import { del, post } from '../api.ts'
import { naira } from '../naira.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { ConfirmButton, DialogButton, FormDialog } from '../parts/dialog.tsx'
import { AmountField, useAmount } from '../parts/field.tsx'
import { StartPayment } from '../parts/loaded.tsx'
import { Badge, None, Time } from '../parts/values.tsx'
import { isTest, useBusiness, useCan } from '../session.ts'
import { AUTHORIZATION_STATES } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useList } from '../use-list.ts'
import { type Authorization, expiryOf, faceOf } from './subscription-words.ts'

// The kept cards and mandates of a customer: shown, charged and removed.

type Customer = DataOf<'GET', '/customers/{id}'>

const KINDS: Record<Authorization['channel'], string> = {
  card: 'Card',
  direct_debit: 'Direct debit',
}

export function AuthorizationsOf({ customer }: { customer: Customer }) {
  const { email, name } = customer
  const body = { amount: 500_000, email, name: name || email, save_card: 'offer' } as const
  const list = useList('/customers/{id}/authorizations', {
    params: { id: customer.id },
    query: { status: 'pending,active,rejected,deactivated' },
  })
  const columns: Column<Authorization>[] = [
    { title: 'Card or account', cell: faceOf },
    { title: 'Kind', cell: ({ channel }) => KINDS[channel] },
    { title: 'Status', cell: ({ status }) => <Badge state={status} of={AUTHORIZATION_STATES} /> },
    { title: 'Expires', cell: (one) => expiryOf(one) ?? <None /> },
    { title: 'Kept', cell: ({ created_at }) => <Time at={created_at} as="date" /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: (authorization) => authorization.active && <Actions {...{ customer, authorization }} />,
    },
  ]
  return (
    <DataList
      list={list}
      label="Kept cards and mandates of this customer, newest first"
      columns={columns}
      rowKey={({ authorization_code }) => authorization_code}
      empty={{
        sentence:
          'No kept card yet. A customer can keep one at the checkout of a payment that offers it.',
        ...(isTest && { action: <StartPayment of={body} /> }),
        curl: { method: 'POST', path: '/transactions/initialize', body },
      }}
    />
  )
}

type Props = { customer: Customer; authorization: Authorization }

function Actions({ customer, authorization }: Props) {
  const { why } = useCan('collect')
  const { authorization_code } = authorization
  const face = faceOf(authorization)
  const params = { id: customer.id, authorization_code }
  return (
    <>
      <DialogButton
        isSmall
        why={why}
        aria-label={`Charge ${face}`}
        dialog={(close) => <ChargeDialog {...{ customer, authorization }} onClose={close} />}
      >
        Charge
      </DialogButton>{' '}
      <ConfirmButton
        isSmall
        isDanger
        why={why}
        text="Remove"
        title={`Remove ${face}`}
        work={() => del('/customers/{id}/authorizations/{authorization_code}', { params })}
        done={`${face} removed.`}
        refresh={['/customers', '/subscriptions']}
      >
        <p>
          It can be charged no more, and the next charge of subscriptions that it pays fails. Only
          the customer can keep it again, at a checkout. This cannot be undone.
        </p>
      </ConfirmButton>
    </>
  )
}

function ChargeDialog({ customer, authorization, onClose }: Props & { onClose: () => void }) {
  const name = useBusiness()?.name
  const amount = useAmount('amount', null)
  const { email } = customer
  const { authorization_code } = authorization
  const charge = useFormAction(
    (_, key) =>
      post('/transactions/charge-authorization', {
        key,
        body: { authorization_code, email, amount: amount.kobo ?? 0 },
      }),
    { done: toldOf, refresh: ['/transactions', '/customers', '/balance'], onDone: onClose },
  )
  return (
    <FormDialog
      title={`Charge ${faceOf(authorization)}`}
      intro="Without the customer. Charge only what they agreed to."
      onClose={onClose}
      action={charge}
      submit={['Charge', email, amount.kobo ? naira(amount.kobo) : null, 'for', name]}
      why={amount.kobo ? undefined : 'Enter an amount.'}
    >
      <AmountField {...amount} label="Amount" autoFocus />
    </FormDialog>
  )
}

function toldOf({
  status,
  decline_message,
  transaction,
}: DataOf<'POST', '/transactions/charge-authorization'>): string {
  switch (status) {
    case 'success':
      return `${naira(transaction.amount)} paid.`
    case 'failed':
      return `Declined. ${decline_message ?? ''}`
    case 'processing':
      return 'The bank has not answered yet. The payment shows what became of it.'
    case 'action_required':
      return 'The bank asks for the customer. Send them the checkout of the payment.'
  }
}

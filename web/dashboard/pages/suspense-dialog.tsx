import { useState } from 'react'
import { post } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import type { Suspended } from './suspense.tsx'

const FOUND_MAX = 25

/** To whom it is given. It cannot be taken back here. */
export function AssignDialog({ of, onClose }: { of: Suspended; onClose: () => void }) {
  const [accountNumber, setAccountNumber] = useState('')
  const [businessId, setBusinessId] = useState('')
  const assign = useAction(
    () =>
      post('/operator/suspense/{id}/assign', {
        params: { id: of.id },
        body: { account_number: accountNumber, ...(businessId && { business_id: businessId }) },
      }),
    {
      done: `${naira(of.amount)} is given to the account ${accountNumber}.`,
      refresh: ['/operator/suspense'],
      errors: 'form',
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title="Assign this money"
      intro={
        'It is booked as if it had come to that account, with its event to the business. ' +
        'It cannot be taken back here.'
      }
      isOpen
      onClose={onClose}
    >
      <Facts
        of={{
          Amount: <Money kobo={of.amount} isStrong />,
          From: `${of.sender_name}, ${of.sender_account_number}`,
          'Came to': of.account_number,
          Narration: of.narration || null,
          Arrived: <Time at={of.received_at} as="full" />,
        }}
      />
      <Form onSubmit={() => assign.run()} error={assign.error}>
        <TextField
          name="account_number"
          label="Account number it was meant for"
          help="A dedicated account of a customer, or the account of a wallet."
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={accountNumber}
          onChange={setAccountNumber}
        />
        <BusinessField value={businessId} onChange={setBusinessId} />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={assign.isBusy}>
            Assign {naira(of.amount)}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

type FieldProps = { value: string; onChange: (id: string) => void }

/** A second look at the number: one that was mistyped may be another business's. */
function BusinessField({ value, onChange }: FieldProps) {
  const [sought, setSought] = useState('')
  const { data = [] } = useGet('/operator/businesses', {
    query: { q: sought || undefined, perPage: FOUND_MAX },
  })
  const found = data.map(({ business_id, name, email }) => [business_id, `${name} (${email})`])
  return (
    <div className="pair">
      <TextField
        name="q"
        label="Find the business"
        placeholder="Name or e-mail"
        isOptional
        value={sought}
        onChange={(text) => {
          setSought(text)
          onChange('')
        }}
      />
      <SelectField
        name="business_id"
        label="Only if it belongs to"
        value={value}
        onChange={onChange}
        options={{ '': 'Any business', ...Object.fromEntries(found) }}
      />
    </div>
  )
}

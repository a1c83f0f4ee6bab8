import { useState } from 'react'
import { ApiError, post } from '../api.ts'
import { naira } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { TextField } from '../parts/field.tsx'
import { FinalButton } from '../parts/final-button.tsx'
import { Form } from '../parts/form.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import type { Suspended } from './suspense.tsx'

const NUMBER = /^\d{10}$/

/** Gives money that came for nobody to an account. It cannot be taken back here. */
export function AssignDialog({ of, onClose }: { of: Suspended; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const number = typed.replaceAll(/\D/g, '')
  const isWhole = NUMBER.test(number)
  const { data, error } = useGet('/operator/suspense/{id}/holder', {
    params: { id: of.id },
    query: { account_number: number },
    isOff: !isWhole,
  })
  // What was read last may be of another number.
  const holder = isWhole && data?.account_number === number ? data : null
  const assign = useAction(
    () =>
      post('/operator/suspense/{id}/assign', {
        params: { id: of.id },
        body: { account_number: number, ...(holder && { business_id: holder.business_id }) },
      }),
    {
      done: `${naira(of.amount)} is given to ${holder?.name}, account ${number}.`,
      refresh: ['/operator/suspense'],
      errors: 'form',
      onDone: onClose,
    },
  )
  return (
    <Dialog
      title="Assign this money"
      intro={
        'It is booked as a deposit to the account you enter, and the business receives its ' +
        'events. It cannot be taken back here.'
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
      <Form onSubmit={() => holder && assign.run()} error={assign.error}>
        <TextField
          name="account_number"
          label="Account number it was meant for"
          help="A customer’s dedicated account, or the account of a wallet."
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
        />
        <p className="holder" role="status" data-known={holder === null ? undefined : ''}>
          {holder !== null && (
            <>
              {KINDS[holder.kind]} {holder.name} at {holder.business_name}
            </>
          )}
          {holder === null && isWhole && (error ? sentenceOf(error) : 'Looking it up …')}
          {!isWhole && 'The holder’s name appears here.'}
        </p>
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <FinalButton
            does={['Give', naira(of.amount), 'to', holder?.name, 'at', holder?.business_name]}
            why={holder === null ? 'Enter an account number that somebody here holds.' : undefined}
            isBusy={assign.isBusy}
          />
        </Buttons>
      </Form>
    </Dialog>
  )
}

const KINDS = { dedicated: 'Dedicated account of', wallet: 'Wallet of' }

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'It could not be looked up.'
}

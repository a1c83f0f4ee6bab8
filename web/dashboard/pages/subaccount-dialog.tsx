import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataOf, post, put } from '../api.ts'
import { BankAccountFields, useBankAccount } from '../parts/bank-account.tsx'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'

const INTRO =
  'Its part of what is paid goes to this account at a bank. Your password may be asked ' +
  'for first.'
const WAITS =
  ' Another account takes effect after 24 hours or when a second person approves it; nothing is ' +
  'paid out until then.'

type Subaccount = DataOf<'GET', '/subaccounts/{subaccount_code}'>
type Props = {
  /** Of one that is changed. */
  subaccount?: Subaccount
  onClose: () => void
}

export function SubaccountDialog({ subaccount, onClose }: Props) {
  const navigate = useNavigate()
  const [name, setName] = useState(subaccount?.business_name ?? '')
  const [email, setEmail] = useState(subaccount?.primary_contact_email ?? '')
  const account = useBankAccount({
    bank: subaccount?.bank.code ?? '',
    number: subaccount?.account_number ?? '',
  })
  const body = {
    business_name: name.trim(),
    bank_code: account.bank,
    account_number: account.number,
    ...(email.trim() !== '' && { primary_contact_email: email.trim() }),
  }
  const save = useAction(
    (_: undefined, key): Promise<Subaccount> =>
      subaccount
        ? put('/subaccounts/{subaccount_code}', {
            params: { subaccount_code: subaccount.subaccount_code },
            body,
          })
        : post('/subaccounts', { body, key }),
    {
      errors: 'form',
      done: subaccount
        ? 'The subaccount is changed.'
        : 'The subaccount is there. Name it in a split.',
      refresh: ['/subaccounts', '/account-changes'],
      onDone: ({ subaccount_code }) => {
        onClose()
        if (!subaccount) void navigate({ to: paths.subaccount(subaccount_code) })
      },
    },
  )
  return (
    <Dialog
      title={subaccount ? 'Change this subaccount' : 'New subaccount'}
      intro={subaccount ? INTRO + WAITS : INTRO}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => save.run(undefined)} error={save.error}>
        <TextField
          name="business_name"
          label="Name"
          placeholder="Ada Example Foods"
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <BankAccountFields of={account} />
        <TextField
          name="primary_contact_email"
          label="E-mail"
          type="email"
          isOptional
          help="Of whom you talk to there."
          value={email}
          onChange={setEmail}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="main"
            isBusy={save.isBusy}
            why={name.trim() === '' ? 'Write a name first.' : account.why}
          >
            {subaccount ? 'Save' : 'Add it'}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

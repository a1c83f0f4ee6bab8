import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'
import { SplitField } from './split-field.tsx'

// A customer gets an account number for ever, or what is known of theirs is completed. Both are the
// same call: whoever has an account keeps it.

type Account = Schemas['DedicatedVirtualAccount']
type Known = Pick<Schemas['Customer'], 'first_name' | 'last_name' | 'email' | 'phone'>
type Props = {
  customer?: Known
  /** Where they have it already. */
  account?: Account
  onClose: () => void
}
type Draft = {
  firstName: string
  lastName: string
  email: string
  phone: string
  bvn: string
  splitCode: string
}
type Change = (part: Partial<Draft>) => void

const BVN_HELP =
  'Eleven digits. With it the bank raises the account to Tier 3, which has higher limits. It is ' +
  'kept sealed; of what you write here only the last four digits are shown later.'

export function DedicatedAccountDialog({ customer, account, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(customer, account))
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }))
  const save = useSave(draft, account, onClose)
  const hasBvn = account !== undefined && account.customer.bvn !== null
  return (
    <Dialog
      title={account ? 'Change this account' : 'Give a customer an account number'}
      intro={
        account
          ? 'The number and the name on it stay as they are.'
          : 'It is theirs for ever. Whatever is transferred to it is a payment by them.'
      }
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => save.run()} error={save.error}>
        {!account && <Who draft={draft} change={change} isKnown={customer !== undefined} />}
        {!hasBvn && (
          <TextField
            name="customer.bvn"
            label="BVN"
            inputMode="numeric"
            autoComplete="off"
            isOptional
            help={BVN_HELP}
            value={draft.bvn}
            onChange={(bvn) => change({ bvn })}
          />
        )}
        <SplitField
          value={draft.splitCode}
          onChange={(splitCode) => change({ splitCode })}
          isKept={Boolean(account?.split_code)}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={save.isBusy}>
            {account ? 'Save' : 'Give the number'}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

function useSave(draft: Draft, account: Account | undefined, onClose: () => void) {
  const navigate = useNavigate()
  return useAction(() => post('/dedicated-virtual-accounts', { body: bodyOf(draft) }), {
    errors: 'form',
    done: ({ account_number }) =>
      account ? 'The account is changed.' : `The account number is ${account_number}.`,
    refresh: ['/dedicated-virtual-accounts', '/customers'],
    onDone: ({ id }) => {
      onClose()
      if (!account) void navigate({ to: paths.dedicatedAccount(id) })
    },
  })
}

type WhoProps = {
  draft: Draft
  change: Change /** Another address is another customer. */
  isKnown: boolean
}

function Who({ draft, change, isKnown }: WhoProps) {
  return (
    <>
      <div className="pair">
        <TextField
          name="customer.first_name"
          label="First name"
          value={draft.firstName}
          onChange={(firstName) => change({ firstName })}
        />
        <TextField
          name="customer.last_name"
          label="Last name"
          value={draft.lastName}
          onChange={(lastName) => change({ lastName })}
        />
      </div>
      {!isKnown && (
        <TextField
          name="customer.email"
          label="E-mail"
          type="email"
          value={draft.email}
          onChange={(email) => change({ email })}
        />
      )}
      <TextField
        name="customer.phone"
        label="Phone"
        type="tel"
        isOptional
        value={draft.phone}
        onChange={(phone) => change({ phone })}
      />
    </>
  )
}

function draftOf(customer: Known | undefined, account: Account | undefined): Draft {
  const who = account?.customer ?? customer
  return {
    firstName: who?.first_name ?? '',
    lastName: who?.last_name ?? '',
    email: who?.email ?? '',
    phone: who?.phone ?? '',
    bvn: '',
    splitCode: account?.split_code ?? '',
  }
}

function bodyOf({ firstName, lastName, email, phone, bvn, splitCode }: Draft) {
  return {
    customer: {
      first_name: firstName,
      last_name: lastName,
      email: email.trim(),
      ...(phone.trim() && { phone: phone.trim() }),
      ...(bvn.trim() && { bvn: bvn.trim() }),
    },
    ...(splitCode && { split_code: splitCode }),
  }
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { post, type RequestOf, type Schemas } from '../api.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { RecordPicker } from '../parts/record-picker.tsx'
import { paths } from '../paths.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SplitField } from './split-words.tsx'

// Creates a dedicated account for a customer, or adds to the details of its customer. Both use the
// same call, which returns an existing account.

type Account = Schemas['DedicatedVirtualAccount']
type Known = Pick<Schemas['Customer'], 'first_name' | 'last_name' | 'email' | 'phone'>
type Props = {
  customer?: Known
  /** The existing account. */
  account?: Account
  onClose: () => void
}
const BVN_HELP =
  '11 digits. With a BVN the bank raises the account to Tier 3, which has higher limits. It ' +
  'is stored encrypted, and only its last four digits are shown.'
const NIN_HELP = 'In place of the BVN, or beside it. Live mode needs one of them.'

export function DedicatedAccountDialog({ customer: given, account, onClose }: Props) {
  const [chosen, choose] = useState('')
  const { data: found } = useGet('/customers/{id}', {
    params: { id: chosen },
    isOff: chosen === '',
  })
  const customer = given ?? (found?.id === chosen ? found : undefined)
  const known = account?.customer ?? customer
  const firstName = useField('customer.first_name', known?.first_name ?? '')
  const lastName = useField('customer.last_name', known?.last_name ?? '')
  const email = useField('customer.email', known?.email ?? '')
  const phone = useField('customer.phone', known?.phone ?? '')
  const bvn = useField('customer.bvn', '')
  const nin = useField('customer.nin', '')
  const split = useField('split_code', account?.split_code ?? '')
  const save = useSave(account, onClose, {
    customer: {
      first_name: firstName.value,
      last_name: lastName.value,
      email: known?.email ?? email.value.trim(),
      ...(phone.value.trim() && { phone: phone.value.trim() }),
      ...(bvn.value.trim() && { bvn: bvn.value.trim() }),
      ...(nin.value.trim() && { nin: nin.value.trim() }),
    },
    ...(split.value && { split_code: split.value }),
  })
  return (
    <FormDialog
      title={account ? 'Change account' : 'New dedicated account'}
      intro={
        account
          ? 'The account number and name stay the same.'
          : 'The account number is permanent. Every transfer to it is a payment by this customer.'
      }
      onClose={onClose}
      action={save}
      submit={account ? 'Save' : 'Create account'}
    >
      {!account && !given && (
        <RecordPicker
          kind="customer"
          name="customer"
          label="Known customer"
          isOptional
          help="Empty: a new customer."
          placeholder="Email or name"
          value={chosen}
          onChange={(one) => choose(one?.id ?? '')}
        />
      )}
      {!account && (
        <>
          <div className="pair">
            <TextField {...firstName} label="First name" />
            <TextField {...lastName} label="Last name" />
          </div>
          {/* Another email address would be another customer. */}
          {!customer && <TextField {...email} label="Email" type="email" />}
          <TextField {...phone} label="Phone" type="tel" isOptional />
        </>
      )}
      {!account?.customer.bvn && (
        <TextField
          {...bvn}
          label="BVN"
          inputMode="numeric"
          autoComplete="off"
          isOptional
          help={BVN_HELP}
        />
      )}
      {!account?.customer.nin && (
        <TextField
          {...nin}
          label="NIN"
          inputMode="numeric"
          autoComplete="off"
          isOptional
          help={NIN_HELP}
        />
      )}
      <SplitField {...split} isKept={Boolean(account?.split_code)} />
    </FormDialog>
  )
}

type Body = RequestOf<'POST', '/dedicated-virtual-accounts'>

function useSave(account: Account | undefined, onClose: () => void, body: Body) {
  const navigate = useNavigate()
  return useFormAction(() => post('/dedicated-virtual-accounts', { body }), {
    done: ({ account_number }) =>
      account ? 'Account changed.' : `Account ${account_number} created.`,
    refresh: ['/dedicated-virtual-accounts', '/customers'],
    onDone: ({ id }) => {
      onClose()
      if (!account) void navigate({ to: paths.dedicatedAccount(id) })
    },
  })
}

import { useNavigate } from '@tanstack/react-router'
import { type DataOf, get, patch, post } from '../api.ts'
import { BankAccountFields, useBankAccount } from '../parts/bank-account.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton, FormDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Money } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import { useList } from '../use-list.ts'
import { SHARING_STATES } from './split-words.tsx'

type Listed = DataOf<'GET', '/subaccounts'>[number]

const SENTENCE =
  'A subaccount is a bank account with which you share payments. Its share is paid out ' +
  'automatically.'
const BODY = { business_name: 'Ada Example Foods', bank_code: '058', account_number: '0000000018' }

const COLUMNS: Column<Listed>[] = [
  { title: 'Name', cell: ({ business_name }) => business_name },
  {
    title: 'Account',
    cell: ({ bank, account_number }) => (
      <>
        {bank.name} <span className="faint">{account_number}</span>
      </>
    ),
  },
  {
    title: 'Status',
    width: '120px',
    cell: ({ active }) => <Badge state={active ? 'active' : 'stopped'} of={SHARING_STATES} />,
  },
  { title: 'Pending', isEnd: true, cell: ({ pending }) => <Money kobo={pending} /> },
  { title: 'Available', isEnd: true, cell: ({ available }) => <Money kobo={available} isStrong /> },
]

export function SubaccountsPage() {
  const list = useList('/subaccounts')
  const { why } = useCan('share')
  return (
    <Page
      title="Subaccounts"
      intro="The bank accounts with which you share payments, and their balances."
      actions={
        <DialogButton
          isNew
          look="main"
          icon="plus"
          why={why}
          dialog={(close) => <SubaccountDialog onClose={close} />}
        >
          New subaccount
        </DialogButton>
      }
    >
      <DataList
        list={list}
        label="Subaccounts, newest first"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => paths.subaccount(id)}
        empty={{
          sentence: SENTENCE,
          action: <FirstButton why={why}>Create your first subaccount</FirstButton>,
          ...(isTest && { curl: { method: 'POST', path: '/subaccounts', body: BODY } }),
        }}
      />
    </Page>
  )
}

const INTRO =
  'Its share of payments is paid to this bank account. You may have to confirm your password.'
const WAITS =
  ' A new account takes effect after 24 hours, or when a second person approves it. Payouts ' +
  'stop until then.'

type Subaccount = DataOf<'GET', '/subaccounts/{id}'>
type Props = {
  /** The subaccount to change. */
  subaccount?: Subaccount
  /** What follows when it is created; by default its page. */
  onCreated?: (id: string) => void
  onClose: () => void
}

function formOf(subaccount: Subaccount | undefined) {
  return {
    business_name: subaccount?.business_name ?? '',
    bank_code: subaccount?.bank.code ?? '',
    account_number: subaccount?.account_number ?? '',
    primary_contact_email: subaccount?.primary_contact_email ?? null,
  }
}

export function SubaccountDialog({ subaccount, onCreated, onClose }: Props) {
  const navigate = useNavigate()
  const edit = useEdit(subaccount, {
    read: () => get('/subaccounts/{id}', { params: { id: subaccount!.id } }),
    formOf,
  })
  const first = formOf(edit.record)
  const name = useField('business_name', first.business_name)
  const email = useField('primary_contact_email', first.primary_contact_email ?? '')
  const account = useBankAccount({ bank: first.bank_code, number: first.account_number })
  const contact = email.value.trim()
  const body = {
    business_name: name.value.trim(),
    bank_code: account.bank,
    account_number: account.number,
  }
  const save = useFormAction(
    async (_, key): Promise<Subaccount> => {
      if (!subaccount) {
        const more = contact !== '' && { primary_contact_email: contact }
        return post('/subaccounts', { body: { ...body, ...more }, key })
      }
      const wanted = { ...body, primary_contact_email: contact || null }
      const sent = { params: { id: subaccount.id }, body: wanted, key }
      return (await edit.save(wanted, (ifMatch) =>
        patch('/subaccounts/{id}', { ...sent, ifMatch }),
      ))!
    },
    {
      done: subaccount
        ? 'Subaccount changed.'
        : 'Subaccount created. You can now use it in a split.',
      refresh: ['/subaccounts', '/account-changes'],
      onDone: ({ id }) => {
        onClose()
        if (onCreated) onCreated(id)
        else if (!subaccount) void navigate({ to: paths.subaccount(id) })
      },
    },
  )
  return (
    <FormDialog
      title={subaccount ? 'Change subaccount' : 'New subaccount'}
      intro={subaccount ? INTRO + WAITS : INTRO}
      onClose={onClose}
      action={save}
      submit={subaccount ? 'Save' : 'Create subaccount'}
      why={name.value.trim() === '' ? 'Enter a name.' : account.why}
    >
      <TextField {...name} label="Name" placeholder="Ada Example Foods" maxLength={100} />
      <BankAccountFields of={account} />
      <TextField {...email} label="Email" type="email" isOptional help="Your contact person." />
    </FormDialog>
  )
}

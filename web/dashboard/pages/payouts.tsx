import { useNavigate } from '@tanstack/react-router'
import { post, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { BankAccountFields, useBankAccount } from '../parts/bank-account.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton, FormDialog } from '../parts/dialog.tsx'
import { AmountField, TextField, useAmount, useField } from '../parts/field.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import type { EmptyProps } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { ExportButton } from '../parts/progress.tsx'
import { Badge, Money, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useBusiness, useCan } from '../session.ts'
import { dutySentence, useStampDuty } from '../stamp-duty.ts'
import { wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { type List, useGet, useList } from '../use-list.ts'

type Status = Schemas['Payout']['status']

export const PAYOUT_STATES: Record<Status, { tone: Tone; text: string }> = {
  pending: { tone: 'wait', text: 'Pending' },
  success: { tone: 'good', text: 'Sent' },
  failed: { tone: 'bad', text: 'Failed' },
  reversed: { tone: 'bad', text: 'Reversed' },
}

export const PAYOUT_MEANING: Record<Status, string> = {
  pending: 'The bank has not confirmed yet. We keep checking.',
  success: 'The bank sent it.',
  failed: 'The bank did not send it. The amount is back in the balance.',
  reversed: 'The bank returned it after it was sent. The amount is back in the balance.',
}

const SENTENCE = 'A payout sends money from your wallet to any bank account.'
/** An account that exists in the sandbox. */
const BODY = { amount: 250_000, bank_code: '058', account_number: '0000000018' }

export function PayoutsPage() {
  const { data: subaccounts = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const names = subaccounts.map((one) => [one.id, one.business_name] as const)
  const filters = useFilters([
    ...FILTERS,
    ...(names.length === 0 ? [] : [whose(Object.fromEntries(names))]),
    { kind: 'dates' },
  ])
  const list = useList('/payouts', { query: filters.query })
  const { why } = useCan('payout')
  return (
    <Page
      title="Payouts"
      intro="Money sent to bank accounts, by you or automatically to subaccounts."
      actions={
        <>
          <ExportButton path="/payouts" query={filters.query} what="payouts" />
          <DialogButton
            isNew
            look="main"
            icon="payout"
            why={why}
            dialog={(close) => <PayoutDialog onClose={close} />}
          >
            New payout
          </DialogButton>
        </>
      }
    >
      <Filters of={filters} />
      <PayoutsList
        list={list}
        filters={filters}
        empty={{
          sentence: SENTENCE,
          action: <FirstButton why={why}>Send your first payout</FirstButton>,
          ...(isTest && { curl: { method: 'POST', path: '/payouts', body: BODY } }),
        }}
      />
    </Page>
  )
}

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'reference',
    label: 'Search by complete reference',
    placeholder: 'Reference',
  },
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(PAYOUT_STATES) },
]

function whose(options: Record<string, string>): Filter {
  return { kind: 'select', name: 'subaccount', label: 'Subaccount', options }
}

type Payout = Schemas['Payout']

const COLUMNS: Column<Payout>[] = [
  { title: 'To', cell: ({ account_name }) => account_name },
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
    cell: ({ status }) => <Badge state={status} of={PAYOUT_STATES} />,
  },
  { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

type ListProps = {
  list: List<Payout>
  empty: EmptyProps
  filters?: { isAny: boolean; clear: () => void }
}

export function PayoutsList({ list, empty, filters }: ListProps) {
  return (
    <DataList
      list={list}
      {...(filters && { filters })}
      label="Payouts, newest first"
      columns={COLUMNS}
      to={({ id }) => paths.payout(id)}
      empty={empty}
    />
  )
}

const INTRO =
  'The amount leaves your wallet at once. You cannot undo a payout. You may have to confirm ' +
  'your password.'

const REASON_LENGTH_MAX = 100

type Props = {
  /** The payout to repeat. */
  like?: { amount: number; bank: string; number: string; reason: string }
  onClose: () => void
}

export function PayoutDialog({ like, onClose }: Props) {
  const business = useBusiness()
  const { data: balance } = useGet('/balance')
  const account = useBankAccount({ bank: like?.bank ?? '', number: like?.number ?? '' })
  const amount = useAmount('amount', like?.amount ?? null)
  const reason = useField('reason', like?.reason ?? '')
  const navigate = useNavigate()
  const pay = useFormAction(
    (_, key) =>
      post('/payouts', {
        key,
        body: {
          amount: amount.kobo ?? 0,
          bank_code: account.bank,
          account_number: account.number,
          ...(reason.value.trim() !== '' && { reason: reason.value.trim() }),
        },
      }),
    {
      done: ({ status }) => DONE[status],
      refresh: ['/payouts', '/balance'],
      onDone: ({ id }) => {
        onClose()
        void navigate({ to: paths.payout(id) })
      },
    },
  )
  const duty = useStampDuty(amount.kobo)
  const isTooMuch =
    amount.kobo !== null && balance !== undefined && amount.kobo + duty > balance.available
  const available = balance && `${naira(balance.available)} available.`
  return (
    <FormDialog
      title="New payout"
      intro={INTRO}
      onClose={onClose}
      action={pay}
      submit={[
        'Send',
        amount.kobo ? naira(amount.kobo) : null,
        'to',
        account.name,
        'from',
        business?.name,
      ]}
      why={account.why ?? whyNot(amount.kobo, isTooMuch ? tooMuch(duty) : undefined)}
    >
      <BankAccountFields of={account} />
      <AmountField
        {...amount}
        label="Amount"
        help={[available, duty > 0 && dutySentence(amount.kobo ?? 0, duty)]
          .filter(Boolean)
          .join(' ')}
        wrong={isTooMuch ? tooMuch(duty) : undefined}
      />
      <TextField
        {...reason}
        label="Reason"
        isOptional
        help="The recipient can see this."
        maxLength={REASON_LENGTH_MAX}
      />
    </FormDialog>
  )
}

const DONE = {
  pending: 'Payout pending: the bank has not confirmed yet.',
  success: 'Payout sent.',
  failed: 'The bank did not send the payout.',
  reversed: 'The payout was reversed.',
}

function whyNot(amount: number | null, tooMuch: string | undefined): string | undefined {
  return amount === null || amount === 0 ? 'Enter an amount.' : tooMuch
}

function tooMuch(duty: number): string {
  return duty > 0
    ? `With ${naira(duty)} stamp duty, this is more than the available balance.`
    : 'This is more than the available balance.'
}

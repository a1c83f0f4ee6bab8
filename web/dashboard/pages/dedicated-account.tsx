import { post, type Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { DialogButton, FirstButton, FormDialog } from '../parts/dialog.tsx'
import { AmountField, TextField, useAmount, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { FactsSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { useParam } from '../url.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { DepositsOf } from './customer-payments.tsx'
import { DedicatedAccountDialog } from './dedicated-account-dialog.tsx'
import { TIERS } from './dedicated-accounts.tsx'

type Account = Schemas['DedicatedVirtualAccount']

const CRUMBS = [{ title: 'Dedicated accounts', to: paths.dedicatedAccounts() }]

export function DedicatedAccountPage() {
  const id = useParam('id')
  const read = useGet('/dedicated-virtual-accounts/{id}', { params: { id } })
  return (
    <RecordPage title="Dedicated account" crumbs={CRUMBS} read={read}>
      {(account) => <Found account={account} />}
    </RecordPage>
  )
}

function Found({ account }: { account: Account }) {
  const { customer, account_number, split_code } = account
  return (
    <Page
      title={account_number}
      crumbs={CRUMBS}
      beside={<Badge state={`tier_${account.tier}`} of={TIERS} />}
      actions={<Actions account={account} />}
    >
      <div className="columns">
        <FactsSection
          title="Account"
          of={{
            Number: <Copy text={account_number} />,
            Bank: account.bank.name,
            'Account name': account.account_name,
            Limits:
              account.limits &&
              `${naira(account.limits.daily)} a day, ${naira(account.limits.balance)} held`,
            'Shared with': split_code && <Go to={paths.split(split_code)}>{split_code}</Go>,
            Created: <Time at={account.assigned_at} as="full" />,
            Changed:
              account.updated_at === account.created_at ? null : (
                <Time at={account.updated_at} as="full" />
              ),
            Id: <Copy text={account.id} />,
          }}
        />
        <FactsSection
          title="Customer"
          of={{
            Name: <Go to={paths.customer(customer.id)}>{customer.name}</Go>,
            Email: customer.email,
            Phone: customer.phone,
            BVN: customer.bvn ? <code>{customer.bvn}</code> : 'None',
            NIN: customer.nin ? <code>{customer.nin}</code> : 'None',
          }}
        />
      </div>
      <Section
        title="Deposits"
        intro="Each transfer to this account is a separate payment, whatever its amount."
      >
        <DepositsOf customerId={customer.id} empty={nothingCame(account_number)} />
      </Section>
    </Page>
  )
}

function Actions({ account }: { account: Account }) {
  const collect = useCan('collect')
  const sandbox = useCan('sandbox')
  const splits = useGet('/splits', { query: { perPage: 100 } })
  const { bvn, nin } = account.customer
  const isComplete = bvn !== null && nin !== null && splits.data?.length === 0
  const nothing = isComplete ? 'BVN and NIN are already set, and you have no splits.' : undefined
  return (
    <>
      {isTest && (
        <DialogButton
          isNew
          icon="deposit"
          why={sandbox.why}
          dialog={(close) => <TestTransferDialog account={account} onClose={close} />}
        >
          Send a test transfer
        </DialogButton>
      )}
      <DialogButton
        why={collect.why ?? nothing}
        dialog={(close) => <DedicatedAccountDialog account={account} onClose={close} />}
      >
        Change
      </DialogButton>
    </>
  )
}

function nothingCame(account_number: string) {
  if (!isTest) return { sentence: 'Give the number to your customer. Their transfers appear here.' }
  return {
    sentence: 'No deposits yet. In test mode you can send a transfer yourself.',
    action: <FirstButton>Send a transfer</FirstButton>,
    curl: {
      method: 'POST',
      path: '/sandbox/transfers',
      body: { account_number, amount: 500_000 },
    } as const,
  }
}

type Props = { account: { account_number: string; account_name: string }; onClose: () => void }

/** In test mode: simulates a transfer to this number. */
function TestTransferDialog({ account, onClose }: Props) {
  const { account_number, account_name } = account
  const amount = useAmount('amount', 500_000)
  const sender = useField('sender_name', 'Ada Example')
  const narration = useField('narration', '')
  const send = useFormAction(
    (_, key) =>
      post('/sandbox/transfers', {
        key,
        body: {
          account_number,
          amount: amount.kobo ?? 0,
          ...(sender.value.trim() && { sender_name: sender.value.trim() }),
          ...(narration.value.trim() && { narration: narration.value.trim() }),
        },
      }),
    {
      done: (deposit) => `${naira(deposit.amount)} received.`,
      refresh: ['/transactions', '/deposits', '/customers', '/balance', '/statistics'],
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Send a test transfer"
      intro={`To ${account_number}, ${account_name}. No real money moves.`}
      onClose={onClose}
      action={send}
      submit="Send"
      why={amount.kobo ? undefined : 'Enter an amount.'}
    >
      <AmountField {...amount} label="Amount" autoFocus />
      <TextField {...sender} label="Sender" />
      <TextField {...narration} label="Narration" isOptional maxLength={100} />
    </FormDialog>
  )
}

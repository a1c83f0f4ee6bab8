import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { DepositsOf } from './customer-payments.tsx'
import { DedicatedAccountDialog } from './dedicated-account-dialog.tsx'
import { TIERS } from './dedicated-account-states.ts'
import { TestTransferDialog } from './test-transfer-dialog.tsx'

type Account = Schemas['DedicatedVirtualAccount']

const CRUMBS = [{ title: 'Dedicated accounts', to: paths.dedicatedAccounts() }]

export function DedicatedAccountPage() {
  const id = useParam('id')
  const { data, error, again } = useGet('/dedicated-virtual-accounts/{id}', { params: { id } })
  if (data === undefined || error) {
    return (
      <Page title="Dedicated account" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  return <Found account={data} />
}

function Found({ account }: { account: Account }) {
  const [open, setOpen] = useState<'change' | 'transfer' | null>(null)
  const { customer, account_number, split_code } = account
  const close = () => setOpen(null)
  return (
    <Page
      title={account_number}
      crumbs={CRUMBS}
      beside={<Badge state={`tier_${account.tier}`} of={TIERS} />}
      actions={<Actions account={account} onOpen={setOpen} />}
    >
      <div className="columns">
        <Section title="Account">
          <Facts
            of={{
              Number: <Copy text={account_number} />,
              Bank: account.bank.name,
              'Name on it': account.account_name,
              'Shared with': split_code && <Go to={paths.split(split_code)}>{split_code}</Go>,
              Given: <Time at={account.assigned_at} as="full" />,
              Changed:
                account.updated_at === account.created_at ? null : (
                  <Time at={account.updated_at} as="full" />
                ),
              Id: <Copy text={account.id} />,
            }}
          />
        </Section>
        <Section title="Customer">
          <Facts
            of={{
              Name: <Go to={paths.customer(customer.id)}>{customer.name}</Go>,
              'E-mail': customer.email,
              Phone: customer.phone,
              BVN: customer.bvn ? <code>{customer.bvn}</code> : 'Not given',
            }}
          />
        </Section>
      </div>
      <Section
        title="What has come to it"
        intro="Each transfer to this number is a payment of its own, whatever its amount."
      >
        <DepositsOf customerId={customer.id} empty={nothingCame(account_number)} />
      </Section>
      {open === 'change' && <DedicatedAccountDialog account={account} onClose={close} />}
      {open === 'transfer' && <TestTransferDialog account={account} onClose={close} />}
    </Page>
  )
}

type ActionsProps = { account: Account; onOpen: (what: 'change' | 'transfer') => void }

function Actions({ account, onOpen }: ActionsProps) {
  const collect = useCan('collect')
  const sandbox = useCan('sandbox')
  const splits = useGet('/splits', { query: { perPage: 100 } })
  const isComplete = account.customer.bvn !== null && splits.data?.length === 0
  const nothing = isComplete ? 'Its BVN is known, and you have no splits to share by.' : undefined
  return (
    <>
      {isTest && (
        <Button icon="deposit" why={sandbox.why} onClick={() => onOpen('transfer')}>
          Send a test transfer
        </Button>
      )}
      <Button why={collect.why ?? nothing} onClick={() => onOpen('change')}>
        Change
      </Button>
    </>
  )
}

function nothingCame(account_number: string) {
  if (!isTest) return { sentence: 'Give the number to your customer: what they send stands here.' }
  return {
    sentence: 'Nothing has come yet. In test mode you play the customer’s bank.',
    curl: {
      method: 'POST',
      path: '/sandbox/transfers',
      body: { account_number, amount: 500_000 },
    } as const,
  }
}

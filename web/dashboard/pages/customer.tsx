import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { DepositsOf, PaymentsOf } from './customer-payments.tsx'
import { DedicatedAccountDialog } from './dedicated-account-dialog.tsx'

type Customer = DataOf<'GET', '/customers/{id}'>

const CRUMBS = [{ title: 'Customers', to: paths.customers() }]

export function CustomerPage() {
  const id = useParam('id')
  const { data, error, again } = useGet('/customers/{id}', { params: { id } })
  if (data === undefined || error) {
    return (
      <Page title="Customer" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  return <Found customer={data} />
}

function Found({ customer }: { customer: Customer }) {
  const { id, name, email, dedicated_virtual_account } = customer
  return (
    <Page title={name || email} crumbs={CRUMBS}>
      <Totals customer={customer} />
      <div className="columns">
        <Section title="Customer">
          <Facts
            of={{
              'E-mail': <Copy text={email} />,
              Phone: customer.phone,
              'First seen': <Time at={customer.created_at} as="full" />,
              Code: <Copy text={customer.customer_code} />,
            }}
          />
        </Section>
        <Section title="Their own account number">
          {dedicated_virtual_account ? (
            <Account account={dedicated_virtual_account} />
          ) : (
            <NoAccount customer={customer} />
          )}
        </Section>
      </div>
      <Tabs
        label="What this customer has paid"
        of={{
          payments: {
            title: 'Payments',
            content: <PaymentsOf customerId={id} empty={noPayments(customer)} />,
          },
          deposits: {
            title: 'To their own account',
            content: <DepositsOf customerId={id} empty={noDeposits(customer)} />,
          },
        }}
      />
    </Page>
  )
}

function Totals({ customer: { totals } }: { customer: Customer }) {
  const { volume, paid, last_paid_at } = totals
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Paid in all</dt>
        <dd>
          <Money kobo={volume} />
        </dd>
        <dd className="faint">refunds are not taken off</dd>
      </div>
      <div className="tile">
        <dt>Payments</dt>
        <dd>{count(paid)}</dd>
        <dd className="faint">that succeeded</dd>
      </div>
      <div className="tile">
        <dt>Last paid</dt>
        <dd>
          <Time at={last_paid_at} as="date" none="Never" />
        </dd>
      </div>
    </dl>
  )
}

function Account({ account }: { account: NonNullable<Customer['dedicated_virtual_account']> }) {
  const { id, account_number, account_name, bank, tier } = account
  return (
    <Facts
      of={{
        Number: <Copy text={account_number} />,
        Bank: bank.name,
        'Name on it': account_name,
        Level: `Tier ${tier}`,
        Account: <Go to={paths.dedicatedAccount(id)}>Look at this account</Go>,
      }}
    />
  )
}

function NoAccount({ customer }: { customer: Customer }) {
  const [isOpen, setOpen] = useState(false)
  const { why } = useCan('collect')
  return (
    <>
      <p className="prose">
        They have none. With a number of their own they pay by transfer whenever they like, and you
        know by the number who it was.
      </p>
      <div className="actions">
        <Button icon="account" why={why} onClick={() => setOpen(true)}>
          Give them a number
        </Button>
      </div>
      {isOpen && <DedicatedAccountDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  )
}

function noPayments({ email, name }: Customer) {
  return {
    sentence: 'No payment has been started for this customer yet.',
    curl: {
      method: 'POST',
      path: '/transactions/initialize',
      body: { amount: 500_000, email, ...(name && { name }) },
    } as const,
  }
}

function noDeposits({ dedicated_virtual_account: account }: Customer) {
  if (account === null) return { sentence: 'They have no account number of their own yet.' }
  return { sentence: 'Nothing has come to their account number yet.' }
}

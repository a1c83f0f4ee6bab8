import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { DialogButton } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { StartPayment } from '../parts/loaded.tsx'
import { FactsSection, MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Copy, Facts, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { AuthorizationsOf } from './authorizations.tsx'
import { DepositsOf, PaymentsOf } from './customer-payments.tsx'
import { DedicatedAccountDialog } from './dedicated-account-dialog.tsx'
import { NewSubscription, SubscriptionsOf } from './subscriptions.tsx'

type Customer = DataOf<'GET', '/customers/{id}'>

const CRUMBS = [{ title: 'Customers', to: paths.customers() }]

export function CustomerPage() {
  const id = useParam('id')
  const read = useGet('/customers/{id}', { params: { id } })
  return (
    <RecordPage title="Customer" crumbs={CRUMBS} read={read}>
      {(customer) => <Found customer={customer} />}
    </RecordPage>
  )
}

function Found({ customer }: { customer: Customer }) {
  const { id, name, email, dedicated_virtual_account } = customer
  return (
    <Page title={name || email} crumbs={CRUMBS}>
      <Totals customer={customer} />
      <div className="columns">
        <FactsSection
          title="Customer"
          of={{
            Email: <Copy text={email} />,
            Phone: customer.phone,
            'First seen': <Time at={customer.created_at} as="full" />,
            Code: <Copy text={customer.customer_code} />,
          }}
        />
        <Section title="Dedicated account">
          {dedicated_virtual_account ? (
            <Account account={dedicated_virtual_account} />
          ) : (
            <NoAccount customer={customer} />
          )}
        </Section>
      </div>
      <MetadataSection of={customer.metadata} />
      <Tabs
        label="What this customer pays, and with what"
        of={{
          payments: {
            title: 'Payments',
            content: <PaymentsOf customerId={id} empty={noPayments(customer)} />,
          },
          deposits: {
            title: 'Deposits',
            content: <DepositsOf customerId={id} empty={noDeposits(customer)} />,
          },
          subscriptions: {
            title: 'Subscriptions',
            content: (
              <SubscriptionsOf
                query={{ customer: id }}
                label="Subscriptions of this customer, newest first"
                empty={{
                  sentence: 'This customer has not subscribed to a plan.',
                  action: <NewSubscription email={email} />,
                }}
              />
            ),
          },
          cards: {
            title: 'Cards and mandates',
            content: <AuthorizationsOf customer={customer} />,
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
      <Tile title="Total paid" note="before refunds" kobo={volume} />
      <Tile title="Payments" note="succeeded">
        {count(paid)}
      </Tile>
      <Tile title="Last payment">
        <Time at={last_paid_at} as="date" none="Never" />
      </Tile>
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
        'Account name': account_name,
        Tier: `Tier ${tier}`,
        Account: <Go to={paths.dedicatedAccount(id)}>View account</Go>,
      }}
    />
  )
}

function NoAccount({ customer }: { customer: Customer }) {
  const { why } = useCan('collect')
  return (
    <>
      <p className="prose">
        This customer has no account number. With one, they can pay by transfer at any time, and you
        know who paid.
      </p>
      <div className="actions">
        <DialogButton
          icon="account"
          why={why}
          dialog={(close) => <DedicatedAccountDialog customer={customer} onClose={close} />}
        >
          Create an account
        </DialogButton>
      </div>
    </>
  )
}

function noPayments({ email, name }: Customer) {
  const body = { amount: 500_000, email, name: name || email }
  return {
    sentence: 'No payments for this customer yet.',
    ...(isTest && { action: <StartPayment of={body} /> }),
    curl: { method: 'POST', path: '/transactions/initialize', body } as const,
  }
}

function noDeposits({ dedicated_virtual_account: account }: Customer) {
  if (account === null) return { sentence: 'This customer has no dedicated account yet.' }
  return { sentence: 'No deposits to this account yet.' }
}

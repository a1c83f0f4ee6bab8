import { useState } from 'react'
import { type DataOf, put } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { useParam } from '../url.ts'
import { useAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { AccountChange } from './account-change.tsx'
import { PayoutsList } from './payouts-list.tsx'
import { SettlementsList } from './settlements-list.tsx'
import { SHARING_STATES } from './split-words.ts'
import { SubaccountDialog } from './subaccount-dialog.tsx'

type Subaccount = DataOf<'GET', '/subaccounts/{subaccount_code}'>

const CRUMBS = [{ title: 'Subaccounts', to: paths.subaccounts() }]

export function SubaccountPage() {
  const params = { subaccount_code: useParam('code') }
  const { data, error, again } = useGet('/subaccounts/{subaccount_code}', { params })
  if (data === undefined || error) {
    return (
      <Page title="Subaccount" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  return <Found subaccount={data} />
}

function Found({ subaccount }: { subaccount: Subaccount }) {
  const { subaccount_code: code, business_name, active } = subaccount
  return (
    <Page
      title={business_name}
      crumbs={CRUMBS}
      beside={<Badge state={active ? 'active' : 'stopped'} of={SHARING_STATES} />}
      actions={<Actions subaccount={subaccount} />}
    >
      <AccountChange code={code} />
      <Tiles subaccount={subaccount} />
      <Section title="Subaccount">
        <Facts
          of={{
            'Paid out to': subaccount.account_name,
            Bank: subaccount.bank.name,
            'Account number': <Copy text={subaccount.account_number} />,
            'E-mail': subaccount.primary_contact_email && (
              <Copy text={subaccount.primary_contact_email} />
            ),
            Added: <Time at={subaccount.created_at} as="full" />,
            'Last changed': <Time at={subaccount.updated_at} as="full" />,
            Code: <Copy text={code} />,
          }}
        />
      </Section>
      <Tabs
        label="What was theirs"
        of={{
          payouts: { title: 'Payouts', content: <PayoutsOf code={code} /> },
          settlements: { title: 'Settlements', content: <SettlementsOf code={code} /> },
        }}
      />
    </Page>
  )
}

function Tiles({ subaccount: { available, pending } }: { subaccount: Subaccount }) {
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Available</dt>
        <dd>
          <Money kobo={available} />
        </dd>
        <dd className="faint">paid out to them next</dd>
      </div>
      <div className="tile">
        <dt>Pending</dt>
        <dd>
          <Money kobo={pending} />
        </dd>
        <dd className="faint">waits for its settlement</dd>
      </div>
    </dl>
  )
}

function PayoutsOf({ code }: { code: string }) {
  const list = useList('/payouts', { query: { subaccount: code } })
  const sentence =
    'What is theirs is paid out by itself, as soon as it is available. Nothing has been so far.'
  return <PayoutsList list={list} empty={{ sentence }} />
}

function SettlementsOf({ code }: { code: string }) {
  const list = useList('/settlements', { query: { subaccount: code } })
  const sentence = 'None of what they have was ever pending and has been settled.'
  return <SettlementsList list={list} empty={{ sentence }} />
}

function Actions({ subaccount }: { subaccount: Subaccount }) {
  const { active, business_name } = subaccount
  const [open, setOpen] = useState<'change' | 'stop' | null>(null)
  const { why } = useCan('share')
  const close = () => setOpen(null)
  const change = useAction(
    () =>
      put('/subaccounts/{subaccount_code}', {
        params: { subaccount_code: subaccount.subaccount_code },
        body: { active: !active },
      }),
    {
      errors: 'form',
      done: active ? 'They get no more parts of payments.' : 'They get parts of payments again.',
      refresh: ['/subaccounts'],
      onDone: close,
    },
  )
  return (
    <>
      <Button why={why} onClick={() => setOpen('change')}>
        Change
      </Button>
      <Button
        why={why}
        onClick={() => {
          change.reset()
          setOpen('stop')
        }}
      >
        {active ? 'Stop' : 'Start again'}
      </Button>
      {open === 'change' && <SubaccountDialog subaccount={subaccount} onClose={close} />}
      <ConfirmDialog
        title={
          active ? `Stop sharing with ${business_name}?` : `Share with ${business_name} again?`
        }
        confirm={active ? 'Stop' : 'Start again'}
        isDanger={active}
        isOpen={open === 'stop'}
        onClose={close}
        action={change}
      >
        {active
          ? 'No new payment can be shared by a split in which they are. What they have ' +
            'already waits until you start again.'
          : 'Splits in which they are can be used again.'}
      </ConfirmDialog>
    </>
  )
}

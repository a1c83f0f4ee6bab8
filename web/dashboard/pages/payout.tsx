import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { PAYOUT_MEANING, PAYOUT_STATES, payoutFailure } from './payout-words.ts'
import { SubaccountLink } from './subaccount-link.tsx'

type Payout = Schemas['Payout']

const OPEN_POLL_MS = 3_000
const CRUMBS = [{ title: 'Payouts', to: paths.payouts() }]

export function PayoutPage() {
  const id = useParam('id')
  const [isOpen, setOpen] = useState(true)
  const everyMs = isOpen && OPEN_POLL_MS
  const { data, error, again } = useGet('/payouts/{id}', { params: { id }, everyMs })
  const isOpenNow = data === undefined || data.status === 'pending'
  if (isOpenNow !== isOpen) setOpen(isOpenNow)

  if (data === undefined || error) {
    return (
      <Page title="Payout" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  const { status, amount, subaccount } = data
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={PAYOUT_STATES} />}
      intro={PAYOUT_MEANING[status]}
      actions={subaccount === null && status !== 'pending' && <Again payout={data} />}
    >
      <div className="columns">
        <Section title="Payout">
          <PayoutFacts payout={data} />
        </Section>
        <Section title="To">
          <Facts
            of={{
              Name: <span className="strong">{data.account_name}</span>,
              Bank: data.bank.name,
              'Account number': <Copy text={data.account_number} />,
            }}
          />
        </Section>
      </div>
    </Page>
  )
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const { failure, reason, subaccount, session_id } = payout
  return (
    <Facts
      of={{
        Amount: <Money kobo={payout.amount} isStrong />,
        'Why it failed': failure && payoutFailure(failure),
        'What it is for': reason,
        'Whose money': subaccount ? <SubaccountLink code={subaccount} /> : 'Yours',
        'Asked for': <Time at={payout.created_at} as="full" />,
        'The bank answered': payout.completed_at && <Time at={payout.completed_at} as="full" />,
        Reference: <Copy text={payout.reference} />,
        'Number of the bank': session_id && <Copy text={session_id} />,
        Id: <Copy text={payout.id} />,
      }}
    />
  )
}

/** Another one, which begins as this one was. */
function Again({ payout }: { payout: Payout }) {
  const { amount, bank, account_number, reason } = payout
  const [isOpen, setOpen] = useState(false)
  const { why } = useCan('payout')
  const like = { amount, bank: bank.code, number: account_number, reason: reason ?? '' }
  return (
    <>
      <Button icon="payout" why={why} onClick={() => setOpen(true)}>
        {payout.status === 'failed' ? 'Try again' : 'Pay them again'}
      </Button>
      {isOpen && <PayoutDialog like={like} onClose={() => setOpen(false)} />}
    </>
  )
}

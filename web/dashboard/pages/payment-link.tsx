import { useState } from 'react'
import { put } from '../api.ts'
import { count } from '../naira.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { useParam } from '../url.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { LinkAddress } from './payment-link-address.tsx'
import { LinkDialog } from './payment-link-dialog.tsx'
import { LinkFacts } from './payment-link-facts.tsx'
import { LinkPayments } from './payment-link-payments.tsx'
import { LINK_STATES, type Link, stateOf } from './payment-link-words.ts'

const CRUMBS = [{ title: 'Payment links', to: paths.paymentLinks() }]
const POLL_MS = 15_000

export function PaymentLinkPage() {
  const id = useParam('id')
  const read = useGet('/payment-links/{id}', { params: { id }, everyMs: POLL_MS })
  const { data, error, again } = read
  if (data === undefined || error) {
    return (
      <Page title="Payment link" crumbs={CRUMBS}>
        {error ? <ErrorBox error={error} again={again} /> : <Skeleton lines={8} />}
      </Page>
    )
  }
  return <Found link={data} />
}

function Found({ link }: { link: Link }) {
  const [isEditing, setEditing] = useState(false)
  const { why } = useCan('collect')
  return (
    <Page
      title={link.name}
      crumbs={CRUMBS}
      beside={<Badge state={stateOf(link)} of={LINK_STATES} />}
      actions={
        <>
          <Switch link={link} />
          <Button why={why} onClick={() => setEditing(true)}>
            Change
          </Button>
        </>
      }
    >
      <Brought link={link} />
      <div className="columns">
        <Section title="Its address">
          <LinkAddress link={link} />
        </Section>
        <Section title="What it asks for">
          <LinkFacts link={link} />
        </Section>
      </div>
      <LinkPayments link={link} everyMs={POLL_MS} />
      {isEditing && <LinkDialog link={link} onClose={() => setEditing(false)} />}
    </Page>
  )
}

/** What has come by it. */
function Brought({ link: { payments, uses_max } }: { link: Link }) {
  const { succeeded, amount, open } = payments
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Brought</dt>
        <dd>
          <Money kobo={amount} />
        </dd>
        <dd className="faint">fees included</dd>
      </div>
      <div className="tile">
        <dt>Payments that succeeded</dt>
        <dd>
          {uses_max === null ? count(succeeded) : `${count(succeeded)} of ${count(uses_max)}`}
        </dd>
        <dd className="faint">what was sent back in full is left out</dd>
      </div>
      <div className="tile">
        <dt>Being paid now</dt>
        <dd>{count(open)}</dd>
        <dd className="faint">begun, and not over</dd>
      </div>
    </dl>
  )
}

function Switch({ link: { id, active } }: { link: Link }) {
  const [isAsking, setAsking] = useState(false)
  const { why } = useCan('collect')
  const change = useAction(
    () => put('/payment-links/{id}', { params: { id }, body: { active: !active } }),
    {
      // Only switching off asks first, in a form of its own.
      errors: active ? 'form' : 'toast',
      done: active ? 'The link is switched off.' : 'The link is switched on.',
      refresh: ['/payment-links'],
      onDone: () => setAsking(false),
    },
  )
  if (!active) {
    return (
      <Button look="main" why={why} isBusy={change.isBusy} onClick={() => change.run()}>
        Switch on
      </Button>
    )
  }
  return (
    <>
      <Button why={why} onClick={() => setAsking(true)}>
        Switch off
      </Button>
      <ConfirmDialog
        title="Switch this link off"
        confirm="Switch off"
        isOpen={isAsking}
        onClose={() => {
          setAsking(false)
          change.reset()
        }}
        action={change}
      >
        <p>
          Nobody can begin a payment by it from then on; what is being paid now may still be paid.
          You can switch it on again.
        </p>
      </ConfirmDialog>
    </>
  )
}

import type { ReactNode } from 'react'
import { Go } from '../parts/go.tsx'
import { Icon } from '../parts/icon.tsx'
import { ByApi, START, StartPayment } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useGet } from '../use-list.ts'

// The first steps of a business, from the first test payment to live mode. Each is done once the
// records of the business say so; nothing is stored.

const POLL_MS = 5_000

type Step = { title: string; about: ReactNode; isDone: boolean; action: ReactNode }

/**
 * Undefined while it is read; null without such steps: the business is live. `isPaid`: the first
 * step is done.
 */
export function useSteps(isLive: boolean): { steps: Step[]; isPaid: boolean } | null | undefined {
  const isShown = isTest && !isLive
  const paid = useGet('/transactions', {
    query: { status: 'success', perPage: 1 },
    everyMs: POLL_MS,
    isOff: !isShown,
  })
  const webhooks = useGet('/webhooks', { isOff: !isShown })
  const checkout = useGet('/settings/checkout', { isOff: !isShown })
  const members = useGet('/members', { isOff: !isShown })
  if (!isShown || paid.error) return null
  if (paid.data === undefined) return undefined
  // A role that may not read one of these sees its step as still to do.
  if ([webhooks, checkout, members].some(({ data, error }) => !data && !error)) return undefined
  const isPaid = paid.data.length > 0
  const isRejected = webhooks.data?.endpoints.standard.failing_since != null
  const settings = checkout.data
  const steps: Step[] = [
    {
      title: 'Take a test payment',
      about: (
        <>
          Play the customer at a checkout, or{' '}
          <Go to={paths.sandbox()} hash="examples">
            create example data
          </Go>
          .
        </>
      ),
      isDone: isPaid,
      action: (
        <div className="step-ways">
          <StartPayment />
          <ByApi {...START} label="Initialize a payment with the API" />
        </div>
      ),
    },
    {
      title: 'Receive its webhook',
      about: isRejected
        ? 'Your server rejects it: see what it responds.'
        : 'Your server learns of each payment by a signed POST.',
      isDone: webhooks.data?.url != null && !isRejected,
      action: <Go to={paths.webhooks()}>{isRejected ? 'Check the URL' : 'Set the URL'}</Go>,
    },
    {
      title: 'Make the checkout yours',
      about: 'Your logo, your colour, and where customers return.',
      isDone: Boolean(settings?.logo ?? settings?.accent ?? settings?.default_callback_url),
      action: <Go to={paths.settings()}>Choose</Go>,
    },
    {
      title: 'Bring your colleagues',
      about: 'Developers, finance and support see what they need.',
      isDone: (members.data?.length ?? 0) > 1,
      action: <Go to={paths.team()}>Invite</Go>,
    },
    {
      title: 'Take real payments',
      about: 'Say who you are; the operator of this service activates live mode.',
      isDone: false,
      action: <Go to={paths.activation()}>Go live</Go>,
    },
  ]
  return { steps, isPaid }
}

export function Checklist({ steps }: { steps: Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Section title="Get started" actions={`${done} of ${steps.length} done`}>
      <ol className="steps">
        {steps.map(({ title, about, isDone, action }) => (
          <li key={title} data-done={isDone ? '' : undefined}>
            <span className="step-mark">{isDone && <Icon name="check" />}</span>
            <div>
              <b>{title}</b>
              {isDone ? <span className="unseen"> (done)</span> : <p>{about}</p>}
            </div>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </Section>
  )
}

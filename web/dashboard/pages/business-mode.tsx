import { useState } from 'react'
import { count } from '../naira.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Facts } from '../parts/facts.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { FeesDialog } from './business-fees.tsx'
import { type OfMode, percentToType } from './business-words.ts'
import { many } from './operator-words.ts'

type Endpoint = OfMode['webhooks'][number]

const ENDPOINTS: Record<Endpoint['which'], string> = {
  standard: 'Webhooks',
  dedicated_virtual_account: 'Webhooks of deposits',
}
const ENDPOINT_STATES: Record<'none' | 'fine' | 'failing' | 'off', { tone: Tone; text: string }> = {
  none: { tone: 'plain', text: 'None set' },
  fine: { tone: 'good', text: 'In order' },
  failing: { tone: 'warn', text: 'Failing' },
  off: { tone: 'bad', text: 'Turned off' },
}
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** One mode of a business: what it pays, what it has, and how it is set. */
export function ModePanel({ of, id }: { of: OfMode; id: string }) {
  const { balances } = of
  return (
    <>
      <dl className="tiles">
        <Balance title="In its wallet, available" kobo={balances.available} />
        <Balance title="Pending" kobo={balances.pending} />
        <Balance title="On its way back to senders" kobo={balances.unmatched} />
        <Balance title="Our fees from it" kobo={balances.fees} />
        <Balance title="VAT on them" kobo={balances.vat} />
      </dl>
      <div className="columns">
        <Fees of={of} id={id} />
        <div className="stack">
          <Settings of={of} />
          <Section title="Webhooks">
            <Facts
              of={Object.fromEntries(
                of.webhooks.map((one) => [ENDPOINTS[one.which], <Hook key={one.which} of={one} />]),
              )}
            />
          </Section>
        </div>
      </div>
    </>
  )
}

function Balance({ title, kobo }: { title: string; kobo: number }) {
  return (
    <div className="tile">
      <dt>{title}</dt>
      <dd>
        <Money kobo={kobo} />
      </dd>
    </div>
  )
}

function Fees({ of, id }: { of: OfMode; id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { fees } = of
  return (
    <Section
      title="Fees"
      intro="Without VAT, which comes on top. Changed for payments from then on."
      actions={
        <Button isSmall onClick={() => setOpen(true)}>
          Change the fees
        </Button>
      }
    >
      <Facts
        of={{
          'Part of a payment': `${percentToType(fees.checkout_fee_basis_points)} %`,
          'On top of it': <Money kobo={fees.checkout_fee_flat} />,
          'On top only from': <Money kobo={fees.checkout_fee_flat_from} />,
          'At most, in all': <Money kobo={fees.checkout_fee_max} />,
          'Part of a deposit': `${percentToType(fees.dedicated_fee_basis_points)} %`,
          'At most of a deposit': <Money kobo={fees.dedicated_fee_max} />,
        }}
      />
      {isOpen && <FeesDialog of={of} id={id} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Settings({ of: { settings } }: { of: OfMode }) {
  return (
    <Section title="Settings of its own">
      <Facts
        of={{
          Settled: settings.settlement === 'instant' ? 'At once' : 'The next working day',
          'A payment may take': long(settings.expiry_seconds),
          'Takes more than was asked': yes(settings.accept_overpayment),
          'Calls must be signed': yes(settings.require_signed_requests),
          'Mails receipts': yes(settings.receipts),
        }}
      />
    </Section>
  )
}

function Hook({ of }: { of: Endpoint }) {
  const { url, failures, failing_since, disabled_at } = of
  const state = disabled_at ? 'off' : failing_since ? 'failing' : url === null ? 'none' : 'fine'
  return (
    <span className="state">
      <Badge state={state} of={ENDPOINT_STATES} />
      {url !== null && <code>{url}</code>}
      {failing_since !== null && (
        <span>
          {count(failures)} failures since <Time at={failing_since} />
        </span>
      )}
      {disabled_at !== null && (
        <span>
          turned off <Time at={disabled_at} />
        </span>
      )}
    </span>
  )
}

function long(seconds: number): string {
  return seconds % HOUR_SECONDS === 0
    ? many(seconds / HOUR_SECONDS, 'hour')
    : many(Math.round(seconds / MINUTE_SECONDS), 'minute')
}

function yes(isSo: boolean): string {
  return isSo ? 'Yes' : 'No'
}

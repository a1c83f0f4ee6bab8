import { useState } from 'react'
import { get, put } from '../api.ts'
import { basisPointsOf, count, percent } from '../naira.ts'
import { DialogButton, FormDialog } from '../parts/dialog.tsx'
import { AmountField, TextField } from '../parts/field.tsx'
import { FactsSection, Section } from '../parts/page.tsx'
import { Badge, Facts, Money, Tile, Time, type Tone } from '../parts/values.tsx'
import { useFormAction } from '../use-action.ts'
import { useEdit } from '../use-edit.ts'
import { BUSINESSES, type Detail, type OfMode, percentToType } from './business-words.ts'
import { many } from './operator-words.ts'

type Endpoint = OfMode['webhooks'][number]

const ENDPOINTS: Record<Endpoint['which'], string> = {
  standard: 'Webhooks',
  dedicated_virtual_account: 'Webhooks for deposits',
}
const ENDPOINT_STATES: Record<'none' | 'fine' | 'failing' | 'off', { tone: Tone; text: string }> = {
  none: { tone: 'plain', text: 'Not set' },
  fine: { tone: 'good', text: 'Healthy' },
  failing: { tone: 'warn', text: 'Failing' },
  off: { tone: 'bad', text: 'Turned off' },
}
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** `etag`: of the business. */
type Panel = { of: OfMode; id: string; etag: string | undefined }

/** One mode of a business: its fees, balance and settings. */
export function ModePanel({ of, id, etag }: Panel) {
  const { balances } = of
  return (
    <>
      <dl className="tiles">
        <Tile title="Available balance" kobo={balances.available} />
        <Tile title="Pending balance" kobo={balances.pending} />
        <Tile title="Being returned to senders" kobo={balances.unmatched} />
        <Tile title="Our fees" kobo={balances.fees} />
        <Tile title="VAT on our fees" kobo={balances.vat} />
      </dl>
      <div className="columns">
        <Fees of={of} id={id} etag={etag} />
        <div className="stack">
          <Settings of={of} />
          <FactsSection
            title="Webhooks"
            of={Object.fromEntries(
              of.webhooks.map((one) => [ENDPOINTS[one.which], <Hook key={one.which} of={one} />]),
            )}
          />
        </div>
      </div>
    </>
  )
}

function Fees({ of, id, etag }: Panel) {
  const { fees } = of
  return (
    <Section
      title="Fees"
      intro="Without VAT. A change applies to new payments."
      actions={
        <DialogButton
          isSmall
          dialog={(close) => <FeesDialog of={of} id={id} etag={etag} onClose={close} />}
        >
          Change fees
        </DialogButton>
      }
    >
      <Facts
        of={{
          'Payment, percentage': percent(fees.checkout_fee_basis_points),
          'Payment, flat fee': <Money kobo={fees.checkout_fee_flat} />,
          'Flat fee from': <Money kobo={fees.checkout_fee_flat_from} />,
          Maximum: <Money kobo={fees.checkout_fee_max} />,
          'Deposit, percentage': percent(fees.dedicated_fee_basis_points),
          'Deposit, maximum': <Money kobo={fees.dedicated_fee_max} />,
        }}
      />
    </Section>
  )
}

function Settings({ of: { settings } }: { of: OfMode }) {
  return (
    <FactsSection
      title="Settings"
      of={{
        Settled: settings.settlement === 'instant' ? 'Immediately' : 'Next working day',
        'Payment expires after': long(settings.expiry_seconds),
        'Accepts overpayments': yes(settings.accept_overpayment),
        'Requires signed requests': yes(settings.require_signed_requests),
        'Sends receipts': yes(settings.receipts),
      }}
    />
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

type FeeTerms = OfMode['fees']
type Draft = { [Name in keyof FeeTerms]: number | null }
type FeesProps = Panel & { onClose: () => void }
type Edited = { etag?: string | undefined; fees: FeeTerms }

const UNFINISHED = 'Enter a number in every field.'

/** Changes the fees of new payments. Earlier ones keep theirs. */
function FeesDialog({ of: { domain, fees: first }, id, etag, onClose }: FeesProps) {
  const path = { params: { business_id: id } }
  const feesIn = ({ etag, modes }: Detail & { etag?: string }): Edited => ({
    etag,
    fees: modes.find((mode) => mode.domain === domain)!.fees,
  })
  const edit = useEdit<Edited>(
    { etag, fees: first },
    {
      read: async () => feesIn(await get(`${BUSINESSES}/{business_id}`, path)),
      formOf: ({ fees }) => fees,
    },
  )
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const { fees } = edit.record
  const draft: Draft = { ...fees, ...typed }
  const change = useFormAction(
    () =>
      edit.save(draft, async (ifMatch) => {
        // Sent only when every field has a number.
        const body = { mode: domain, ...(draft as FeeTerms) }
        return feesIn(await put(`${BUSINESSES}/{business_id}/fees`, { ...path, body, ifMatch }))
      }),
    {
      done: 'Fees changed for new payments.',
      refresh: [BUSINESSES],
      onDone: onClose,
    },
  )
  const isWhole = Object.values(draft).every((value) => value !== null)
  const field = (name: keyof FeeTerms, label: string) => ({
    name,
    label,
    onChange: (value: number | null) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <FormDialog
      title={`Fees in ${domain} mode`}
      intro="Without VAT. Applies to new payments within a second."
      onClose={onClose}
      action={change}
      submit="Change fees"
      why={isWhole ? undefined : UNFINISHED}
    >
      <fieldset className="fieldset form">
        <legend>Checkout payments</legend>
        <div className="pair">
          <PercentField
            {...field('checkout_fee_basis_points', 'Percentage of the amount')}
            basisPoints={fees.checkout_fee_basis_points}
          />
          <AmountField {...field('checkout_fee_max', 'Maximum')} kobo={draft.checkout_fee_max} />
          <AmountField {...field('checkout_fee_flat', 'Flat fee')} kobo={draft.checkout_fee_flat} />
          <AmountField
            {...field('checkout_fee_flat_from', 'Flat fee from')}
            kobo={draft.checkout_fee_flat_from}
          />
        </div>
      </fieldset>
      <fieldset className="fieldset form">
        <legend>Deposits to dedicated accounts</legend>
        <div className="pair">
          <PercentField
            {...field('dedicated_fee_basis_points', 'Percentage of the amount')}
            basisPoints={fees.dedicated_fee_basis_points}
          />
          <AmountField {...field('dedicated_fee_max', 'Maximum')} kobo={draft.dedicated_fee_max} />
        </div>
      </fieldset>
    </FormDialog>
  )
}

type PercentProps = {
  name: string
  label: string
  /** Shown until the person types. */
  basisPoints: number
  /** Null if the text is not a percentage. */
  onChange: (basisPoints: number | null) => void
}

/** Shows percent, holds basis points. */
function PercentField({ name, label, basisPoints, onChange }: PercentProps) {
  const [text = percentToType(basisPoints), setText] = useState<string>()
  return (
    <TextField
      name={name}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      wrong={
        basisPointsOf(text) === null
          ? 'Enter a percentage up to 100, such as 1.5 or 0.25.'
          : undefined
      }
      onChange={(typed) => {
        setText(typed)
        onChange(basisPointsOf(typed))
      }}
    />
  )
}

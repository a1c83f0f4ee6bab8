import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { post, put, type Schemas } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { SelectField, TextField, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Page, TestModeOnly } from '../parts/page.tsx'
import { Progress } from '../parts/progress.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { SandboxForm } from './sandbox-form.tsx'
import { Deposit, Settle, Wallet } from './sandbox-money.tsx'
import { Expire, Pay } from './sandbox-payments.tsx'
import { Suspend } from './sandbox-suspense.tsx'

/** Simulates banks, customers and time. */
export function SandboxPage() {
  const { why } = useCan('sandbox')
  if (!isTest) return <TestModeOnly title="Sandbox" />
  return (
    <Page
      title="Sandbox"
      intro={
        'Play the bank, the customer and the clock. Each form also shows its API call; ' +
        'replace the dots with your secret key.'
      }
    >
      {why === undefined ? <Forms /> : <p>{why}</p>}
    </Page>
  )
}

/** The browser looks for the fragment before the forms are loaded, so scroll to it here. */
function showNamed(element: HTMLElement | null): void {
  if (element && location.hash === `#${element.id}`) element.scrollIntoView()
}

function Forms() {
  return (
    <div className="columns">
      <Pay />
      <Deposit />
      <Suspend />
      <Wallet />
      <Settle />
      <Expire />
      <Rails />
      <div id="examples" ref={showNamed}>
        <Examples />
      </div>
    </div>
  )
}

const EXAMPLES = '/sandbox/examples'
const DAYS = '60'
const LOOK_MS = 1_000

/** Fills the store with days of example payments. */
function Examples() {
  const days = useField('days', DAYS)
  const [isAsking, setAsking] = useState(false)
  const { data } = useGet(EXAMPLES, { everyMs: isAsking && LOOK_MS })
  const state = data?.state ?? 'none'
  useEffect(() => setAsking(state === 'running'), [state])
  useReadAnew(state)
  const body = { days: Number(days.value) }
  const make = useFormAction((_, key) => post(EXAMPLES, { body, key }), { refresh: [EXAMPLES] })
  return (
    <SandboxForm
      title="Create example data"
      intro={
        'Creates payments, refunds, deposits, settlements and verifications of a small ' +
        'store, up to today. Your store must have few payments and no webhook URL.'
      }
      call={{ method: 'POST', path: EXAMPLES, body: { days: days.value ? body.days : 'DAYS' } }}
      submit="Create data"
      why={state === 'running' ? 'Creating example data.' : undefined}
      action={make}
      result={make.error ? null : <Result state={state} />}
    >
      <TextField
        {...days}
        label="Days"
        help="At most 60."
        inputMode="numeric"
        onChange={(value) => days.onChange(value.replaceAll(/\D/g, ''))}
      />
      {state === 'running' && data && (
        <div className="section">
          <Progress what="Days created" done={data.done} total={data.total} />
          <p className="faint">You can leave this page.</p>
        </div>
      )}
    </SandboxForm>
  )
}

function Result({ state }: { state: string }) {
  if (state === 'failed') return 'The last run was interrupted. What it created so far is there.'
  if (state !== 'done') return null
  return (
    <>
      Example data created: <Go to={paths.home()}>view it</Go>.
    </>
  )
}

/** Refetches everything once the examples are complete. */
function useReadAnew(state: string): void {
  const client = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'running' && state === 'done') void client.invalidateQueries()
    before.current = state
  }, [state, client])
}

type Rail = Schemas['SandboxRail']['rail']
type Outcome = NonNullable<Schemas['SandboxRail']['outcome']>

const RAILS: Record<Rail, string> = {
  bank: 'Bank (accounts and transfers)',
  card: 'Cards',
  identity: 'Identity (BVN and NIN)',
  message: 'Messages',
  'banks.resolve': 'Bank: look up an account name',
  'accounts.issue_one_off': 'Bank: issue an account for a payment',
  'accounts.issue': 'Bank: issue a permanent account',
  'accounts.raise_tier': 'Bank: raise the tier of an account',
  'payouts.send': 'Bank: send a payout',
  'payouts.enquire': 'Bank: query a payout',
  'returns.send': 'Bank: return money',
  'returns.enquire': 'Bank: query a return',
  'transfers.enquire': 'Bank: query a transfer to an account',
  'transfers.notify': 'Bank: notify of a transfer to an account',
  'cards.charge': 'Cards: charge',
  'ussd.request': 'USSD: request a code',
  'pages.open': 'Pay with bank, OPay: open a page',
  'cards.submit_pin': 'Cards: check a PIN',
  'cards.submit_otp': 'Cards: check a code',
  'cards.enquire': 'Cards: query a charge',
  'cards.reverse': 'Cards: reverse a charge',
  'cards.refund': 'Cards: refund',
  'cards.enquire_refund': 'Cards: query a refund',
  'cards.forget': 'Cards: forget a kept card',
  'mandates.open': 'Mandates: create',
  'mandates.enquire': 'Mandates: query',
  'cards.notify': 'USSD, pay with bank, OPay: notify of a payment',
  'identity.send_code': 'Identity: send a code',
  'identity.enquire': 'Identity: query a verification',
  'identity.submit_code': 'Identity: check a code',
  'mail.send': 'Messages: send an email',
}
const OUTCOMES: Record<Outcome, string> = {
  down: 'It is down',
  timeout: 'It times out',
  refused: 'It rejects the call',
  slow: 'It answers after 3 seconds',
  lost: 'It does not send the notification',
}
const SLOW_MS = 3_000
const RAILS_PATH = '/sandbox/rails'

/** Makes the next calls of a rail fail. */
function Rails() {
  const rail = useField<Rail>('rail', 'bank')
  const outcome = useField<Outcome>('outcome', 'down')
  const times = useField('times', '1')
  const { data: rails = [] } = useGet('/sandbox/rails')
  const armed = rails.filter((one) => one.outcome !== null)
  const body = {
    outcome: outcome.value,
    times: Number(times.value),
    ...(outcome.value === 'slow' && { delay_ms: SLOW_MS }),
  }
  const arm = useFormAction(
    (wanted: { rail: Rail; body: typeof body }, key) =>
      put('/sandbox/rails/{rail}', { params: { rail: wanted.rail }, body: wanted.body, key }),
    { refresh: [RAILS_PATH] },
  )
  const clear = ({ rail, outcome }: Schemas['SandboxRail']) =>
    arm.run({ rail, body: { outcome: outcome ?? 'down', times: 0 } })
  return (
    <SandboxForm
      title="Simulate a provider failure"
      intro={
        'A provider is the bank, the card network, the identity registry or the mail ' +
        'service. Only your own test calls fail.'
      }
      call={{
        method: 'PUT',
        path: `${RAILS_PATH}/${rail.value}`,
        body: { ...body, times: times.value ? body.times : 'TIMES' },
      }}
      submit="Make calls fail"
      action={{ ...arm, run: () => arm.run({ rail: rail.value, body }) }}
      result={
        armed.length === 0
          ? 'No calls fail.'
          : armed.map((one) => (
              <span key={one.rail} className="state">
                {RAILS[one.rail]}: {one.outcome && OUTCOMES[one.outcome].toLowerCase()},{' '}
                {howLong(one.times)}
                <Button isSmall look="quiet" onClick={() => clear(one)}>
                  Stop failures
                </Button>
              </span>
            ))
      }
    >
      <SelectField {...rail} label="Provider or operation" options={RAILS} />
      <SelectField {...outcome} label="Failure" options={OUTCOMES} />
      <TextField
        {...times}
        label="Number of calls"
        inputMode="numeric"
        onChange={(value) => times.onChange(value.replaceAll(/\D/g, ''))}
      />
    </SandboxForm>
  )
}

function howLong(times: number | null): string {
  if (times === null) return 'until you stop it'
  return `for the next ${times === 1 ? 'call' : `${times} calls`}`
}

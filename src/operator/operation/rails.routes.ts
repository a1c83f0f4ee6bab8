import { Type } from 'typebox'
import type { BusinessId, Context } from '../../core/context.ts'
import { action, record } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { isUuid } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'

import { CAPABILITIES } from '../../providers/capabilities.ts'
import { RAILS } from '../../providers/health.ts'
import { ALARMS } from '../notices/alarms.sql.ts'
import { UNKNOWNS } from './calls.ts'
import { failuresOf, type SeenRail, type Tally } from './health.ts'
import { providersSeen, type SeenProvider } from './rails.ts'
import { STOPS } from './switches.sql.ts'
import { switchRail } from './switches.ts'

// The routes of the operator's page *Rails*.

const REASON_MAX = 500

const Moment = Nullable(Type.String({ description: 'ISO 8601, UTC, milliseconds.' }))
const Count = Type.Integer()
const Mode = Type.Enum(['test', 'live'])
const tally = {
  calls: Count,
  failures: Type.Integer({ description: 'The sum of down, unknown and threw.' }),
  down: Type.Integer({ description: 'The provider reported that it is down.' }),
  unknown: Type.Integer({ description: 'Timed out.' }),
  threw: Type.Integer({ description: 'An error in our adapter.' }),
  unanswered: Type.Integer({ description: 'Calls in progress.' }),
  p50_ms: Nullable(Type.Integer()),
  p95_ms: Nullable(Type.Integer({ description: 'Rounded up by at most a quarter.' })),
}
const State = Type.Enum(['up', 'failing', 'down', 'quiet', 'missing'], {
  description:
    'Over the last ten minutes: failing from 5 % failures, down from 50 %. missing: no ' +
    'longer configured, but still needed by existing payments.',
})

const SeenRailRecord = Type.Object({
  rail: Type.Enum([...RAILS]),
  state: State,
  last_success_at: Moment,
  last_failure_at: Moment,
  last_failure: Nullable(Type.Enum(['down', 'unknown', 'threw'])),
  last_hour: Type.Object(tally),
  windows: Type.Array(Type.Object({ start: Timestamp('The start of the window.'), ...tally })),
  waiting: Type.Array(Type.Object({ what: Type.String(), count: Count }), {
    description: 'Of a missing provider: what waits until it is configured again.',
  }),
})

const Stops = Type.Enum([...STOPS], {
  description:
    'new: new calls only. outgoing: payouts, refunds, returns and reversals, including those in ' +
    'progress, which wait.',
})

const SwitchRecord = Type.Object({
  stops: Stops,
  business_id: Nullable(Type.String({ description: 'null: for all businesses.' })),
  business_name: Nullable(Type.String()),
  reason: Type.String(),
  off_by: Type.String({ description: 'The email address of an operator.' }),
  off_at: Timestamp('When this began.'),
})

const Amount = (description: string) =>
  Type.Integer({ description: `${description} Kobo.`, 'x-unit': 'kobo' })

/** null: the provider does not report it. */
const BalanceRecord = Type.Object({
  available: Nullable(Amount('What can be paid out; null: not reported yet.')),
  read_at: Moment,
  failed_at: Nullable(Type.String({ description: 'When the provider stopped reporting it.' })),
  floor: Nullable(Amount('Operators are notified below this.')),
})
/** Requested, without an outcome and not accepted. */
const UnknownRecord = Type.Object({
  what: Type.Enum([...UNKNOWNS]),
  id: Type.String(),
  business_id: Type.String(),
  since: Timestamp('When it was requested.'),
})
const AlarmRecord = Type.Object({
  kind: Type.Enum([...ALARMS]),
  detail: Type.String(),
  began_at: Timestamp('When it happened.'),
})
const MarginRecord = Type.Object({
  day: Type.String({ description: 'The day in Lagos, such as 2026-11-23.' }),
  fees: Amount('Fees paid by businesses, without VAT.'),
  cost: Amount('Fees charged by the provider.'),
})

const ProviderRecord = Type.Object({
  mode: Mode,
  name: Type.String(),
  is_current: Type.Boolean({
    description: 'false: kept only for its existing payments.',
  }),
  can_switch: Type.Boolean({ description: 'false if it only sends mail.' }),
  state: State,
  capabilities: Type.Array(Type.Enum(CAPABILITIES)),
  off: Type.Array(SwitchRecord, {
    description: 'Where it is switched off for new calls. Existing payments stay with it.',
  }),
  balance: Nullable(BalanceRecord),
  oldest_unknown: Nullable(UnknownRecord),
  last_notification_at: Nullable(
    Type.String({ description: 'Its last notification. Test mode stores none.' }),
  ),
  margins: Type.Array(MarginRecord, { description: 'The last 30 days, oldest first.' }),
  alarms: Type.Array(AlarmRecord, { description: 'Open alarms.' }),
  rails: Type.Array(SeenRailRecord),
})

/** For operators. */
export const railRoutes = [
  record('/operator/rails', {
    needs: 'operator',
    operationId: 'listRails',
    summary: 'List providers, their health and where they are switched off',
    answer: Type.Array(ProviderRecord),
    message: 'Rails found',
    handle: async (context) => toWireAll(context),
  }),
  action('PUT /operator/rails/:rail/switch', {
    needs: 'operator',
    fresh: true,
    operationId: 'switchRail',
    summary: 'Switch a provider off for new calls, or on again',
    description:
      'New payments, payouts and verifications use the next provider, or return 503 if ' +
      'there is none. Existing ones stay with this provider. `stops: outgoing` stops every ' +
      'payout, refund and return by it, whenever it began; with the rail `*`, by all providers.',
    body: Type.Object({
      mode: Mode,
      is_on: Type.Boolean(),
      stops: Type.Optional(Stops),
      business_id: Type.Optional(
        Nullable(
          Type.String({ maxLength: 36, description: 'For this business only. Default: for all.' }),
        ),
      ),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: REASON_MAX,
          format: 'not-blank',
          description:
            'Why it is switched off; other operators see it. Required with is_on: false.',
        }),
      ),
    }),
    answer: Type.Array(ProviderRecord),
    refusals: [404],
    message: 'Provider switched',
    handle: async (context, { params: { rail }, body, login }) => {
      const { email } = login ?? refuse('role_forbids')
      const { mode, is_on: isOn, stops = 'new', business_id: id = null } = body
      const reason = body.reason?.trim() ?? ''
      const whose = { stops, mode, rail, businessId: businessOf(id) }
      await switchRail(context, { ...whose, isOn, reason, by: email })
      return toWireAll(context)
    },
  }),
]

function businessOf(id: string | null): BusinessId | null {
  if (id === null) return null
  return isUuid(id) ? (id as BusinessId) : refuse('business_not_found')
}

async function toWireAll(context: Context) {
  return (await providersSeen(context)).map(toWireProvider)
}

function toWireProvider(provider: SeenProvider) {
  return { ...toWire(provider), rails: provider.rails.map(toWireRail) }
}

function toWireRail(seen: SeenRail) {
  return {
    ...toWire(seen),
    last_hour: toWireTally(seen.lastHour),
    windows: seen.windows.map(toWireTally),
  }
}

function toWireTally<One extends Tally>(one: One) {
  return { ...toWire(one), failures: failuresOf(one) }
}

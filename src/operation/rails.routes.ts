import { Type } from 'typebox'
import type { BusinessId, Context } from '../context.ts'
import { isUuid } from '../lib/ids.ts'
import { refuse } from '../lib/refusal.ts'
import { ALARMS } from '../notices/alarms.ts'
import { CAPABILITIES } from '../rails/capabilities.ts'
import { RAILS } from '../rails/health.ts'
import { action, record } from '../route.ts'
import { Nullable, Timestamp, toWire } from '../wire.ts'
import { failuresOf, type SeenRail, type Tally } from './health.ts'
import { providersSeen, type SeenProvider } from './rails.ts'
import { STOPS, switchRail } from './switches.ts'
import { UNKNOWNS } from './unknowns.ts'

// The wire of the operator's page of rails.

const REASON_MAX = 500

const Moment = Nullable(Type.String({ description: 'ISO 8601, UTC, milliseconds.' }))
const Count = Type.Integer()
const Mode = Type.Enum(['test', 'live'])
const tally = {
  calls: Count,
  failures: Type.Integer({ description: 'down, unknown and threw together.' }),
  down: Type.Integer({ description: 'The rail said that it is down.' }),
  unknown: Type.Integer({ description: 'No answer in time.' }),
  threw: Type.Integer({ description: 'A fault in its adapter.' }),
  unanswered: Type.Integer({ description: 'Begun, and under way so far.' }),
  p50_ms: Nullable(Type.Integer()),
  p95_ms: Nullable(Type.Integer({ description: 'At most a quarter too much.' })),
}
const State = Type.Enum(['up', 'failing', 'down', 'quiet', 'missing'], {
  description:
    'Of the last ten minutes: failing from 5 failures in 100 on, down from 50 on. missing: it ' +
    'is not configured any more, and something that it made waits for it.',
})

const SeenRailRecord = Type.Object({
  rail: Type.Enum([...RAILS]),
  state: State,
  last_success_at: Moment,
  last_failure_at: Moment,
  last_failure: Nullable(Type.Enum(['down', 'unknown', 'threw'])),
  last_hour: Type.Object(tally),
  windows: Type.Array(Type.Object({ start: Timestamp('Five minutes from then.'), ...tally })),
  waiting: Type.Array(Type.Object({ what: Type.String(), count: Count }), {
    description: 'Of a missing rail: what waits until it is configured again.',
  }),
})

const Stops = Type.Enum([...STOPS], {
  description:
    'new: what begins from now on. outgoing: payouts, refunds, returns and reversals, also those ' +
    'that were begun; they wait.',
})

const SwitchRecord = Type.Object({
  stops: Stops,
  business_id: Nullable(Type.String({ description: 'null: for all businesses.' })),
  business_name: Nullable(Type.String()),
  reason: Type.String(),
  off_by: Type.String({ description: 'The e-mail address of an operator.' }),
  off_at: Timestamp('Since when.'),
})

const Amount = (description: string) =>
  Type.Integer({ description: `${description} Kobo.`, 'x-unit': 'kobo' })

/** null: it tells of none. */
const BalanceRecord = Type.Object({
  available: Nullable(Amount('What can be paid out; null: it has not said so yet.')),
  read_at: Moment,
  failed_at: Nullable(Type.String({ description: 'Since when it does not say.' })),
  floor: Nullable(Amount('Below it operators are told.')),
})
/** Asked for, and neither answered nor said to be in hand. */
const UnknownRecord = Type.Object({
  what: Type.Enum([...UNKNOWNS]),
  id: Type.String(),
  business_id: Type.String(),
  since: Timestamp('When it was asked for.'),
})
const AlarmRecord = Type.Object({
  kind: Type.Enum([...ALARMS]),
  detail: Type.String(),
  began_at: Timestamp('When.'),
})
const MarginRecord = Type.Object({
  day: Type.String({ description: 'In Lagos: 2026-11-23, when it was made.' }),
  fees: Amount('Paid by businesses, without VAT.'),
  cost: Amount('Taken by the provider.'),
})

const ProviderRecord = Type.Object({
  mode: Mode,
  name: Type.String(),
  is_current: Type.Boolean({
    description: 'false: it is only asked about what it made before.',
  }),
  can_switch: Type.Boolean({ description: 'false of what only sends mail.' }),
  state: State,
  capabilities: Type.Array(Type.Enum(CAPABILITIES)),
  off: Type.Array(SwitchRecord, {
    description: 'For whom it makes nothing new. What it made stays with it.',
  }),
  balance: Nullable(BalanceRecord),
  oldest_unknown: Nullable(UnknownRecord),
  last_notification_at: Nullable(
    Type.String({ description: 'What it last sent. In test mode nothing is kept.' }),
  ),
  margins: Type.Array(MarginRecord, { description: 'Of thirty days, the oldest first.' }),
  alarms: Type.Array(AlarmRecord, { description: 'That have begun and not ended.' }),
  rails: Type.Array(SeenRailRecord),
})

/** With a login of an operator. */
export const railRoutes = [
  record('/operator/rails', {
    operationId: 'listRails',
    summary: 'Look at each provider: how it answers, and what it is switched off for',
    answer: Type.Array(ProviderRecord),
    message: 'Rails found',
    handle: async (context) => toWireAll(context),
  }),
  action('PUT /operator/rails/:rail/switch', {
    operationId: 'switchRail',
    summary: 'Switch a provider off for what is new, or on again',
    description:
      'Payments, payouts and verifications that begin from now on go to the next provider, or ' +
      'answer 503. What it made stays with it, and it goes on being asked about that. With ' +
      'stops: outgoing nothing moves money out by it, whenever it was begun; of the rail `*`, by ' +
      'none.',
    body: Type.Object({
      mode: Mode,
      is_on: Type.Boolean(),
      stops: Type.Optional(Stops),
      business_id: Type.Optional(
        Nullable(Type.String({ maxLength: 36, description: 'For this one alone. Else: for all.' })),
      ),
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: REASON_MAX,
          format: 'not-blank',
          description: 'Why it is off: other operators read it. Needed with is_on: false.',
        }),
      ),
    }),
    answer: Type.Array(ProviderRecord),
    refusals: [404],
    message: 'It is switched',
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

function toWireProvider({ rails, ...provider }: SeenProvider) {
  return { ...toWire(provider), rails: rails.map(toWireRail) }
}

function toWireRail({ lastHour, windows, mode: _, name: __, ...seen }: SeenRail) {
  return {
    ...toWire(seen),
    last_hour: toWireTally(lastHour),
    windows: windows.map((one) => ({ start: toWire(one.start), ...toWireTally(one) })),
  }
}

function toWireTally(one: Tally) {
  return { ...toWire(one), failures: failuresOf(one) }
}

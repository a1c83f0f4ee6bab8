import type { Context } from '../../core/context.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import {
  CAPABILITIES,
  type Capability,
  offeredBy,
  providersOf,
} from '../../providers/capabilities.ts'
import { RAILS } from '../../providers/health.ts'
import { everyProvider } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Provider } from '../../providers/rails.ts'
import type { Alarm } from '../notices/alarms.sql.ts'
import { openAlarms } from '../notices/alarms.ts'
import { lastNotifications } from '../notifications/notifications.ts'
import { balancesOf } from './balances.ts'
import { oldestUnknowns, type UnknownThing } from './calls.ts'
import { type RailState, railsSeen, type SeenRail } from './health.ts'
import type { Margin } from './margins.sql.ts'
import { marginDays, marginsOf } from './margins.ts'
import type { RailBalance } from './rails.sql.ts'
import type { OffSwitch } from './switches.sql.ts'
import { isSwitchable, switchesOf } from './switches.ts'
import { floorOf } from './watch.ts'

// What operators see of each provider, in the order in which providers are tried for new calls.
// Everything here was stored before, so no page waits for a provider.

const MODES: Mode[] = ['live', 'test']
/** A provider has the first of these states that one of its rails has. */
const WORST: RailState[] = ['missing', 'down', 'failing', 'up', 'quiet']

export type SeenProvider = {
  mode: Mode
  name: string
  /** False: it is only queried about its former calls. */
  isCurrent: boolean
  canSwitch: boolean
  state: RailState
  capabilities: Capability[]
  /** First those for all businesses, then those for one. */
  off: OffSwitch[]
  /** Null if it does not report one. */
  balance: (RailBalance & { floor: Kobo | null }) | null
  oldestUnknown: UnknownThing | null
  /** When it last sent a notification. Those of test mode are not stored. */
  lastNotificationAt: Date | null
  /** The last thirty days, oldest first. */
  margins: Pick<Margin, 'day' | 'fees' | 'cost'>[]
  alarms: Alarm[]
  rails: SeenRail[]
}

export async function providersSeen(context: Context): Promise<SeenProvider[]> {
  const [rails, switches, balances, unknowns, margins, alarms] = await Promise.all([
    railsSeen(context),
    switchesOf(context),
    balancesOf(context),
    oldestUnknowns(context),
    marginsOf(context),
    openAlarms(context),
  ])
  const news = await lastNotifications(
    context,
    rails.map(({ mode, name: rail }) => ({ mode, rail })),
  )
  return MODES.flatMap((mode) => {
    const ofMode = rails.filter((one) => one.mode === mode)
    const names = [...namesOf(context, mode), ...ofMode.map(({ name }) => name)]
    return [...new Set(names)].map((name): SeenProvider => {
      const isOf = (one: { mode: Mode; rail: string }) => one.mode === mode && one.rail === name
      const own = ofMode.filter((one) => one.name === name)
      const balance = balances.find(isOf)
      return {
        mode,
        name,
        ...standingOf(context, mode, name),
        canSwitch: isSwitchable(context, mode, name),
        state: WORST.find((state) => own.some((rail) => rail.state === state)) ?? 'quiet',
        off: allFirst(switches.filter(isOf)),
        balance: balance ? { ...balance, floor: floorOf(context, mode, name) } : null,
        oldestUnknown: unknowns.find(isOf) ?? null,
        lastNotificationAt: news.find(isOf)?.receivedAt ?? null,
        margins: everyDay(context, margins.filter(isOf)),
        alarms: alarms.filter(isOf),
        rails: own,
      }
    })
  })
}

function allFirst(switches: OffSwitch[]): OffSwitch[] {
  const isForOne = ({ businessId }: OffSwitch) => Number(businessId !== null)
  return switches.toSorted((a, b) => isForOne(a) - isForOne(b))
}

function everyDay({ now }: Context, margins: Margin[]): SeenProvider['margins'] {
  return marginDays(now()).map((day) => {
    const { fees, cost } = margins.find((one) => one.day === day) ?? { fees: 0n, cost: 0n }
    return { day, fees: kobo(fees), cost: kobo(cost) }
  })
}

function namesOf({ rails }: Context, mode: Mode): string[] {
  return everyProvider(rails, mode).flatMap((one) => RAILS.flatMap((kind) => one[kind]?.name ?? []))
}

function standingOf({ rails }: Context, mode: Mode, name: string) {
  const isOf = (provider: Provider) => RAILS.some((kind) => provider[kind]?.name === name)
  const current = providersOf(rails, mode).filter(isOf)
  const capabilities = CAPABILITIES.filter((one) =>
    current.some((provider) => offeredBy(provider, one)?.name === name),
  )
  return { isCurrent: current.length > 0, capabilities }
}

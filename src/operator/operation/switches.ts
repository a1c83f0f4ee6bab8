import { findBusiness } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { recoveryWords } from '../../core/recovery/recovery.ts'
import { SECOND } from '../../platform/clock.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { providersOf } from '../../providers/capabilities.ts'
import { RAILS } from '../../providers/health.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Rails } from '../../providers/rails.ts'
import { ALL_RAILS, stopName, switchName } from '../../providers/switches.ts'
import {
  countSwitches,
  deleteSwitch,
  insertSwitch,
  listNames,
  listSwitches,
  type OffSwitch,
} from './switches.sql.ts'

// An operator can switch a provider off for new calls, for all businesses or for one, or stop all
// outgoing money, by one provider or by all. Each is a row. Every payment checks them, so each
// process keeps all rows and recovery mode in memory and reads them twice a second: within a
// second, every process knows. If reading fails, the last known rows stay in force.
//
// Existing payments stay with their provider, whose jobs go on (providers/made-by.ts). What is
// stopped waits: providers/stoppable.ts.

const POLL_MS = SECOND / 2
/** Each process keeps all of them in memory. */
const BUSINESSES_MAX = 1_000

type SwitchChange = Pick<OffSwitch, 'stops' | 'mode' | 'rail' | 'businessId' | 'reason'> & {
  isOn: boolean
  by: string
}

/** In force in this process when it returns, and in all within a second. Idempotent. */
export async function switchRail(context: Context, change: SwitchChange): Promise<void> {
  const { stops, mode, rail, businessId, reason, isOn, by: offBy } = change
  if (!isOn && reason === '') {
    const message = 'reason is required to switch a provider off.'
    refuseFields([{ field: 'reason', code: 'required', message }])
  }
  const isOfAll = rail === ALL_RAILS && stops === 'outgoing'
  if (!isOfAll && !isSwitchable(context, mode, rail)) refuse('not_found')
  if (businessId !== null && !(await findBusiness(context.sql, businessId))) {
    refuse('business_not_found')
  }
  if (isOn) await deleteSwitch(context.sql, change)
  else {
    const others = businessId === null ? 0 : await countSwitches(context.sql, change)
    if (others >= BUSINESSES_MAX) {
      const message = `It is off for ${BUSINESSES_MAX} businesses. Switch it off for all.`
      refuseFields([{ field: 'business_id', code: 'too_many', message }])
    }
    const off = { stops, mode, rail, businessId, reason, offBy, offAt: context.now() }
    await insertSwitch(context.sql, off)
  }
  await readSwitches(context)
}

/** A provider that only sends mail cannot be switched off: people sign in by mail. */
export function isSwitchable({ rails }: Pick<Context, 'rails'>, mode: Mode, name: string): boolean {
  const kinds = RAILS.filter((kind) => kind !== 'message')
  return providersOf(rails, mode).some((one) => kinds.some((kind) => one[kind]?.name === name))
}

export async function switchesOf({ sql }: Pick<Context, 'sql'>): Promise<OffSwitch[]> {
  const rows = await listSwitches(sql)
  const ids = rows.flatMap(({ businessId }) => businessId ?? [])
  const names = ids.length === 0 ? [] : await listNames(sql, ids)
  return rows.map((row) => {
    const found = names.find(({ businessId }) => businessId === row.businessId)
    return { ...row, businessName: found?.name ?? null }
  })
}

type Reader = Pick<Context, 'sql' | 'rails' | 'now'>
/** How many readings have begun, and which one is in force. */
const readings = new WeakMap<Rails, { begun: number; counts: number }>()

/** Puts the rows in force in this process. Of two concurrent readings, the later one wins. */
export async function readSwitches({ sql, rails, now }: Reader): Promise<void> {
  const known = readings.get(rails) ?? { begun: 0, counts: 0 }
  readings.set(rails, known)
  const own = ++known.begun
  const [rows, words] = await Promise.all([listSwitches(sql), recoveryWords({ sql, now })])
  if (own < known.counts) return
  known.counts = own
  const names = rows.map(({ stops, mode, rail, businessId }) => {
    const nameOf = stops === 'new' ? switchName : stopName
    return nameOf(mode, rail, businessId ?? '')
  })
  rails.off = new Set([...names, ...words])
}

/** Reads them once, then repeatedly. */
export async function followSwitches(context: Context): Promise<{ stop(): void }> {
  await readSwitches(context)
  let isReading = false
  const timer = setInterval(async () => {
    if (isReading) return
    isReading = true
    // Without a database: db-watch.ts reports it.
    await readSwitches(context).catch(() => {})
    isReading = false
  }, POLL_MS)
  return { stop: () => clearInterval(timer) }
}

import {
  createBusiness,
  findBusiness,
  forgetCached,
  isNameTaken,
  openTestMode,
} from '../../../src/accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../../src/core/context.ts'
import {
  changeWebhooks,
  EVENTS_TOPIC,
  forgetFailures,
  openWebhookEndpoints,
  wrongUrl,
} from '../../../src/core/events/webhooks.ts'
import { newId } from '../../../src/platform/ids.ts'
import { refuse, refuseFields } from '../../../src/platform/refusal.ts'
import { digestOf } from '../../../src/providers/sandbox/sandbox.ts'
import { benchOf } from './clock.ts'
import { emptyMode, forgetAsked, listRailKeys } from './reset.sql.ts'
import { madeFrom } from './seeds.ts'

// Businesses for tests: a fresh one for each worker, and its test mode as new between two tests.

/** With keys, and secrets that are shown only once. */
export async function makeBusiness(
  context: Context,
  wanted: { name?: string | undefined; webhookUrl?: string | undefined; seed?: string | undefined },
) {
  const { seeds } = benchOf(context)
  const { name, webhookUrl } = wanted
  const wrong = wrongUrl(context.config, 'test', 'standard', webhookUrl)
  if (wrong.length > 0) refuseFields(wrong.map((one) => ({ ...one, field: 'webhook_url' })))
  const now = context.now()
  const seed = wanted.seed ?? seeds.seedOf(name)
  const seeded = seed === null ? null : madeFrom(seed)
  const made = await context.sql.begin(async (sql) => {
    // Two requests may ask for one name at once.
    await sql`select 1 from installation for update`
    if (name !== undefined && (await isNameTaken(sql, name))) refuse('name_taken')
    if (seeded && (await findBusiness(sql, seeded.businessId))) refuseSeed()
    const named = name ?? `Test business ${(seeded?.businessId ?? newId(now)).slice(-12)}`
    const business = { name: named, email: 'tests@shop.example' }
    const { businessId, keys } = await createBusiness(sql, now, business, context.keys, seeded)
    const scope = { businessId, mode: 'test' } as const
    const secrets = await openWebhookEndpoints(sql, context.keys, scope, now, seeded?.bytesOf)
    return { ...scope, name: named, ...keys, ...secrets }
  })
  if (seed !== null) seeds.open(made.businessId, seed)
  if (webhookUrl !== undefined) {
    await changeWebhooks(context, made, { urls: { standard: webhookUrl } })
  }
  return { ...made, webhookUrl: webhookUrl ?? null }
}

function refuseSeed(): never {
  const message = 'seed is that of another business of this service. Choose another one.'
  return refuseFields([{ field: 'seed', code: 'not_allowed', message }])
}

/**
 * Empties a business's test mode, and opens it again with play money and default settings. Jobs are
 * stopped meanwhile. A webhook that is being sent is not recorded: its row is gone.
 */
export async function resetTestMode(context: Context, scope: Scope): Promise<void> {
  const { alone, seeds } = benchOf(context)
  await alone('jobs', () =>
    context.sql.begin(async (sql) => {
      // A key is made of the reference, which the next test uses again.
      const keys = await listRailKeys(sql, scope)
      await forgetAsked(
        sql,
        keys.flatMap((key) => [key, digestOf(key)]),
      )
      await emptyMode(sql, scope)
      await openTestMode(sql, context.now(), scope.businessId)
      await forgetFailures(sql, scope, context.now())
    }),
  )
  seeds.restart(scope.businessId)
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
}

import {
  createBusiness,
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

// Businesses for tests: a fresh one for each worker, and its test mode as new between two tests.

/** With keys, and secrets that are shown only once. */
export async function makeBusiness(
  context: Context,
  { name, webhookUrl }: { name: string | undefined; webhookUrl: string | undefined },
) {
  benchOf(context)
  const wrong = wrongUrl(context.config, 'test', 'standard', webhookUrl)
  if (wrong.length > 0) refuseFields(wrong.map((one) => ({ ...one, field: 'webhook_url' })))
  const now = context.now()
  const made = await context.sql.begin(async (sql) => {
    // Two requests may ask for one name at once.
    await sql`select 1 from installation for update`
    if (name !== undefined && (await isNameTaken(sql, name))) refuse('name_taken')
    const named = name ?? `Test business ${newId<'test'>(now).slice(-12)}`
    const business = { name: named, email: 'tests@shop.example' }
    const { businessId, keys } = await createBusiness(sql, now, business)
    const scope = { businessId, mode: 'test' } as const
    const secrets = await openWebhookEndpoints(sql, context.keys, scope, now)
    return { ...scope, name: named, ...keys, ...secrets }
  })
  if (webhookUrl !== undefined) {
    await changeWebhooks(context, made, { urls: { standard: webhookUrl } })
  }
  return { ...made, webhookUrl: webhookUrl ?? null }
}

/**
 * Empties a business's test mode, and opens it again with play money and default settings. Jobs are
 * stopped meanwhile. A webhook that is being sent is not recorded: its row is gone.
 */
export async function resetTestMode(context: Context, scope: Scope): Promise<void> {
  await benchOf(context).alone('jobs', () =>
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
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
}

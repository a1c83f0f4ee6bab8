import { randomBytes } from 'node:crypto'
import { sandboxMessages } from '../packages/devkit/sandbox/messages.ts'
import { createBusiness } from '../src/accounts/businesses/businesses.ts'
import type { Context, Scope } from '../src/core/context.ts'
import { secretBinding, secretHint } from '../src/core/events/sign.ts'
import {
  changeWebhooks,
  EVENTS_TOPIC,
  emit,
  openWebhookEndpoints,
  startDeliverer,
} from '../src/core/events/webhooks.ts'
import { BatchWaits } from '../src/platform/batch.ts'
import { monotonicMs } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { connect, connectAsOwner, connectHot } from '../src/platform/db.ts'
import { ensureApplicationRole, grantToApplication, migrate } from '../src/platform/migrate.ts'
import { pubSub } from '../src/platform/pub-sub.ts'
import { keyring } from '../src/platform/secrets.ts'
import { memoryOf, sandboxRails } from '../src/providers/sandbox/sandbox.ts'
import { ENDPOINTS, type OpenQueue, type QueueOptions, urlOf } from './webhooks-queue.ts'

// The service's own deliverer over its own tables, as it runs beside the API in one process: who
// has emitted says so within the process, and the deliverer looks.

const KEY_BYTES = 32
/** What hangs is given back soon: nothing else is under way when it is stopped. */
const DRAIN_MS = 100

export const openOurs: OpenQueue = async (options) => {
  const context = await openContext(options)
  const scopes = await makeEndpoints(context, options)
  let deliverer: ReturnType<typeof startDeliverer> | null = null
  return {
    async emit(events) {
      const at = context.now()
      const rows = events.map(({ id, endpoint, body }) => {
        const told = { type: 'transaction.success', route: 'standard', payload: body } as const
        return { ...scopes[endpoint]!, ...told, id, at }
      })
      await context.sql.begin((sql) => emit(sql, rows))
      const emitted = new Set(events.map(({ endpoint }) => scopes[endpoint]!))
      for (const scope of emitted) context.pubSub.publish(EVENTS_TOPIC, scope)
    },
    async start() {
      deliverer = startDeliverer(context, { drainMs: DRAIN_MS })
    },
    async stop() {
      await deliverer?.stop()
    },
    async isLeft() {
      const [row] = await context.sql`select 1 from delivery_queue limit 1`
      return row !== undefined
    },
  }
}

async function openContext({ postgres }: QueueOptions): Promise<Context> {
  const owner = connectAsOwner(postgres)
  await migrate(owner)
  const role = await ensureApplicationRole(owner)
  if (role !== null) await grantToApplication(owner, role)
  await owner.end()
  const [sql, hot] = [connect(postgres, role), connectHot(postgres, role)]
  const keys = keyring(randomBytes(KEY_BYTES))
  const now = () => new Date()
  const baseUrl = () => ''
  const messages = sandboxMessages(hot, keys, now)
  const test = sandboxRails({ memory: memoryOf(new Map()), messages, baseUrl, now })
  const say = (fields: object, message: string) => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
  }
  const log = { info: () => {}, warn: say, error: say }
  const config = readConfig({})
  return {
    config,
    sql,
    hot,
    keys,
    rails: { test, live: [] },
    now,
    monotonicMs,
    log,
    pubSub: pubSub(),
    batchWaits: new BatchWaits(),
    baseUrl,
  }
}

/** One secret for all of them, for which the receiver is to know one. */
async function makeEndpoints(
  context: Context,
  { postgres, port, secret }: QueueOptions,
): Promise<Scope[]> {
  const { keys, now } = context
  const owner = connectAsOwner(postgres)
  const scopes: Scope[] = []
  for (let i = 0; i < ENDPOINTS; i += 1) {
    const owned = { name: `Example Store ${i}`, email: `owner.${i}@example.com` }
    const { businessId } = await owner.begin((sql) => createBusiness(sql, now(), owned))
    const scope = { businessId, mode: 'test' } as const
    await openWebhookEndpoints(owner, keys, scope, now())
    const sealed = keys.seal(secret, secretBinding(scope, 'standard'))
    await owner`
      update webhook_endpoint set secret = ${sealed}, secret_hint = ${secretHint(secret)}
      where business_id = ${businessId} and mode = 'test' and route = 'standard'
    `
    await changeWebhooks(context, scope, { urls: { standard: urlOf(i, port) } })
    scopes.push(scope)
  }
  await owner.end()
  return scopes
}

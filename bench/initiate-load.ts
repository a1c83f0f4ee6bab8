import type { BusinessId, Context } from '../src/context.ts'
import { initiate } from '../src/identity/initiate.ts'
import { readConfig } from '../src/lib/config.ts'
import { APPLICATION_ROLE, connect, connectHot } from '../src/lib/db.ts'
import { hub } from '../src/lib/hub.ts'
import { keyring } from '../src/lib/secrets.ts'
import { sandboxRails } from '../src/rails/sandbox/sandbox.ts'
import { sandboxMessages } from '../src/sandbox/messages.ts'
import { sandboxMemory } from '../src/sandbox/sandbox.ts'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { type Numbers, numbersOf } from './numbers.ts'
import type { PostgresAddress } from './service.ts'
import { serveWorker } from './worker.ts'

// Initiations of verifications as a route would call them, by so many callers at once, each calling
// again when it was answered. All that is left out is HTTP.
//
// (1) A refusal ends the run.

/** A BVN is this and the number. Of the routes' own numbers none begins so. */
const BVN_BEGINS = '23'

export type InitiateLoad = Plan & {
  postgres: PostgresAddress
  /** Base64. */
  masterKey: string
  businessId: BusinessId
  numbers: Numbers
}

// Made by the first run, so that the others find warm connections.
let context: Context | null = null

serveWorker(run)

async function run(load: InitiateLoad): Promise<Measured> {
  context ??= open(load)
  const opened = context
  const numberOf = numbersOf(load.numbers)
  const scope = { businessId: load.businessId, mode: 'test' } as const
  const refused = Promise.withResolvers<never>()
  const loop = startLoop(load, (connection) => {
    const number = `${BVN_BEGINS}${numberOf()}`
    const input = { type: 'BVN', number, consent: null, effectId: null } as const
    initiate(opened, scope, input).then(() => loop.answered(connection), refused.reject)
  })
  return Promise.race([loop.done, refused.promise])
}

/** As the service makes it, over its database, with its keys. */
function open({ postgres, masterKey }: InitiateLoad): Context {
  const [sql, hot] = [connect(postgres, APPLICATION_ROLE), connectHot(postgres, APPLICATION_ROLE)]
  const keys = keyring(Buffer.from(masterKey, 'base64'))
  const now = () => new Date()
  const baseUrl = () => ''
  const test = sandboxRails({
    memory: sandboxMemory(sql),
    messages: sandboxMessages(hot, keys, now),
    baseUrl,
    now,
  })
  const say = (fields: object, message: string) => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
  }
  return {
    config: readConfig({}),
    sql,
    hot,
    keys,
    rails: { test, live: null },
    now,
    log: { info: () => {}, warn: say, error: say },
    hub: hub(),
    baseUrl,
  }
}

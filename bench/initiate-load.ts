import type { BusinessId, Context } from '../src/core/context.ts'
import { initiate } from '../src/identity/initiate.ts'
import { openContext } from './context.ts'
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
  context ??= openContext(load.postgres, load.masterKey)
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

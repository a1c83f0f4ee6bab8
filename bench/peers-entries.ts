import type { BusinessId, Context } from '../src/core/context.ts'
import { partyAccount, post } from '../src/core/ledger/ledger.ts'
import { newId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { openContext } from './context.ts'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { type Numbers, numbersOf } from './numbers.ts'
import type { PostgresAddress } from './service.ts'
import { serveWorker } from './worker.ts'

// Our ledger alone, without HTTP and without anything that a payment is besides its entries: each
// call is one statement and one commit. The process that calls is the load generator.

export type EntriesLoad = Plan & {
  postgres: PostgresAddress
  /** Base64. */
  masterKey: string
  /** The call with a number is of the one at its place modulo their count. */
  businessIds: BusinessId[]
  /** Who share in a settlement; none: one entry out of the wallet. */
  parties: string[]
  numbers: Numbers
}

// Made by the first run, so that the others find warm connections.
let context: Context | null = null

serveWorker(run)

async function run(load: EntriesLoad): Promise<Measured> {
  context ??= openContext(load.postgres, load.masterKey)
  const { hot } = context
  const numberOf = numbersOf(load.numbers)
  const refused = Promise.withResolvers<never>()
  const loop = startLoop(load, (connection) => {
    const businessId = load.businessIds[numberOf() % load.businessIds.length]!
    const now = new Date()
    const entries = load.parties.length === 0 ? fee() : settlement(load.parties)
    const about = { businessId, mode: 'test', causeId: newId(now), occurredAt: now } as const
    post(
      hot,
      now,
      entries.map((entry) => ({ ...about, ...entry })),
    ).then(() => loop.answered(connection), refused.reject)
  })
  return Promise.race([loop.done, refused.promise])
}

function fee() {
  const accounts = { debit: 'available', credit: 'fees' } as const
  return [{ reason: 'identity_fee', ...accounts, amount: kobo(100) } as const]
}

function settlement([first, second]: string[]) {
  const from = { debit: 'bank_clearing' } as const
  return [
    { ...from, reason: 'payment', credit: 'pending', amount: kobo(343_000) },
    { ...from, reason: 'payment_fee', credit: 'fees', amount: kobo(7_000) },
    { ...from, reason: 'payment_vat', credit: 'vat', amount: kobo(500) },
    { ...from, reason: 'share/0', credit: partyAccount('pending', first!), amount: kobo(100_000) },
    { ...from, reason: 'share/1', credit: partyAccount('pending', second!), amount: kobo(49_500) },
  ] as const
}

import type { BusinessId, Context } from '../src/core/context.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { settlementOf } from '../src/payments/transactions/settle.ts'
import type { Settlement } from '../src/payments/transactions/transactions.rows.ts'
import { findManyByReference, settleMany } from '../src/payments/transactions/transactions.sql.ts'
import { batched } from '../src/platform/batch.ts'
import { kobo } from '../src/platform/money.ts'
import { openContext } from './context.ts'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { type Numbers, numbersOf } from './numbers.ts'
import { PAID, PAYMENT_SESSION } from './payloads.ts'
import type { PostgresAddress } from './service.ts'
import { serveWorker } from './worker.ts'

// Settlements as the service does them, by so many callers at once, each calling again when it was
// answered. `received`: all that a notification does, without HTTP and its signature. `batched`:
// the payment is found and settled, and nothing is kept of a transfer.
//
// (1) A payment that is not settled ends the run.

export type SettleLoad = Plan & {
  how: 'received' | 'batched'
  postgres: PostgresAddress
  /** Base64. */
  masterKey: string
  digit: string
  /** The payment with a number is of the business at its place modulo their count. */
  businessIds: BusinessId[]
  numbers: Numbers
}

type Settle = (number: number) => Promise<void>

// Made by the first run, so that the others find warm connections.
let context: Context | null = null

serveWorker(run)

async function run(load: SettleLoad): Promise<Measured> {
  context ??= openContext(load.postgres, load.masterKey)
  const settle = load.how === 'received' ? receiving(context, load) : batching(context, load)
  const numberOf = numbersOf(load.numbers)
  const failed = Promise.withResolvers<never>()
  const loop = startLoop(load, (connection) => {
    settle(numberOf()).then(() => loop.answered(connection), failed.reject)
  })
  return Promise.race([loop.done, failed.promise])
}

function receiving(context: Context, { digit }: SettleLoad): Settle {
  return async (number) => {
    const accountNumber = `${digit}${number}`
    const received = await receive(context, 'test', {
      sessionId: `${PAYMENT_SESSION}${accountNumber}`,
      accountNumber,
      amount: amountOf(number),
      senderName: 'Ngozi Sample',
      senderBankCode: '058',
      senderAccountNumber: '0123456789',
      narration: 'For shoes',
      occurredAt: new Date(),
    })
    const state = received.kind === 'credited' ? received.deposit.state : received.kind
    if (state !== 'matched') throw new Error(`the transfer to ${accountNumber} is ${state}`)
  }
}

function batching(context: Context, { digit, businessIds }: SettleLoad): Settle {
  const find = batched((wanted: Parameters<typeof findManyByReference>[1]) =>
    findManyByReference(context.hot, wanted),
  )
  const settle = batched(async (settlements: Settlement[]) => {
    const moved = new Set(await settleMany(context.hot, context.now(), settlements))
    return settlements.map(({ transaction }) => moved.has(transaction.id))
  })
  return async (number) => {
    const businessId = businessIds[number % businessIds.length]!
    const reference = `${PAID}${digit}${number}`
    const transaction = await find({ businessId, mode: 'test', reference })
    if (transaction === null) throw new Error(`${reference} is not there`)
    const settlement = await settlementOf(context, transaction, {
      channel: 'bank_transfer',
      amount: amountOf(number),
      authorizationDetails: '{"sender_name":"Ngozi Sample","narration":"For shoes"}',
      gatewayResponse: 'Approved or completed successfully',
      paidAt: new Date(),
      clearing: 'bank_clearing',
    })
    if (!(await settle(settlement))) throw new Error(`${reference} was not settled`)
  }
}

function amountOf(number: number) {
  return kobo(500_000 + (number % 1_000))
}

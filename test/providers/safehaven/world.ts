import type { TestContext } from 'node:test'
import { banks } from '../../../src/accounts/banks/banks.ts'
import { newId } from '../../../src/platform/ids.ts'
import { kobo } from '../../../src/platform/money.ts'
import type { RailRequest } from '../../../src/providers/outcomes.ts'
import type { BankCodes } from '../../../src/providers/rails.ts'
import { type SafehavenDeps, safehavenRails } from '../../../src/providers/safehaven/safehaven.ts'
import { startSafehavenStandIn } from '../safehaven.ts'
import { OWN_BANK } from './books.ts'

// Our adapter with the stand-in, and one clock for both.

export const TOKEN = 'a-token-of-the-callback-address'
export const CALLBACK = 'https://pay.example.com/rails/safehaven/notifications'
export const BANK: BankCodes = { code: '058', nipCode: '000013' }
export const PAYEE = '0123456789'
export const PERSON = '22222222222'

export type SafehavenWorld = Awaited<ReturnType<typeof safehavenWorld>>

export async function safehavenWorld(
  t: Pick<TestContext, 'after'>,
  options: Partial<Pick<SafehavenDeps, 'deadlineMs'>> & { balance?: bigint } = {},
) {
  let nowMs = Date.parse('2026-03-15T12:00:00Z')
  const now = () => new Date(nowMs)
  const { deadlineMs, ...own } = options
  const standIn = await startSafehavenStandIn({
    now,
    webhookUrl: `${CALLBACK}/${TOKEN}`,
    // Nobody listens there: tests read the list of what was sent.
    reach: () => 'http://127.0.0.1:1/',
    ...own,
  })
  t.after(() => standIn.close())
  const logged: { fields: object; message: string }[] = []
  const config = {
    baseUrl: standIn.url,
    ...standIn.credentials,
    bankCode: OWN_BANK,
    callbackUrl: CALLBACK,
    callbackToken: TOKEN,
  }
  const log = { warn: (fields: object, message: string) => void logged.push({ fields, message }) }
  const deps = { now, log, banks, ...(deadlineMs !== undefined && { deadlineMs }) }
  const makeRails = () => safehavenRails(config, deps)!
  const { bank, identity } = makeRails()
  return {
    ...standIn,
    config,
    bank,
    identity,
    /** The same provider in another process. */
    another: makeRails,
    now,
    logged,
    advance(ms: number) {
      nowMs += ms
    },
    newKey: () => newId(now()) as string,
    /** The last notification, as the service would receive it. */
    lastNews(): RailRequest & { token: string } {
      const body = Buffer.from(standIn.controls.news.all.at(-1)?.body ?? '')
      return { headers: { 'content-type': 'application/json' }, body, token: TOKEN }
    },
    async payment(key: string, { amount = 500_050n, accountNumber = PAYEE } = {}) {
      const found = await bank.enquireBeneficiary({ bank: BANK, accountNumber })
      if (found.kind !== 'found') throw new Error('nobody is to be paid')
      const { accountName, enquiry } = found
      const order = { bank: BANK, accountNumber, accountName, enquiry, narration: 'rent' }
      return { key, amount: kobo(amount), ...order }
    },
  }
}

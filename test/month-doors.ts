import assert from 'node:assert/strict'
import { pay as payOut } from '../src/money-out/payouts/pay.ts'
import {
  enquireAfterReturn,
  findCheckout,
  keyOf,
  payByCard,
  payByTransfer,
  sendOtp,
  sendPin,
  statusOf,
} from '../src/payments/checkout/checkout.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { begin as refund } from '../src/payments/refunds/begin.ts'
import { initialize } from '../src/payments/transactions/initialize.ts'
import { kobo } from '../src/platform/money.ts'
import { Refusal, type RefusalCode } from '../src/platform/refusal.ts'
import type { BankCredit } from '../src/providers/outcomes.ts'
import { threeDSecure } from '../src/providers/sandbox/sandbox.ts'
import type { Answer, Api } from './api.ts'
import type { Shop } from './month-fleet.ts'
import { askForAccount, decide, notify, pay, testCard } from './payments.ts'
import type { TestContext } from './support.ts'

// Two ways to act in the simulated month: the operations in a given process, and the HTTP API. Both
// throw a refusal as `Refusal`.

export type Order = {
  reference: string
  amount: number
  email: string
  feeBearer: 'business' | 'customer'
  splitCode: string | null
  /** Only of operations. */
  saveCard?: 'required'
}
export type RefundOrder = { transaction: string; amount: number | null; effectId: string }
export type PayoutOrder = { reference: string; amount: number; accountNumber: string }
type Next = { kind: string; url?: string }

export type Doors = {
  context: TestContext
  /** Returns the access code. */
  initialize(shop: Shop, order: Order): Promise<string>
  card(accessCode: string, name: string): Promise<Next>
  pin(accessCode: string, pin: string): Promise<void>
  otp(accessCode: string, otp: string): Promise<void>
  /** Approves on the bank's page and returns. */
  approve(accessCode: string, url: string): Promise<void>
  account(accessCode: string): Promise<string>
  /** Returns whether the credit was accepted, and its outcome if one is reported. */
  credit(credit: BankCredit): Promise<string>
  /** Both return the status. */
  refund(shop: Shop, order: RefundOrder): Promise<string>
  payOut(shop: Shop, order: PayoutOrder): Promise<string>
}

const BANK = '058'

export function operations(context: TestContext): Doors {
  const { memory, baseUrl, now } = context
  return {
    context,
    async initialize({ businessId, mode }, { amount, splitCode, ...order }) {
      const nothing = { phone: null, callbackUrl: null, metadata: null, channels: null }
      const asked = { ...order, ...nothing, splitCode, name: 'Ada Example', amount: kobo(amount) }
      const more = { ipAddress: null, madeWith: 'secret', effectId: null } as const
      const made = await initialize(context, { businessId, mode }, { ...asked, ...more })
      return made.accessCode
    },
    async card(accessCode, name) {
      await payByCard(context, keyOf(context, accessCode), testCard(name))
      return statusOf(context, await findCheckout(context, accessCode)).next
    },
    pin: (accessCode, pin) => sendPin(context, keyOf(context, accessCode), pin),
    otp: (accessCode, otp) => sendOtp(context, keyOf(context, accessCode), otp),
    async approve(accessCode, url) {
      const token = new URL(url).pathname.split('/').at(-1)!
      await threeDSecure({ memory, baseUrl, now }).decide(token, 'approve')
      await enquireAfterReturn(context, keyOf(context, accessCode))
    },
    async account(accessCode) {
      return (await payByTransfer(context, keyOf(context, accessCode))).accountNumber
    },
    async credit(credit) {
      const received = await receive(context, 'test', credit)
      return received.kind === 'credited' ? received.deposit.depositId : received.kind
    },
    async refund({ businessId, mode }, { transaction, amount, effectId }) {
      const wanted = { transaction, amount: amount === null ? null : kobo(amount), effectId }
      return (await refund(context, { businessId, mode }, { ...wanted, reason: null })).status
    },
    async payOut({ businessId, mode }, { amount, ...order }) {
      const wanted = {
        ...order,
        amount: kobo(amount),
        bankCode: BANK,
        reason: null,
        effectId: null,
      }
      return (await payOut(context, { businessId, mode }, wanted)).state
    },
  }
}

export function overHttp(context: TestContext, api: Api): Doors {
  const ask = async ({ keys }: Shop, path: string, body: object, headers = {}) =>
    heard(await api.post(`/api/v1${path}`, { key: keys.secretKey, body, headers }))
  return {
    context,
    async initialize(shop, { feeBearer, splitCode, ...order }) {
      const body = { ...order, name: 'Ada Example', fee_bearer: feeBearer }
      const split = splitCode === null ? {} : { split_code: splitCode }
      return (await ask(shop, '/transactions/initialize', { ...body, ...split })).access_code
    },
    card: async (accessCode, name) => heard(await pay(api, accessCode, name)).next,
    async pin(accessCode, pin) {
      heard(await api.post(`/checkout/${accessCode}/card/pin`, { body: { pin } }))
    },
    async otp(accessCode, otp) {
      heard(await api.post(`/checkout/${accessCode}/card/otp`, { body: { otp } }))
    },
    async approve(_accessCode, url) {
      await (await decide(api, url, 'approve')).comeBack()
    },
    account: (accessCode) => askForAccount(api, accessCode),
    async credit(credit) {
      const answer = await notify(api, context, credit)
      heard(answer)
      return answer.body.message
    },
    async refund(shop, { transaction, amount, effectId }) {
      const body = { transaction, ...(amount !== null && { amount }) }
      return (await ask(shop, '/refunds', body, { 'idempotency-key': effectId })).status
    },
    async payOut(shop, { reference, amount, accountNumber }) {
      const body = { reference, amount, account_number: accountNumber, bank_code: BANK }
      return (await ask(shop, '/payouts', body)).status
    },
  }
}

function heard({ status, body, text }: Answer) {
  if (status < 300) return body.data
  assert(body?.code, text)
  throw new Refusal(body.code as RefusalCode)
}

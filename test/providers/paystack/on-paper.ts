import { banks } from '../../../src/accounts/banks/banks.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { paystackParts } from '../../../src/providers/paystack/paystack.ts'
import { type Answers, Instead, paper } from '../paper.ts'
import { ISSUERS, OFFERS, type PaystackBank } from './world.ts'

// Our requests to Paystack and its answers. No two values of one type are equal, so that a test
// notices if one is used in place of another.

export const NOW = new Date('2026-11-28T23:30:15.123Z')
export const CHARGE = { key: 'charge-1', id: 4_099_260_516, amount: 900_009n }
/** The handle of a paid charge. */
export const HANDLE = `${CHARGE.amount}/${CHARGE.id}`

export function given(answers: Answers = {}) {
  const world = { now: NOW, answers }
  const on = paper(
    () => world.now,
    () => world.answers,
  )
  const settings = {
    secretKey: 'sk_live_0000000001',
    baseUrl: 'https://api.paystack.co',
    pageMs: 2 * DAY,
    offers: [...OFFERS],
    issuers: [...ISSUERS],
  }
  const log = { warn: () => {} }
  const { card, bank, disputes } = paystackParts(settings, {
    now: () => world.now,
    log,
    banks,
    send: on.send,
  })
  return Object.assign(world, {
    rail: card,
    bank: bank as PaystackBank,
    disputes,
    sent: () => on.sent,
    on,
  })
}

export const done = (data: unknown) => ({ status: true, message: 'OK', data, meta: {} })
export const refused = (code: string) =>
  new Instead(400, { status: false, message: 'Sorry', code, type: 'validation_error' })

export const charge = (id: number, status: string, more: object = {}) => ({
  id,
  domain: 'live',
  status,
  reference: `charge-${id}`,
  amount: 1_000 * id,
  requested_amount: 1_000 * id + 7,
  currency: 'NGN',
  fees: 100 + id,
  created_at: moment(1).toISOString(),
  paid_at: moment(id).toISOString(),
  ...more,
})

export const refund = (id: number, status: string, amount: number, more: object = {}) => ({
  id,
  transaction: CHARGE.id,
  domain: 'live',
  currency: 'NGN',
  amount,
  status,
  merchant_note: `cowrie refund-${id}`,
  customer_note: 'theirs',
  deducted_amount: amount + 3,
  createdAt: moment(2).toISOString(),
  refunded_at: moment(id).toISOString(),
  updatedAt: moment(59).toISOString(),
  ...more,
})

export const settlement = (id: number, status: string, more: object = {}) => ({
  id,
  domain: 'live',
  status,
  currency: 'NGN',
  total_amount: 10_000 * id + 1,
  effective_amount: 10_000 * id,
  total_processed: 10_000 * id + 2,
  settlement_date: moment(id).toISOString(),
  createdAt: moment(3).toISOString(),
  ...more,
})

export const transfer = (id: number, status: string, more: object = {}) => ({
  id,
  domain: 'live',
  status,
  currency: 'NGN',
  amount: 1_000 * id,
  reference: `transfer-number-${id}`,
  transfer_code: `TRF_${id}`,
  fee_charged: 1_000 + id,
  source: 'balance',
  reason: 'theirs',
  recipient: {
    id: 900 + id,
    domain: 'live',
    recipient_code: `RCP_${id}`,
    name: 'THEIR NAME',
    details: { account_number: `${id}`.padStart(10, '0'), bank_code: '058' },
  },
  createdAt: moment(id).toISOString(),
  updatedAt: moment(id).toISOString(),
  ...more,
})

/** A minute in the first hour of the Lagos day, which is still yesterday in UTC. */
export function moment(minute: number): Date {
  return new Date(Date.UTC(2026, 10, 28, 23, minute, 2))
}

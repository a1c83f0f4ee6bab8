import assert from 'node:assert/strict'
import type { Context, Scope } from '../src/core/context.ts'
import { listEntries, partyAccount, post } from '../src/core/ledger/ledger.ts'
import { type PayInput, pay } from '../src/money-out/payouts/pay.ts'
import type { Payout } from '../src/money-out/payouts/payouts.sql.ts'
import type { Subaccount } from '../src/payments/splits/splits.sql.ts'
import { createSubaccount, type SubaccountId } from '../src/payments/splits/subaccounts.ts'
import { newId } from '../src/platform/ids.ts'
import { type Kobo, kobo } from '../src/platform/money.ts'
import type { BeneficiaryOutcome, RailSet, TransferOutcome } from '../src/providers/rails.ts'
import type { Answer, Api } from './api.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// Payouts in tests: requests, their entries, and a scripted bank.

/**
 * Sandbox accounts: a transfer to the first fails; one to the second is unknown at first, then
 * sent.
 */
export const FAILING_ACCOUNT = '9999999999'
export const LATE_ACCOUNT = '8888888888'
/** Accepted, then sent; accepted, then failed; sent, then reversed. */
export const ACCEPTING_ACCOUNT = '7777777777'
export const FAILING_LATE_ACCOUNT = '6666666666'
export const REVERSING_ACCOUNT = '5555555555'

export const PAYOUT = { amount: 250_000, bank_code: '058', account_number: '0000000018' }

export function askToPay(
  api: Api,
  { keys }: GivenBusiness,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = { key: keys.secretKey, body: { ...PAYOUT, ...body }, headers }
  return api.post('/api/v1/payouts', sent)
}

export function payOut(
  context: Context,
  { businessId, mode }: Scope,
  input: Partial<Omit<PayInput, 'amount'>> & { amount?: number } = {},
): Promise<Payout> {
  const { amount = PAYOUT.amount, ...rest } = input
  return pay(
    context,
    { businessId, mode },
    {
      amount: kobo(amount),
      bankCode: PAYOUT.bank_code,
      accountNumber: PAYOUT.account_number,
      reference: null,
      reason: null,
      effectId: null,
      ...rest,
    },
  )
}

export async function payoutsOf({ sql }: Context, { businessId, mode }: Scope) {
  const rows = await sql<Payout[]>`
    select * from payout where business_id = ${businessId} and mode = ${mode} order by payout_id
  `
  return [...rows]
}

/**
 * Its entries: `hold`, then `post_hold` or `void_hold`; `post` if the payout was reversed. Its
 * stamp duty has the same.
 */
export async function bookedFor({ sql }: Context, payout: Payout): Promise<string[]> {
  const { businessId, mode, payoutId, subaccountId } = payout
  const entries = await listEntries(sql, businessId, mode, payoutId)
  const from = subaccountId === null ? 'available' : `available/${subaccountId}`
  const kindsOf = (reason: string, back: string, whole: Kobo) =>
    entries
      .filter((entry) => entry.reason.replace('_reversed', '') === reason)
      .map(({ reason: own, kind, debit, credit, amount }) => {
        const [debits, credits] = own === reason ? [from, back] : [back, from]
        assert.deepEqual([debit, credit, amount], [debits, credits, whole])
        return kind
      })
  const kinds = kindsOf('payout', 'bank_clearing', payout.amount)
  const duty = kindsOf('payout_duty', 'stamp_duty', payout.duty)
  assert.deepEqual(duty, payout.duty > 0n ? kinds : [])
  assert.equal(kinds.length + duty.length, entries.length)
  return kinds
}

/** What the bank does with a transfer request, and whether we get the answer. */
export type Deed =
  | 'sends'
  | 'fails'
  | 'sends unheard'
  | 'fails unheard'
  | 'accepts'
  | 'loses it'
  | 'breaks'
  | 'is down'
/** What it answers to an enquiry. */
export type Word =
  | 'tells'
  | 'has it in hand'
  | 'has it back'
  | 'is silent'
  | 'is down'
  | 'breaks'
  | 'knows nothing'

export type Bank = {
  /** Its next actions, in order; the last one repeats. */
  deeds: Deed[]
  words: Word[]
  /** Keys of the transfer requests. */
  asked: string[]
  /** Keys of the transfers it made, counting repeats, as if the bank did not recognise a key. */
  sent: string[]
  failed: string[]
  enquired: string[]
  /** The handles sent with the enquiries. */
  handles: (string | undefined)[]
  beneficiary: (real: () => Promise<BeneficiaryOutcome>) => Promise<BeneficiaryOutcome>
}

/** The context with a scripted bank; every process given the same `bank` shares it. */
export function withBank(context: TestContext, bank: Bank): TestContext {
  const real = context.rails.test.bank
  const scripted: RailSet['bank'] = {
    ...real,
    enquireBeneficiary: (request) => bank.beneficiary(() => real.enquireBeneficiary(request)),
    transfer: (request) => transferred(bank, request.key),
    enquireTransfer: (request) => {
      bank.handles.push(request.handle)
      return told(bank, request.key)
    },
  }
  return {
    ...context,
    rails: { ...context.rails, test: { ...context.rails.test, bank: scripted } },
  }
}

export function givenBank(deeds: Deed[] = ['sends'], words: Word[] = ['tells']): Bank {
  const nothing = { asked: [], sent: [], failed: [], enquired: [], handles: [] }
  return { deeds, words, ...nothing, beneficiary: (real) => real() }
}

async function transferred(bank: Bank, key: string): Promise<TransferOutcome> {
  const deed = next(bank.deeds)
  bank.asked.push(key)
  await new Promise((resolve) => setImmediate(resolve))
  switch (deed) {
    case 'is down':
      return { kind: 'unavailable' }
    case 'loses it':
      return { kind: 'unknown' }
    case 'breaks':
      throw new Error('the line broke')
    case 'accepts':
      bank.sent.push(key)
      return { kind: 'accepted', handle: `handle of ${key}` }
    case 'sends':
    case 'sends unheard':
      bank.sent.push(key)
      return deed === 'sends' ? known(bank, key)! : { kind: 'unknown' }
    case 'fails':
    case 'fails unheard': {
      bank.failed.push(key)
      return deed === 'fails' ? known(bank, key)! : { kind: 'unknown' }
    }
  }
}

async function told(bank: Bank, key: string): Promise<TransferOutcome> {
  const word = next(bank.words)
  bank.enquired.push(key)
  await new Promise((resolve) => setImmediate(resolve))
  switch (word) {
    case 'has it in hand':
      return { kind: 'accepted' }
    case 'has it back':
      return { kind: 'reversed', reason: 'account_closed' }
    case 'tells':
      return known(bank, key) ?? { kind: 'not_found' }
    case 'knows nothing':
      return { kind: 'not_found' }
    case 'is silent':
      return { kind: 'unknown' }
    case 'is down':
      return { kind: 'unavailable' }
    case 'breaks':
      throw new Error('the line broke')
  }
}

function known(bank: Bank, key: string): TransferOutcome | null {
  if (bank.sent.includes(key)) return { kind: 'sent', sessionId: `session of ${key}` }
  return bank.failed.includes(key) ? { kind: 'failed', reason: 'account_closed' } : null
}

function next<Step>(steps: Step[]): Step {
  return steps.length > 1 ? steps.shift()! : steps[0]!
}

/** At any account of any bank, even one the sandbox does not resolve. */
export function givenSubaccount(
  context: Context,
  { businessId, mode }: Scope,
  { accountNumber = PAYOUT.account_number, bankCode = PAYOUT.bank_code } = {},
): Promise<Subaccount> {
  const named = async () => 'NGOZI SAMPLE'
  const input = {
    businessName: 'Ngozi Sample Shoes',
    bankCode,
    accountNumber,
    percentageCharge: null,
    primaryContactEmail: null,
    metadata: null,
  }
  return createSubaccount(context, { businessId, mode }, named, input, null)
}

/** Gives a subaccount this amount from the play money. */
export async function givenShare(
  { sql, now }: Context,
  { businessId, mode }: Scope,
  subaccountId: SubaccountId,
  amount: Kobo,
): Promise<void> {
  const [at, causeId] = [now(), newId(now())]
  const scope = { businessId, mode }
  await sql.begin((begun) =>
    post(begun, at, [
      {
        ...scope,
        causeId,
        reason: 'wallet_adjustment',
        debit: 'adjustments',
        credit: partyAccount('available', subaccountId),
        amount,
        occurredAt: at,
      },
    ]),
  )
}

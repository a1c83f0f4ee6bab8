import { resolve } from '../../src/accounts/banks/resolve.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { pay } from '../../src/money-out/payouts/pay.ts'
import { PayBody } from '../../src/money-out/payouts/payouts.routes.ts'
import { PAYOUT_STATES, type Payout } from '../../src/money-out/payouts/payouts.sql.ts'
import {
  findOwn,
  findPayoutNamed,
  listPaidAccounts,
  listPayouts,
  type PayoutFilter,
  toWirePayout,
} from '../../src/money-out/payouts/payouts.ts'
import { readExactly } from '../../src/platform/json.ts'
import { kobo } from '../../src/platform/money.ts'
import type { Page } from '../../src/platform/paging.ts'
import {
  isNothingExecuted,
  type NothingExecuted,
  Refusal,
  refuse,
} from '../../src/platform/refusal.ts'
import { Asked, checked, metadataOf, nairaOnly, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { payoutIn } from './ids.ts'
import { byNumber, numberIn } from './numbers.ts'
import { accountIn } from './recipients.ts'
import { paystackRecipient, paystackTransfer } from './records.ts'

// Paystack's transfers are our payouts; a recipient is a bank account (recipients.ts).

const PAY = 'POST /payouts'
const MANY_MAX = 100
const AT_ONCE = 10
const ANY: PayoutFilter = { state: null, reference: null, subaccountId: null, from: null, to: null }
const NOT_KNOWN =
  'Not confirmed: it may or may not be done. Send the same again, with the same reference if it ' +
  'has one.'
const NOT_KEPT = 'Recipients are not stored. Fetch one by its recipient_code, RCP_….'

export const recipientCalls = [
  call('POST /transferrecipient', 'POST /accounts/resolve', async (asked) => ({
    message: 'Transfer recipient created successfully',
    data: await recipientFor(asked, asked.body),
    status: 201,
  })),
  call('POST /transferrecipient/bulk', 'POST /accounts/resolve', async (asked) => {
    const batch = manyIn(asked.body, 'batch')
    const done = await inTurn(asked, batch, async (one) => recipientFor(asked, one))
    const success = done.flatMap((one) => (one.kind === 'made' ? [one.made] : []))
    const errors = done.flatMap((one, i) =>
      one.kind === 'made' ? [] : [{ payload: batch[i]!.fields, message: reasonOf(one) }],
    )
    return { message: 'Recipients added successfully', data: { success, errors }, status: 201 }
  }),
  list(
    'GET /transferrecipient',
    'GET /payouts',
    'Recipients retrieved',
    ({ context, scope }, page) => listPaidAccounts(context.sql, scope, page),
    (rows, { context, scope }) =>
      rows.map((row) => {
        const at = row.createdAt.toISOString()
        return paystackRecipient(context, scope, row, row.accountName, { at })
      }),
  ),
  call(
    'GET /transferrecipient/:code',
    'POST /accounts/resolve',
    async ({ context, scope, own, params }) => {
      const account = recipientIn(context, scope, params['code'] ?? '')
      const { accountName } = await resolve(context, scope, own, account)
      const at = context.now().toISOString()
      const data = paystackRecipient(context, scope, account, accountName, { at })
      return { message: 'Recipient retrieved', data }
    },
  ),
]

export const transferCalls = [
  call('POST /transfer', PAY, async ({ context, scope, body, effectId }) => {
    const input = inputOf(context, scope, body)
    const payout = await pay(context, scope, { ...input, effectId })
    const { recipient, ...sent } = theirs(context, payout)
    const data = { ...sent, recipient: recipient.id, transfersessionid: [], transfertrials: [] }
    return { message: MESSAGES[payout.state], data }
  }),
  call('POST /transfer/bulk', PAY, async (asked) => {
    const { context, scope, body } = asked
    const inputs = manyIn(body, 'transfers').map((one) => inputOf(context, scope, one))
    // A caller without a response repeats the call: each transfer is then found by its reference.
    const references = new Set(inputs.map(({ reference }) => reference))
    if (references.has(null) || references.size < inputs.length) {
      wrong('transfers', 'Each transfer needs its own reference.')
    }
    const done = await inTurn(asked, inputs, (one) =>
      pay(context, scope, { ...one, effectId: null }),
    )
    // A repeat with the same Idempotency-Key runs again and finds the missing outcomes.
    if (done.some(({ kind }) => kind === 'unknown')) asked.request.eraseAnswerAt = context.now()
    const data = done.map((one, i) => bulkItem(context, inputs[i]!, one))
    return { message: `${data.length} transfers queued.`, data }
  }),
  list(
    'GET /transfer',
    'GET /payouts',
    'Transfers retrieved',
    async ({ context, scope, query }, page) => {
      const state = query.oneOf('status', PAYOUT_STATES)
      const filter = { ...ANY, state, reference: query.text('reference'), ...query.range() }
      return listPayouts(context.sql, scope, filter, page)
    },
    (rows, { context }) => rows.map((row) => theirs(context, row)),
  ),
  call('GET /transfer/:code', 'GET /payouts/:id', async ({ context, scope, params }) => {
    const payout = await payoutOf(context, scope, params['code'] ?? '')
    return { message: 'Transfer retrieved', data: theirs(context, payout) }
  }),
  call(
    'GET /transfer/verify/:reference',
    'GET /payouts/:id',
    async ({ context, scope, params }) => {
      const reference = new Asked(params).needed('reference')
      const found = await findPayoutNamed(context.sql, scope, reference)
      return { message: 'Transfer retrieved', data: theirs(context, found ?? refuse(NONE)) }
    },
  ),
]

// No transfer waits for a one-time password: this requirement is off, and stays off.
export const otpCalls = [
  ...['disable_otp', 'disable_otp_finalize'].map((path) =>
    call(`POST /transfer/${path}`, PAY, async () => {
      const message = 'OTP requirement for transfers has been disabled for this integration'
      return { message, data: null }
    }),
  ),
  ...['finalize_transfer', 'resend_otp'].map((path) =>
    call(`POST /transfer/${path}`, PAY, async ({ context, scope, body }) => {
      await payoutOf(context, scope, body.needed('transfer_code'))
      return wrong('transfer_code', 'Transfer is not currently awaiting OTP')
    }),
  ),
]

const NONE = 'payout_not_found'
const MESSAGES = {
  pending: 'Transfer has been queued',
  success: 'Transfer has been queued',
  failed: 'The bank did not send the transfer',
  reversed: 'The transfer was sent, then returned by the bank',
} as const

type Ordered = ReturnType<typeof inputOf>

/** Only a refusal that executed nothing is `failed`: callers pay again after it. */
function bulkItem(context: Context, { recipient, reference, amount }: Ordered, done: Done<Payout>) {
  const asked = { recipient, reference, amount: Number(amount), currency: 'NGN' }
  switch (done.kind) {
    case 'made':
      return { ...theirs(context, done.made), recipient }
    case 'refused': {
      const failures = { reason: done.refusal.code, message: reasonOf(done) }
      return { ...asked, status: 'failed', failures }
    }
    case 'unknown':
      return { ...asked, status: 'pending', failures: null, message: reasonOf(done) }
  }
}

function theirs(context: Context, payout: Payout) {
  return paystackTransfer(context, payout, toWirePayout(payout))
}

function inputOf(context: Context, scope: Scope, body: Asked) {
  const source = body.text('source') ?? 'balance'
  if (source !== 'balance') wrong('source', 'source must be balance.')
  nairaOnly(body)
  const recipient = body.needed('recipient')
  const { bankCode, accountNumber } = recipientIn(context, scope, recipient)
  const sent = checked(PayBody, {
    amount: body.amount('amount') ?? body.needed('amount'),
    bank_code: bankCode,
    account_number: accountNumber,
    ...body.texts('reference'),
    reason: body.text('reason') || undefined,
  })
  const { reference = null, reason = null } = sent
  return { recipient, bankCode, accountNumber, reference, reason, amount: kobo(sent.amount) }
}

function recipientIn(context: Context, scope: Scope, code: string) {
  if (numberIn(code) !== null) wrong('recipient', NOT_KEPT)
  const account = accountIn(context, scope, code)
  return account ?? wrong('recipient', 'Recipient specified is invalid.')
}

async function recipientFor({ context, scope, own }: Call, body: Asked) {
  const type = body.text('type') ?? 'nuban'
  if (type !== 'nuban') wrong('type', 'type must be nuban: no other recipients are offered.')
  nairaOnly(body)
  const account = { bankCode: body.needed('bank_code'), accountNumber: accountNumberIn(body) }
  const found = await resolve(context, scope, own, account)
  const name = body.text('name') ?? found.accountName
  const description = body.text('description')
  const sent = metadataOf(body)
  const metadata = sent && (readExactly(sent.text) as object)
  const at = context.now().toISOString()
  const more = { name, description, metadata, email: body.text('email'), at }
  return paystackRecipient(context, scope, found, found.accountName, more)
}

export function accountNumberIn(body: Asked): string {
  const text = body.needed('account_number')
  return /^[0-9]{10}$/.test(text)
    ? text
    : wrong('account_number', 'account_number must be 10 digits.')
}

async function payoutOf(context: Context, scope: Scope, text: string): Promise<Payout> {
  const all = (page: Page) => listPayouts(context.sql, scope, ANY, page)
  const found = await byNumber(text, all, 'payoutId')
  return found ?? findOwn(context, scope, payoutIn<'payout'>(text))
}

function manyIn(body: Asked, name: string): Asked[] {
  const exact = body.raw === '' ? body : new Asked(readExactly(body.raw))
  const list = exact.list(name) ?? wrong(name, `${name} is required.`)
  if (list.length === 0 || list.length > MANY_MAX) {
    wrong(name, `${name} must have 1 to ${MANY_MAX} entries.`)
  }
  return list.map((one) => new Asked(one))
}

type Done<Made> =
  | { kind: 'made'; made: Made }
  | { kind: 'refused'; refusal: NothingExecuted }
  | { kind: 'unknown' }

/** Runs `AT_ONCE` at a time. A failure does not stop the others. */
async function inTurn<One, Made>(
  { context, request }: Call,
  all: One[],
  make: (one: One) => Promise<Made>,
): Promise<Done<Made>[]> {
  const done: Done<Made>[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const ended = await Promise.allSettled(all.slice(at, at + AT_ONCE).map(make))
    for (const one of ended) {
      if (one.status === 'fulfilled') done.push({ kind: 'made', made: one.value })
      else if (isNothingExecuted(one.reason)) done.push({ kind: 'refused', refusal: one.reason })
      else {
        if (!(one.reason instanceof Refusal)) {
          const where = { err: one.reason, requestId: request.id }
          context.log.error(where, 'a part of a bulk call was not answered')
        }
        done.push({ kind: 'unknown' })
      }
    }
  }
  return done
}

function reasonOf(done: Exclude<Done<never>, { kind: 'made' }>): string {
  if (done.kind === 'unknown') return NOT_KNOWN
  const { errors, message } = done.refusal
  return errors[0]?.message ?? message
}

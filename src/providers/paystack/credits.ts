import { SECOND } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { readKobo } from '../amounts.ts'
import { silenceOf } from '../client.ts'
import type { BankCredit, CreditOutcome, Notification } from '../outcomes.ts'
import type { OneOffAccounts } from '../rails.ts'
import { accountNumberOf, fieldsOf, lineOf, momentOf, textOf } from '../values.ts'
import { besides, keyOfOneOff, referenceIn } from './accounts.ts'
import { readSaid } from './answers.ts'
import { CHARGE, type Paystack } from './client.ts'

// Money that arrived at an account number. Paystack calls it a charge, and shows only the last
// digits of the sender's account. So it goes back as a refund of the charge, which is named by its
// reference.
//
// A notification about a permanent account names the account, and is booked as it is: it is signed,
// and a repeated one has the same reference. One about a one-off account does not name it, so the
// charge is looked up.

type Charge = Readonly<Record<string, unknown>>

/** Null if this notification is not about a transfer. */
export function toldOfCredit(paystack: Paystack, data: Charge): Notification | null {
  if (data.channel === 'bank_transfer') {
    const key = keyOfOneOff(textOf(data.reference))
    return key === null ? null : { kind: 'about', what: 'one_off_account', key }
  }
  if (data.channel !== 'dedicated_nuban') return null
  // Another domain's, or a charge of another program with a reference of any form.
  if (data.domain !== paystack.domain) return { kind: 'ignored' }
  const to = accountNumberOf(fieldsOf(data.authorization).receiver_bank_account_number)
  const credit = to && data.status === 'success' ? creditIn(paystack.now, data, to) : null
  return credit === null ? { kind: 'unreadable' } : { kind: 'credit', ...credit }
}

type Enquired = Parameters<NonNullable<OneOffAccounts['enquireCredit']>>[0]

/**
 * By the charge that was begun for the account. Two requests at once begin two charges, and the row
 * may keep the number of one with the handle of the other: so the others are asked about, too. No
 * number is shown but the row's.
 */
export async function enquireCredit(
  paystack: Paystack,
  { accountNumber, handle }: Enquired,
): Promise<CreditOutcome> {
  const reference = referenceIn(handle)
  if (reference === null) return { kind: 'not_found' }
  const own = await creditUnder(paystack, reference, accountNumber)
  if (own.kind !== 'unpaid') return own.kind === 'none' ? { kind: 'not_found' } : own
  for (const other of besides(reference)) {
    const found = await creditUnder(paystack, other, accountNumber)
    if (found.kind === 'none') break
    if (found.kind !== 'unpaid') return found
  }
  return { kind: 'not_found' }
}

type Found = CreditOutcome | { kind: 'unpaid' } | { kind: 'none' }

async function creditUnder(
  { client, now, domain }: Paystack,
  reference: string,
  accountNumber: string,
): Promise<Exclude<Found, { kind: 'not_found' }>> {
  const answer = await client.call({
    call: 'verify transfer in',
    method: 'GET',
    path: `/transaction/verify/${encodeURIComponent(reference)}`,
    timeoutMs: STEP_MS,
  })
  const said = readSaid(answer)
  if (said.kind === 'refused' && said.code === 'transaction_not_found') return { kind: 'none' }
  if (said.kind !== 'done') return silenceOf(said)
  const data = fieldsOf(said.data)
  const isIt = data.reference === reference && data.domain === domain
  const credit = isIt && data.status === 'success' ? creditIn(now, data, accountNumber) : null
  if (credit !== null) return { kind: 'credit', ...credit }
  if (isIt && UNPAID.includes(textOf(data.status))) return { kind: 'unpaid' }
  client.noteUnknown('verify transfer in', answer)
  return { kind: 'unknown' }
}

const UNPAID = ['abandoned', 'failed', 'ongoing', 'pending', 'processing', 'queued']
const SESSION_LENGTH_MAX = 64
const STEP_MS = 3 * SECOND

/** Null if amount, reference or fee is unreadable. */
function creditIn(
  now: () => Date,
  data: Charge,
  accountNumber: string,
): { credit: BankCredit; fee?: Kobo } | null {
  const [sessionId, amount] = [textOf(data.reference), readKobo(data.amount)]
  const fee = data.fees === null || data.fees === undefined ? kobo(0) : readKobo(data.fees)
  const isNamed = CHARGE.test(sessionId) && sessionId.length <= SESSION_LENGTH_MAX
  if (!isNamed || amount === null || fee === null || data.currency !== 'NGN') return null
  const from = fieldsOf(data.authorization)
  return {
    credit: {
      sessionId,
      accountNumber,
      amount,
      senderName: lineOf(from.sender_name),
      // They have the name of the bank only.
      senderBankCode: '',
      senderAccountNumber: lineOf(from.sender_bank_account_number, 20),
      narration: lineOf(from.narration),
      occurredAt: momentOf(data.paid_at) ?? now(),
    },
    ...(fee > 0n && { fee }),
  }
}

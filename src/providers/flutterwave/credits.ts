import { readDecimalNaira } from '../amounts.ts'
import { silenceOf } from '../client.ts'
import type { CreditOutcome } from '../outcomes.ts'
import type { OneOffAccounts } from '../rails.ts'
import { type Fields, fieldsOf, lineOf, momentOf } from '../values.ts'
import { referenceIn } from './accounts.ts'
import { feeOf, readId, readSaid } from './answers.ts'
import type { Flutterwave } from './client.ts'

// Money that arrived at a one-off account: a payment by transfer under the account's reference. A
// notification only leads here, and does not name the account. The session id is their id of the
// payment, so that it can be sent back as a refund.

type Enquired = Parameters<NonNullable<OneOffAccounts['enquireCredit']>>[0]

export async function enquireCredit(
  flutterwave: Flutterwave,
  { accountNumber, handle }: Enquired,
): Promise<CreditOutcome> {
  const reference = referenceIn(handle)
  if (reference === null) return { kind: 'not_found' }
  const { client } = flutterwave
  const answer = await client.call({
    call: 'verify transfer in',
    method: 'GET',
    path: '/transactions/verify_by_reference',
    query: { tx_ref: reference },
  })
  const said = readSaid(answer)
  if (said.kind === 'refused' && said.code === 'transaction_not_found') return { kind: 'not_found' }
  if (said.kind !== 'done') return silenceOf(said)
  const data = fieldsOf(said.data)
  const isIt = data.tx_ref === reference && data.currency === 'NGN'
  const credit = isIt ? creditIn(flutterwave, data, accountNumber) : null
  if (credit !== null) return credit
  if (isIt && (data.status === 'pending' || data.status === 'failed')) return { kind: 'not_found' }
  client.noteUnknown('verify transfer in', answer)
  return { kind: 'unknown' }
}

/** Null if it is not paid by transfer, or id or amount is unreadable. */
function creditIn({ now }: Flutterwave, data: Fields, accountNumber: string): CreditOutcome | null {
  const sessionId = readId(data.id)
  // What was sent; `amount` may be without the fee of a customer who bears it.
  const amount = readDecimalNaira(data.charged_amount)
  const isPaid = data.status === 'successful' && data.payment_type === 'bank_transfer'
  if (!isPaid || sessionId === null || amount === null) return null
  const fee = feeOf(data, amount)
  const from = fieldsOf(data.meta)
  return {
    kind: 'credit',
    credit: {
      sessionId,
      accountNumber,
      amount,
      senderName: lineOf(from.originatorname),
      // They have the name of the bank only, and the first and last digits of the account.
      senderBankCode: '',
      senderAccountNumber: lineOf(from.originatoraccountnumber, 20),
      narration: lineOf(data.narration),
      occurredAt: momentOf(data.created_at) ?? now(),
    },
    ...(fee !== null && fee > 0n && { fee }),
  }
}

import { type Kobo, kobo } from '../../platform/money.ts'
import { readDecimalNaira } from '../amounts.ts'
import type { FailureReason } from '../failures.ts'
import type { CodeOutcome, TransferOutcome } from '../rails.ts'
import { type Fields, fieldsOf, textOf, wordOf } from '../values.ts'
import { type Answer, idOf, sessionIdOf } from './client.ts'

// What Safe Haven's answers mean. Whatever is not in a table is `unknown`. Sources and open
// questions: docs/rails/safehaven.md.

/**
 * NIP codes of transfers that have finally failed, and our codes. A transfer with 01, 09, 25, 26,
 * 30, 68, 91, 94, 96 or 97 may still be completed later.
 */
export const FAILED_CODES: Readonly<Record<string, FailureReason>> = {
  '03': 'not_permitted',
  '05': 'refused_by_bank',
  '06': 'account_dormant',
  '07': 'account_invalid',
  '08': 'enquiry_differs',
  '12': 'request_rejected',
  '13': 'request_rejected',
  '14': 'request_rejected',
  '15': 'request_rejected',
  '16': 'bank_unknown',
  '17': 'request_rejected',
  '18': 'request_rejected',
  '21': 'refused_by_bank',
  '34': 'security_check',
  '35': 'contact_bank',
  '51': 'rail_balance_too_low',
  '57': 'not_permitted',
  '58': 'not_permitted',
  '61': 'limit_exceeded',
  '63': 'security_check',
  '65': 'limit_exceeded',
  '69': 'account_blocked',
  '70': 'account_blocked',
  '71': 'not_permitted',
  '92': 'bank_unreachable',
}

/** Their states of a transfer in progress. */
const IN_HAND = ['created', 'pending', 'processing']

/** The outcome in a record of a transfer. */
export function transferSaid(record: Fields): TransferOutcome {
  const sessionId = sessionIdOf(record['sessionId'])
  const status = wordOf(record['status'])
  const code = textOf(record['responseCode'])
  const handle = sessionId === '' ? {} : { handle: sessionId }
  if (status === 'reversed' || record['isReversed'] === true) {
    return { kind: 'reversed', reason: 'reversed_by_bank' }
  }
  if (status === 'completed' && (code === '00' || code === '') && sessionId !== '') {
    const fee = feeOf(record)
    return { kind: 'sent', sessionId, ...(fee !== null && { fee }), handle: sessionId }
  }
  if (IN_HAND.includes(status) && sessionId !== '') return { kind: 'accepted', ...handle }
  const reason = FAILED_CODES[code]
  if (status === 'failed' && reason !== undefined) return { kind: 'failed', reason, said: code }
  return { kind: 'unknown', ...handle }
}

/** The outcome in the answer to a new transfer. */
export function transferAnswered(answer: Answer): TransferOutcome {
  switch (answer.kind) {
    case 'unavailable':
    case 'unknown':
      return answer
    case 'refused':
      return transferRefused(answer)
    case 'done': {
      const said = transferSaid(fieldsOf(answer.data))
      // 202 is in progress, whatever the record says. An enquiry will tell of a reversal.
      const isOpen = said.kind === 'reversed' || answer.status === 202
      if (!isOpen) return said
      const handle = sessionIdOf(fieldsOf(answer.data)['sessionId'])
      return handle === '' ? { kind: 'unknown' } : { kind: 'accepted', handle }
    }
  }
}

function transferRefused(answer: Extract<Answer, { kind: 'refused' }>): TransferOutcome {
  const { status, code, message, isList } = answer
  const reason = FAILED_CODES[code]
  if (reason !== undefined) return { kind: 'failed', reason, said: code }
  // Validation errors: nothing was begun.
  if (isList) return { kind: 'failed', reason: 'request_rejected' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'unavailable' }
  if (status !== 400 && status !== 402) return { kind: 'unknown' }
  if (/name ?enquiry ?reference/i.test(message))
    return { kind: 'failed', reason: 'request_rejected' }
  if (/insufficient (funds|balance)/i.test(message)) {
    return { kind: 'failed', reason: 'rail_balance_too_low' }
  }
  return { kind: 'unknown' }
}

/** They have no record of it. This does not prove that it never was, or will not be. */
export function isNotLocated(answer: Answer): boolean {
  return (
    answer.kind === 'refused' &&
    (answer.status === 400 || answer.status === 404) &&
    /unable to locate|not found/i.test(answer.message)
  )
}

/** Fee, VAT and stamp duty together. Null if one is unreadable. */
export function feeOf(record: Fields): Kobo | null {
  const parts = ['fees', 'vat', 'stampDuty'].map((name) =>
    record[name] === undefined ? kobo(0n) : readDecimalNaira(record[name]),
  )
  if (parts.includes(null)) return null
  return kobo(parts.reduce((sum: bigint, part) => sum + (part ?? 0n), 0n))
}

type EnquirySaid =
  | { kind: 'found'; accountName: string; enquiry: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** The outcome of a name enquiry. The answer also has the owner's BVN, which is not read. */
export function nameAnswered(answer: Answer): EnquirySaid {
  if (answer.kind === 'unavailable' || answer.kind === 'unknown') return answer
  const data = answer.kind === 'done' ? fieldsOf(answer.data) : {}
  const code = textOf(data['responseCode']) || answer.code
  if (code === '07' || code === '16') return { kind: 'not_found' }
  if (answer.kind === 'refused') {
    const isNobodys =
      /(account|record).*(not found|does not exist)|invalid account|unable to locate/i.test(
        answer.message,
      ) || /(unknown|invalid) bank/i.test(answer.message)
    if (isNobodys && answer.status < 500) return { kind: 'not_found' }
    return { kind: answer.status === 401 || answer.status === 403 ? 'unavailable' : 'unknown' }
  }
  const enquiry = sessionIdOf(data['sessionId'])
  const accountName = textOf(data['accountName']).trim()
  if (code !== '00' || enquiry === '' || accountName === '') return { kind: 'unknown' }
  return { kind: 'found', accountName, enquiry }
}

/** The outcome of starting a verification. */
export function codeAnswered(answer: Answer): CodeOutcome {
  switch (answer.kind) {
    case 'unavailable':
    case 'unknown':
      return answer
    case 'done': {
      const data = fieldsOf(answer.data)
      const session = idOf(data['_id'])
      if (session === '') return { kind: 'unknown' }
      // Without an `otpId`, no code is sent, whether or not they charged the fee.
      const hasFailed = wordOf(data['status']) === 'failed'
      if (idOf(data['otpId']) === '') return { kind: 'not_sent' }
      return hasFailed ? { kind: 'unknown' } : { kind: 'sent', session }
    }
    case 'refused': {
      const { status, code, message } = answer
      // Our balance is too low, or we lack permission: nothing was begun.
      if (code === '9' || code === '51' || /insufficient (funds|balance)/i.test(message)) {
        return { kind: 'unavailable' }
      }
      if (status === 401 || status === 403) return { kind: 'unavailable' }
      const isNobodys = /(record|bvn|nin|number|identity).*(not found|does not exist)/i
      if ((status === 400 || status === 404) && isNobodys.test(message)) {
        return { kind: 'unknown_number' }
      }
      return { kind: 'unknown' }
    }
  }
}

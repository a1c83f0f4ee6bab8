import { equalSecrets } from '../../platform/secrets.ts'
import { readDecimalNaira } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import { readAnswer } from '../json.ts'
import type { BankCredit, CreditOutcome, Notification, Notifies, RailRequest } from '../outcomes.ts'
import { type Fields, fieldsOf, lineOf, momentOf, textOf, wordOf } from '../values.ts'

import { feeOf, isNotLocated } from './answers.ts'
import { institutionOf, ourCode } from './banks.ts'
import { type Api, sessionIdOf } from './client.ts'
import { purposeOf } from './transfers.ts'

// Credits. Safe Haven signs nothing. The secret token at the end of the URL authenticates a
// notification, which is only a hint: what is booked is what Safe Haven answers to our enquiry.
// Credits to one-off accounts and to permanent accounts have separate enquiries, and neither finds
// the other's.

const TEXT_LENGTH_MAX = 200

// In lower case, because clients have seen them in both.
const TRANSFERS = ['transfer', 'virtualaccount.transfer']
const OF_NO_USE = /^(account|subaccount)\.\w+$|^transaction\.update$|^identitycreditcheck$/

const STATUS_CALLS = { va: '/virtual-accounts/status', nip: '/transfers/status' } as const
type CreditOf = keyof typeof STATUS_CALLS

export function notifies(api: Api): Required<Notifies> {
  return {
    readNotification: (request) => readHint(api, request),
    confirmCredit: ({ reference }) => confirmed(api, reference),
  }
}

function readHint({ config, client }: Api, { body, token = '' }: RailRequest): Notification {
  if (!equalSecrets(token, config.callbackToken)) return { kind: 'forged' }
  const said = readAnswer(body.toString())
  const { type: named, eventType, data: content } = fieldsOf(said)
  const type = wordOf(named) || wordOf(eventType)
  const data = fieldsOf(content)
  if (type === '') return { kind: 'unreadable' }
  if (!TRANSFERS.includes(type)) {
    if (!OF_NO_USE.test(type)) client.noteType(type)
    return { kind: 'ignored' }
  }
  const sessionId = sessionIdOf(data['sessionId'])
  if (type !== 'transfer' || textOf(data['virtualAccount']) !== '') {
    return sessionId === '' ? { kind: 'unreadable' } : hint('va', sessionId)
  }
  const direction = wordOf(data['type'])
  if (direction === 'outwards') {
    const of = purposeOf(textOf(data['paymentReference']))
    return of === null ? { kind: 'ignored' } : { kind: 'about', what: of.purpose, key: of.key }
  }
  if (direction !== 'inwards' || sessionId === '') return { kind: 'unreadable' }
  // Top-ups of our own account, and sweeps to it, are not deposits.
  if (textOf(data['creditAccountNumber']) === config.accountNumber) return { kind: 'ignored' }
  return hint('nip', sessionId)
}

function hint(of: CreditOf, sessionId: string): Notification {
  return { kind: 'hint', reference: `${of}:${sessionId}` }
}

async function confirmed(api: Api, reference: string): Promise<CreditOutcome> {
  const [, of = '', sessionId = ''] = /^(va|nip):(.+)$/.exec(reference) ?? []
  if (sessionIdOf(sessionId) === '') return { kind: 'not_found' }
  const order = of === 'va' ? (['va', 'nip'] as const) : (['nip', 'va'] as const)
  for (const kind of order) {
    const answer = await api.ask({
      call: `credit_status_${kind}`,
      method: 'POST',
      path: STATUS_CALLS[kind],
      json: { sessionId },
      timeoutMs: (api.deadlineMs ?? PROVIDER_DEADLINE_MS) / 2,
    })
    if (answer.kind === 'unavailable') return answer
    if (answer.kind === 'done') return creditSaid(api, kind, fieldsOf(answer.data), sessionId)
    if (!isNotLocated(answer)) return { kind: 'unknown' }
  }
  return { kind: 'not_found' }
}

function creditSaid(api: Api, of: CreditOf, record: Fields, sessionId: string): CreditOutcome {
  const status = wordOf(record['status'])
  const code = textOf(record['responseCode'])
  const isInwards = of === 'va' || wordOf(record['type']) === 'inwards'
  if (!isInwards || textOf(record['creditAccountNumber']) === api.config.accountNumber) {
    return { kind: 'not_found' }
  }
  if (status === 'failed' || status === 'reversed') return { kind: 'not_found' }
  const isDone = status === 'completed' && code === '00' && record['isReversed'] !== true
  const credit = isDone ? creditOf(api, record, sessionId) : null
  if (credit === null) return { kind: 'unknown' }
  const fee = feeOf(record)
  const isFee = fee !== null && fee > 0n && fee < credit.amount
  return { kind: 'credit', credit, ...(isFee && { fee }) }
}

/** Null if it cannot be booked. */
function creditOf(api: Api, record: Fields, sessionId: string): BankCredit | null {
  const amount = readDecimalNaira(record['amount'])
  const accountNumber = textOf(record['creditAccountNumber'])
  const occurredAt = momentOf(record['createdAt'])
  const isOfIt = textOf(record['sessionId']) === sessionId && /^\d{10}$/.test(accountNumber)
  if (!isOfIt || amount === null || amount === 0n || occurredAt === null) return null
  const senderAccountNumber = textOf(record['debitAccountNumber'])
  return {
    sessionId,
    accountNumber,
    amount,
    senderName: lineOf(record['debitAccountName'], TEXT_LENGTH_MAX),
    senderBankCode: ourCode(api, institutionOf(sessionId)),
    senderAccountNumber: /^\d{10}$/.test(senderAccountNumber) ? senderAccountNumber : '',
    narration: lineOf(record['narration'], TEXT_LENGTH_MAX),
    occurredAt,
  }
}

import { SECOND } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { nairaNumber, readDecimalNaira } from '../amounts.ts'
import { silenceOf } from '../client.ts'
import type {
  BankCodes,
  BeneficiaryOutcome,
  NameEnquiry,
  Payouts,
  TransferOutcome,
} from '../rails.ts'
import { accountNumberOf, lineOf, memberOf, rowOf, textOf } from '../values.ts'
import {
  isNotFound,
  NO_SUCH_TRANSFER,
  refusedTransfer,
  says,
  TRANSFER_STATES,
  transferReasonIn,
} from './answers.ts'
import type { Banks } from './banks.ts'
import { type Api, type Said, wordsOf } from './client.ts'
import { amountOf, plainText, referenceOf } from './values.ts'

// Name enquiries and payouts. The reference of a payout is our key, so a repeated request is one
// payout. A key whose transfer failed cannot be used again.
//
// Monnify does not tie a transfer to a name enquiry. Our `enquiry` is the bank and account that it
// was about, and a transfer to any other is refused here.

const NARRATION_MAX = 100
/** Their limit is two minutes (D07) by their clock. */
const EQUAL_APART_MS = 150 * SECOND

type Transfer = Parameters<Payouts['transfer']>[0]
type Named = { bank: BankCodes; accountNumber: string }

export function payouts(api: Api, banks: Banks) {
  const holderOf = async ({ bank, accountNumber }: Named): Promise<BeneficiaryOutcome> => {
    if (accountNumberOf(accountNumber) === null) return { kind: 'not_found' }
    const theirs = await banks.theirCode(bank)
    if ('kind' in theirs) return theirs
    const { code } = theirs
    if (code === null) return { kind: 'not_found' }
    const said = await api.ask({
      call: 'name enquiry',
      method: 'GET',
      path: '/api/v1/disbursements/account/validate',
      query: { accountNumber, bankCode: code },
    })
    return nameIn(said, { accountNumber, code })
  }
  return {
    equalTransfersApartMs: EQUAL_APART_MS,
    async resolveAccount(request: Parameters<NameEnquiry['resolveAccount']>[0]) {
      const found = await holderOf(request)
      if (found.kind !== 'found') return found
      return { kind: 'found', accountName: found.accountName } as const
    },
    enquireBeneficiary: holderOf,
    transfer: (request: Transfer) => transfer(api, request),
    enquireTransfer: ({ key }: { key: string }) => enquire(api, key),
  }
}

function nameIn(said: Said, { accountNumber, code }: { accountNumber: string; code: string }) {
  if (said.kind === 'done') {
    const accountName = lineOf(memberOf(said.body, 'accountName'))
    const isIt = memberOf(said.body, 'accountNumber') === accountNumber
    if (!isIt || accountName === '') return { kind: 'unknown' } as const
    return { kind: 'found', accountName, enquiry: `${code}/${accountNumber}` } as const
  }
  const isWrong = said.kind === 'refused' && said.code === 'D03'
  if (isWrong || isNotFound(said)) return { kind: 'not_found' } as const
  return says(said, 'try_later') ? ({ kind: 'unavailable' } as const) : silenceOf(said)
}

async function transfer(api: Api, request: Transfer): Promise<TransferOutcome> {
  const { key, enquiry, accountNumber, amount } = request
  const [, bankCode = '', enquired] = /^([0-9A-Z]{3,10})\/(\d{10})$/.exec(enquiry) ?? []
  if (enquired !== accountNumber) return { kind: 'failed', reason: 'enquiry_differs' }
  if (referenceOf(key) === null || amount < 1n)
    return { kind: 'failed', reason: 'request_rejected' }
  const asked = { bankCode, accountNumber, amount }
  const said = await api.ask({
    call: 'transfer',
    method: 'POST',
    path: '/api/v2/disbursements/single',
    json: {
      amount: nairaNumber(amount),
      reference: key,
      narration: plainText(request.narration, NARRATION_MAX, 'Payout'),
      destinationBankCode: bankCode,
      destinationAccountNumber: accountNumber,
      // They compare it with the holder's name, so it is sent as the enquiry returned it.
      destinationAccountName: request.accountName,
      currency: 'NGN',
      sourceAccountNumber: api.config.walletAccount,
    },
  })
  if (said.kind === 'unavailable' || said.kind === 'unknown') return said
  if (said.kind === 'done') {
    const outcome = transferIn(said.body, key, asked)
    // Only the enquiry returns their reference.
    return outcome.kind === 'sent' && !hasTheirName(said.body)
      ? transferUnder(api, key, asked)
      : outcome
  }
  const reason = refusedTransfer(said)
  if (reason === 'unavailable' || reason === 'enquire') api.tellRefused({ call: 'transfer' }, said)
  if (reason === 'unavailable') return { kind: 'unavailable' }
  // An earlier, unanswered request under this key may be the reason.
  const there = await transferUnder(api, key, asked)
  if (there.kind !== 'not_found') return there
  return reason === 'enquire'
    ? { kind: 'unknown' }
    : { kind: 'failed', reason, said: wordsOf(said) }
}

type Asked = { bankCode: string; accountNumber: string; amount: Kobo }

async function transferUnder(api: Api, key: string, asked: Asked): Promise<TransferOutcome> {
  const said = await summary(api, key)
  return said.kind === 'done' ? transferIn(said.body, key, asked) : enquiredIn(said)
}

async function enquire(api: Api, key: string): Promise<TransferOutcome> {
  if (referenceOf(key) === null) return { kind: 'not_found' }
  const said = await summary(api, key)
  return said.kind === 'done' ? transferIn(said.body, key, null) : enquiredIn(said)
}

function summary(api: Api, key: string): Promise<Said> {
  return api.ask({
    call: 'transfer summary',
    method: 'GET',
    path: '/api/v2/disbursements/single/summary',
    query: { reference: key },
  })
}

function enquiredIn(said: Said): TransferOutcome {
  const isNone = said.kind === 'refused' && said.code === NO_SUCH_TRANSFER
  return isNone || isNotFound(said) ? { kind: 'not_found' } : silenceOf(said)
}

function hasTheirName(body: unknown): boolean {
  return referenceOf(memberOf(body, 'transactionReference')) !== null
}

/** `asked`: the request that the transfer must match, if known. */
function transferIn(body: unknown, key: string, asked: Asked | null): TransferOutcome {
  if (memberOf(body, 'reference') !== key) return { kind: 'unknown' }
  const amount = amountOf(memberOf(body, 'amount'))
  if (amount === null) return { kind: 'unknown' }
  const accountNumber = textOf(memberOf(body, 'destinationAccountNumber'))
  const isOther = asked && (amount !== asked.amount || accountNumber !== asked.accountNumber)
  if (isOther) {
    const isSaid = accountNumberOf(accountNumber) !== null
    return isSaid ? { kind: 'failed', reason: 'duplicate' } : { kind: 'unknown' }
  }
  const said = textOf(memberOf(body, 'status'))
  const state = rowOf(TRANSFER_STATES, said)
  if (state === undefined) return { kind: 'unknown' }
  if (state === 'accepted') return { kind: 'accepted' }
  if (state === 'failed') {
    const description = memberOf(body, 'transactionDescription')
    return { kind: 'failed', reason: transferReasonIn(description), said }
  }
  if (state === 'reversed') return { kind: 'reversed', reason: 'reversed_by_bank', said }
  const fee = readDecimalNaira(memberOf(body, 'fee') ?? memberOf(body, 'totalFee'))
  const sessionId = referenceOf(memberOf(body, 'transactionReference')) ?? key
  return { kind: 'sent', sessionId, ...(fee !== null && { fee }) }
}

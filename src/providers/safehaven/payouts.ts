import { returnOf } from '../by-transfer.ts'
import type { BankCodes, BeneficiaryOutcome, NameEnquiry, Payouts, Returns } from '../rails.ts'
import { lineOf } from '../values.ts'
import { nameAnswered } from './answers.ts'
import { institutionOf, theirCode } from './banks.ts'
import type { Api } from './client.ts'
import { deadlineOf, type Transfers } from './transfers.ts'

// Names, payouts and returns. Safe Haven cannot return a credit, so a return is a name enquiry and
// a transfer to the sender, with a fee.

const NAME_LENGTH_MAX = 200
/** Words that many names share. */
const SHARED_BY_MANY = new Set(
  (
    'MR MRS MISS MS DR CHIEF ALHAJI ALHAJA AND LTD LIMITED PLC NIG NIGERIA ENTERPRISE ' +
    'ENTERPRISES'
  ).split(' '),
)

type Parts<Capability> = Omit<Capability, 'name' | 'isDown'>

export function nameEnquiry(api: Api): Parts<NameEnquiry> {
  return {
    async resolveAccount({ bank, accountNumber }) {
      const outcome = await enquire(api, bank, accountNumber)
      return outcome.kind === 'found'
        ? { kind: 'found', accountName: outcome.accountName }
        : outcome
    },
  }
}

async function enquire(
  api: Api,
  bank: BankCodes,
  accountNumber: string,
): Promise<BeneficiaryOutcome> {
  const bankCode = theirCode(api, bank)
  if (bankCode === null || !/^\d{10}$/.test(accountNumber)) return { kind: 'not_found' }
  return enquireAt(api, bankCode, accountNumber)
}

async function enquireAt(
  api: Api,
  bankCode: string,
  accountNumber: string,
): Promise<BeneficiaryOutcome> {
  const answer = await api.ask({
    call: 'name_enquiry',
    method: 'POST',
    path: '/transfers/name-enquiry',
    json: { bankCode, accountNumber },
  })
  const outcome = nameAnswered(answer)
  if (outcome.kind !== 'found') return outcome
  return { ...outcome, accountName: lineOf(outcome.accountName, NAME_LENGTH_MAX) }
}

export function payouts(api: Api, transfers: Transfers): Parts<Payouts> {
  return {
    enquireBeneficiary: ({ bank, accountNumber }) => enquire(api, bank, accountNumber),

    async transfer({ key, enquiry, bank, accountNumber, amount, narration }) {
      const bankCode = theirCode(api, bank)
      if (bankCode === null) return { kind: 'failed', reason: 'bank_unknown' }
      const order = {
        purpose: 'transfer',
        key,
        bankCode,
        accountNumber,
        amount,
        narration,
      } as const
      const endMs = deadlineOf(api)
      return transfers.once(
        order,
        async () =>
          (await transfers.before(order, endMs)) ??
          (await transfers.make({ ...order, enquiry }, endMs)),
      )
    },

    enquireTransfer: (asked) => transfers.enquire({ purpose: 'transfer', ...asked }),
  }
}

type Credit = Parameters<Returns['returnCredit']>[0]['credit']

export function returns(api: Api, transfers: Transfers): Parts<Returns> {
  return {
    async returnCredit({ key, credit, amount, firstAskedAt = null }) {
      if (amount <= 0n) return { kind: 'refused', reason: 'amount_too_low' }
      if (amount > credit.amount) return { kind: 'refused', reason: 'amount_too_high' }
      const bankCode = senderBank(api, credit)
      const accountNumber = credit.senderAccountNumber
      if (bankCode === '' || !/^\d{10}$/.test(accountNumber)) {
        return { kind: 'refused', reason: 'sender_unknown' }
      }
      const narration = `Return of ${credit.sessionId}`
      const to = { bankCode, accountNumber, amount, narration }
      const order = { purpose: 'return', key, firstAskedAt, ...to } as const
      const endMs = deadlineOf(api)
      const sent = await transfers.once(order, async () => {
        const before = await transfers.before(order, endMs)
        if (before !== null) return before
        const sender = await enquireAt(api, bankCode, accountNumber)
        if (sender.kind === 'not_found') return { kind: 'failed', reason: 'sender_unknown' }
        // No transfer has been requested yet.
        if (sender.kind !== 'found') return { kind: 'unavailable' }
        if (!isOnePerson(sender.accountName, credit.senderName)) {
          return { kind: 'failed', reason: 'enquiry_differs' }
        }
        return transfers.make({ ...order, enquiry: sender.enquiry }, endMs)
      })
      const said = returnOf(sent)
      return said.kind === 'not_found' ? { kind: 'unknown' } : said
    },

    enquireReturn: async (asked) =>
      returnOf(await transfers.enquire({ purpose: 'return', ...asked })),
  }
}

/** The sender's bank: the session id begins with its code. */
function senderBank(api: Api, { sessionId, senderBankCode }: Credit): string {
  const listed = api.banks.find(({ code }) => code === senderBankCode)
  return institutionOf(sessionId) || (listed ? (theirCode(api, listed) ?? '') : '')
}

/** Guards against the wrong bank, where the number is somebody else's: names must share a word. */
export function isOnePerson(one: string, other: string): boolean {
  const words = (name: string) =>
    new Set(
      name
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toUpperCase()
        .split(/[^A-Z0-9]+/)
        .filter((word) => word.length > 1 && !SHARED_BY_MANY.has(word)),
    )
  return !words(one).isDisjointFrom(words(other))
}

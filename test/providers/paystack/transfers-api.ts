import { banks } from '../../../src/accounts/banks/banks.ts'
import type { PaystackBooks } from './books.ts'
import type { Domain } from './records.ts'
import { createdTransfer, listedTransfer, recipientRecord, verifiedTransfer } from './sent.ts'
import {
  type Asked,
  amountIn,
  between,
  type Fields,
  knowAll,
  paged,
  queryOf,
  Refused,
  textIn,
} from './wire.ts'

// Banks, names, recipients and transfers of the stand-in, with their errors.

const BANKS_MAX = 100

export function listBanks(asked: Asked): object {
  const query = queryOf(asked, ['country', 'currency', 'perPage', 'page'])
  const perPage = Math.min(Number(query.perPage ?? BANKS_MAX), BANKS_MAX)
  const skipped = (Number(query.page ?? 1) - 1) * perPage
  const at = '2026-01-01T00:00:00.000Z'
  const data = banks.slice(skipped, skipped + perPage).map(({ name, slug, code }, index) => ({
    name,
    slug,
    code,
    longcode: '',
    gateway: null,
    pay_with_bank: false,
    supports_transfer: true,
    available_for_direct_debit: false,
    active: true,
    is_deleted: false,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    id: skipped + index + 1,
    createdAt: at,
    updatedAt: at,
  }))
  return { message: 'Banks retrieved', data }
}

export function resolve({ transfers }: PaystackBooks, asked: Asked): object {
  const { account_number, bank_code } = queryOf(asked, ['account_number', 'bank_code'])
  const name = nameAt(transfers, account_number ?? '', bank_code ?? '')
  const bank_id = banks.findIndex(({ code }) => code === bank_code) + 1
  return {
    message: 'Account number resolved',
    data: { account_number, account_name: name, bank_id },
  }
}

function nameAt(transfers: PaystackBooks['transfers'], number: string, bank: string): string {
  if (!banks.some(({ code }) => code === bank)) {
    throw new Refused(400, `Unknown bank code: ${bank}`, 'invalid_bank_code')
  }
  const name = /^\d{10}$/.test(number) ? transfers.holder(number, bank) : null
  if (name === null) {
    throw new Refused(422, 'Could not resolve account name. Check parameters or try again.')
  }
  return name
}

export function createRecipient(
  { transfers }: PaystackBooks,
  fields: Fields,
  domain: Domain,
): object {
  knowAll(fields, ['type', 'name', 'account_number', 'bank_code', 'currency'])
  if (fields.type !== 'nuban' || (fields.currency ?? 'NGN') !== 'NGN') {
    throw new Refused(400, 'Invalid recipient type', 'invalid_params')
  }
  const [name, number] = [textIn(fields, 'name'), textIn(fields, 'account_number')]
  if (name === null) throw new Refused(400, 'Name is required', 'missing_params')
  const bank = textIn(fields, 'bank_code') ?? ''
  nameAt(transfers, number ?? '', bank)
  const made = transfers.recipientFor(name, number!, bank)
  return {
    message: 'Transfer recipient created successfully',
    data: recipientRecord(made, domain),
  }
}

export function createTransfer(
  { transfers, balance }: Pick<PaystackBooks, 'transfers'> & { balance: bigint },
  fields: Fields,
  domain: Domain,
): object {
  knowAll(fields, ['source', 'amount', 'currency', 'recipient', 'reference', 'reason'])
  if (fields.source !== 'balance') throw new Refused(400, 'Invalid source', 'invalid_params')
  if (transfers.isStarter) {
    throw new Refused(400, 'You cannot initiate third party payouts as a starter business')
  }
  const amount = amountIn(fields)
  if (amount === null || amount < 1n) throw new Refused(400, 'Invalid amount', 'invalid_params')
  const reference = textIn(fields, 'reference')
  if (reference === null || !/^[a-z0-9_-]{16,50}$/.test(reference)) {
    throw new Refused(400, 'Invalid transfer reference', 'invalid_params')
  }
  if (transfers.find(reference)) throw new Refused(400, 'Duplicate reference(s) found')
  const recipient = transfers.recipients.find(({ code }) => code === fields.recipient)
  if (!recipient) {
    throw new Refused(400, 'Recipient specified is invalid', 'invalid_transfer_recipient')
  }
  if (amount + 5_000n > balance) {
    throw new Refused(400, 'Your balance is not enough to fulfil this request')
  }
  const reason = textIn(fields, 'reason') ?? ''
  const made = transfers.make(recipient, { reference, amount, reason })
  const message =
    made.status === 'otp' ? 'Transfer requires OTP to continue' : 'Transfer has been queued'
  return { message, data: createdTransfer(made, domain) }
}

export function verifyTransfer({ transfers }: PaystackBooks, part: string, domain: Domain): object {
  const found = transfers.find(part)
  if (!found) throw new Refused(404, 'Transfer not found')
  return { message: 'Transfer retrieved', data: verifiedTransfer(found, domain) }
}

export function listTransfers({ transfers }: PaystackBooks, asked: Asked, domain: Domain): object {
  const query = queryOf(asked, ['page', 'from', 'to', 'status', 'recipient'])
  const all = between(transfers.all, query, ({ createdAt }) => createdAt).filter(
    ({ status }) => query.status === undefined || query.status === status,
  )
  return paged('Transfers retrieved', all, query, (one) => listedTransfer(one, domain))
}

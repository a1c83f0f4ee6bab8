import { decimalNaira } from '../../../src/providers/amounts.ts'
import type { FlutterwaveBooks } from './books.ts'
import { chargeRecord } from './records.ts'
import { type Asked, amountIn, emailIn, fieldsOf, Refused, textIn } from './wire.ts'

// Charges by USSD and OPay, and temporary account numbers, of the stand-in's API.

const USSD_BANKS = '044 050 070 011 214 058 082 303 105 221 232 032 033 215 090110 035 057'.split(
  ' ',
)

export function beginCharge(
  { books, page }: { books: FlutterwaveBooks; page: string },
  asked: Asked,
): object {
  const type = asked.target.searchParams.get('type')
  if (type !== 'ussd' && type !== 'opay') throw new Refused(400, 'type is invalid')
  const own = type === 'ussd' ? 'account_bank' : 'redirect_url'
  const fields = fieldsOf(asked, ['tx_ref', 'amount', 'currency', 'email', own])
  const amount = amountIn(fields)
  if (fields.currency !== 'NGN') throw new Refused(400, 'currency is invalid')
  const email = emailIn(fields)
  const said = textIn(fields, own)
  if (type === 'ussd' && !USSD_BANKS.includes(said)) throw new Refused(400, 'bank is invalid')
  if (type === 'opay' && !URL.canParse(said)) throw new Refused(400, 'redirect_url is invalid')
  const txRef = textIn(fields, 'tx_ref')
  if (books.isUsed(txRef)) throw new Refused(400, 'Duplicate transaction reference')
  const made = books.begin({ txRef, amount, email, method: type, redirectUrl: said })
  const { meta, amount_settled, ...data } = chargeRecord(made)
  const redirect = `${page}/v3/opay/${made.flwRef}`
  const code = { payment_code: `${made.id}` }
  return {
    message: 'Charge initiated',
    data: { ...data, fraud_status: 'ok', charge_type: 'normal', ...(type === 'ussd' && code) },
    meta: {
      authorization:
        type === 'ussd'
          ? { mode: 'ussd', note: `*889*767*${made.id}#` }
          : { mode: 'redirect', redirect },
    },
  }
}

export function createAccount(books: FlutterwaveBooks, asked: Asked): object {
  const known = ['email', 'amount', 'currency', 'tx_ref', 'is_permanent', 'narration']
  const fields = fieldsOf(asked, [...known, 'phonenumber'])
  const amount = amountIn(fields)
  if (fields.currency !== 'NGN') throw new Refused(400, 'currency is invalid')
  if (fields.is_permanent !== false) throw new Refused(400, 'bvn is required')
  const txRef = textIn(fields, 'tx_ref')
  if (books.isUsed(txRef)) throw new Refused(400, 'Duplicate transaction reference')
  const name = textIn(fields, 'narration')
  const made = books.accounts.issue({ txRef, amount, email: emailIn(fields), name })
  return {
    message: 'Virtual account created',
    data: {
      response_code: '02',
      response_message: 'Transaction in progress',
      flw_ref: made.flwRef,
      order_ref: made.orderRef,
      account_number: made.number,
      frequency: '1',
      bank_name: 'WEMA BANK',
      created_at: timeOf(made.createdAt),
      expiry_date: timeOf(made.expiresAt),
      note: `Please make a bank transfer to ${made.name}`,
      amount: decimalNaira(made.payable),
    },
  }
}

/** Without a zone, as they write it. */
function timeOf(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

import type { Context, Scope } from '../../src/core/context.ts'
import {
  findCheckout,
  payByCard,
  payByTransfer,
  payByUssd,
  sendOtp,
  sendPin,
} from '../../src/payments/checkout/checkout.ts'
import { codeIn } from '../../src/payments/checkout/dial.ts'
import type { Transaction } from '../../src/payments/transactions/transactions.rows.ts'
import {
  accessCodeOf,
  findByReference,
  isOpen,
} from '../../src/payments/transactions/transactions.ts'
import { refuseFields } from '../../src/platform/refusal.ts'
import { railFor } from '../../src/providers/capabilities.ts'
import { checkCard } from '../../src/providers/cards.ts'
import { testCardOf } from '../../src/providers/sandbox/test-cards.ts'
import { type Asked, wrong } from './asked.ts'
import { type Call, call } from './call.routes.ts'
import { paystackIssuer } from './records.ts'
import { initialized, theirs } from './transactions.routes.ts'

// Paystack's /charge: a payment without our page. A bank transfer gets an account number, USSD a
// code to dial. A card is taken in test mode only, and only a published test card: the number of a
// real one may be entered on the checkout page alone.

const CHARGE = 'POST /transactions/initialize'
const OTHERS = ['bank', 'mobile_money', 'qr', 'eft', 'ozow']
/** Paystack names a bank by the first digits of its USSD code. */
const USSD: Record<string, string> = {
  '737': '058',
  '919': '033',
  '822': '232',
  '966': '057',
  '901': '044',
  '894': '011',
  '770': '070',
}
const ON_THE_PAGE =
  'card is taken in test mode only. Let the customer enter it on the checkout: see ' +
  'POST /transaction/initialize.'

export const chargeCalls = [
  call('POST /charge', CHARGE, async (asked) => {
    const { context, scope, body } = asked
    const other = OTHERS.find((name) => body.has(name))
    if (other) wrong(other, `${other} is not offered: send bank_transfer, ussd or card.`)
    if (body.has('authorization_code')) {
      wrong('authorization_code', 'Send it to POST /transaction/charge_authorization.')
    }
    const ussd = body.object('ussd')
    if (ussd !== null) return { message: ATTEMPTED, data: await byUssd(asked, ussd) }
    const card = body.object('card')
    if (card === null) {
      if (!body.has('bank_transfer')) wrong('bank_transfer', 'Send bank_transfer, ussd or card.')
      const { reference } = await initialized(asked, ['bank_transfer'])
      const transaction = await findByReference(context, scope, reference)
      return { message: ATTEMPTED, data: await transferOf(context, transaction) }
    }
    const entered = testCardIn(context, scope, card)
    const { reference } = await initialized(asked, ['card'])
    const transaction = await findByReference(context, scope, reference)
    await payByCard(context, transaction, entered)
    const pin = body.text('pin')
    if (pin && (await attemptOf(context, transaction))?.state === 'pin') {
      await sendPin(context, transaction, pin)
    }
    return { message: ATTEMPTED, data: await chargeOf(context, scope, reference) }
  }),
  step('pin', sendPin),
  step('otp', sendOtp),
  call(
    'GET /charge/:reference',
    'GET /transactions/verify/:reference',
    async ({ context, scope, params }) => {
      const data = await chargeOf(context, scope, params['reference'] ?? '')
      return { message: 'Reference check successful', data }
    },
  ),
]

const ATTEMPTED = 'Charge attempted'

function step(name: 'pin' | 'otp', submit: typeof sendPin) {
  return call(`POST /charge/submit_${name}`, CHARGE, async ({ context, scope, body }: Call) => {
    const reference = body.needed('reference')
    const typed = body.needed(name)
    if (!/^[0-9]{4,10}$/.test(typed)) wrong(name, `${name} must be digits.`)
    await submit(context, await findByReference(context, scope, reference), typed)
    return { message: ATTEMPTED, data: await chargeOf(context, scope, reference) }
  })
}

async function byUssd(asked: Call, sent: Asked) {
  const { context, scope } = asked
  const type = sent.needed('type')
  const { ussdBanks } = railFor(context.rails, scope, 'ussd')
  const offered = Object.keys(USSD).filter((one) =>
    ussdBanks.some(({ code }) => code === USSD[one]),
  )
  if (!offered.includes(type)) wrong('type', `type must be one of ${offered.join(', ')}.`)
  const { reference } = await initialized(asked, ['ussd'])
  await payByUssd(context, await findByReference(context, scope, reference), USSD[type]!)
  return chargeOf(context, scope, reference)
}

async function transferOf(context: Context, transaction: Transaction) {
  const account = await payByTransfer(context, transaction)
  return {
    status: 'pending_bank_transfer',
    reference: transaction.reference,
    amount: Number(account.payable ?? transaction.amount),
    display_text: 'Please make a transfer to the account specified',
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank: paystackIssuer(context, account.bank),
    account_expires_at: account.expiresAt.toISOString(),
  }
}

function testCardIn(context: Context, { mode }: Scope, sent: Asked) {
  if (mode !== 'test') wrong('card', ON_THE_PAGE)
  const input = {
    number: sent.needed('number').replaceAll(/[ -]/g, ''),
    cvv: sent.needed('cvv'),
    exp_month: sent.needed('expiry_month'),
    exp_year: sent.needed('expiry_year'),
  }
  if (!testCardOf(Buffer.from(input.number))) {
    wrong('card.number', 'card.number must be a test card: see docs/test-cards.md.')
  }
  const card = checkCard(input, context.now())
  return Array.isArray(card) ? refuseFields(card) : card
}

async function attemptOf(context: Context, transaction: Transaction) {
  return (await findCheckout(context, accessCodeOf(context.keys, transaction))).attempt
}

/** What the caller does next; or the payment, once there is nothing to do. */
async function chargeOf(context: Context, scope: Scope, reference: string) {
  const transaction = await findByReference(context, scope, reference)
  const payment = theirs(transaction)
  if (!isOpen(transaction, context.now())) return payment
  const attempt = await attemptOf(context, transaction)
  const waits = { reference, display_text: '' }
  switch (attempt?.state) {
    case 'pin':
      return { ...waits, status: 'send_pin', display_text: 'Please enter your PIN' }
    case 'otp':
      return { ...waits, status: 'send_otp', display_text: 'Please enter the OTP' }
    case 'redirect': {
      const ussd_code = codeIn(attempt.redirectUrl)
      if (ussd_code !== null) {
        const display_text = `Please dial ${ussd_code} on your mobile phone to complete the payment`
        return { ...waits, status: 'pay_offline', display_text, ussd_code }
      }
      return { ...waits, status: 'open_url', url: attempt.redirectUrl }
    }
    case undefined:
      // The card was declined. The payment stays open for another one.
      return transaction.attempts > 0 ? { ...payment, status: 'failed' } : payment
    default:
      return { ...payment, status: 'pending' }
  }
}

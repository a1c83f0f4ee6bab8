// Makes an event happen through the same API calls that a business makes, so that the payment,
// refund or payout behind it exists.

import { messageOf, reasonOf } from './listen.mjs'

const AMOUNT = 500_000
const NO_RETURN_ACCOUNT = '9999999999' // The sandbox bank rejects it.
const say = (line) => process.stdout.write(`${line}\n`)

const makers = {
  'transaction.success': async (call) => {
    const { accountNumber, reference } = await begin(call)
    await transfer(call, accountNumber, AMOUNT)
    return `the payment ${reference} was paid by bank transfer`
  },
  'transaction.failed': async (call) => {
    const { accessCode, reference } = await begin(call)
    const card = { number: '4084080000005408', exp_month: '12', exp_year: '49', cvv: '001' }
    // The fifth attempt that is declined is the last.
    for (let i = 0; i < 5; i++) await call('POST', `/checkout/${accessCode}/card`, card)
    return `the payment ${reference} was declined five times`
  },
  'transaction.abandoned': async (call) => {
    const { reference } = await begin(call)
    await call('POST', `/api/v1/sandbox/transactions/${reference}/expire`)
    return `the payment ${reference} expired`
  },
  'refund.processed': async (call) => {
    const { accountNumber, reference } = await begin(call)
    await transfer(call, accountNumber, AMOUNT)
    const { data } = await call('POST', '/api/v1/refunds', { transaction: reference })
    return `${data.id} refunded ₦5,000.00`
  },
  'refund.failed': async (call) => {
    const { accountNumber, reference } = await begin(call)
    await transfer(call, accountNumber, AMOUNT, { sender_account_number: NO_RETURN_ACCOUNT })
    const { data } = await call('POST', '/api/v1/refunds', { transaction: reference })
    return `the bank rejected ${data.id}`
  },
  'payout.success': async (call) => {
    const { id, status } = await payOut(call, '0123456789')
    return status === 'success' ? `${id} was paid` : `${id} is ${status}`
  },
  'payout.failed': async (call) =>
    `${(await payOut(call, NO_RETURN_ACCOUNT)).id} was rejected by the bank`,
  'transfer.received': async (call) => {
    const { account_number } = (await dedicated(call)).data
    await transfer(call, account_number, AMOUNT)
    return `₦5,000.00 arrived at ${account_number}; transaction.success is sent too`
  },
  'bank_transfer.rejected': async (call) => {
    const { accountNumber, reference } = await begin(call)
    await transfer(call, accountNumber, AMOUNT - 100)
    return `₦4,999.00 arrived for ${reference}, a payment of ₦5,000.00, and is being returned`
  },
  'identity.verified': async (call) => {
    const who = { type: 'BVN', number: numberOf() }
    const { verification_id } = await call('POST', '/api/v1/identity/verify', who)
    const guess = { verification_id, type: 'BVN', otp: '123456' }
    await call('POST', '/api/v1/identity/validate', guess)
    return `${verification_id} was verified`
  },
  'dedicated_virtual_account.created': async (call) => {
    const { account_number } = (await dedicated(call)).data
    return `${account_number} was issued`
  },
  'webhook.test': async (call) => {
    const { data } = await call('POST', '/api/v1/webhooks/test', {})
    return `${data.id} was sent to your URL`
  },
}

export const EVENTS = Object.keys(makers)

/** `failure`: the operation that is to fail once, such as `payouts.send=timeout`. */
export async function trigger({ base, key }, event, failure) {
  const call = async (method, path, body) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(path.startsWith('/api/') && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error) => {
      throw new Error(`${base} is not responding: ${reasonOf(error)}`)
    })
    if (answer.ok) return answer.json()
    throw new Error(await messageOf(base, answer))
  }
  if (failure !== undefined) {
    const [operation, outcome] = failure.split('=')
    await call('PUT', `/api/v1/sandbox/rails/${operation}`, { outcome, times: 1 })
  }
  say(`${event}: ${await makers[event](call)}.`)
}

async function begin(call) {
  const payment = { amount: AMOUNT, email: 'ada@example.com', name: 'Ada Example' }
  const { data } = await call('POST', '/api/v1/transactions/initialize', payment)
  const { access_code: accessCode, reference } = data
  const { data: account } = await call('POST', `/checkout/${accessCode}/bank-transfer`)
  return { accessCode, reference, accountNumber: account.account_number }
}

function transfer(call, account_number, amount, more = {}) {
  return call('POST', '/api/v1/sandbox/transfers', { account_number, amount, ...more })
}

async function payOut(call, account_number) {
  const payout = { amount: 10_000, bank_code: '001', account_number, reason: 'cowrie trigger' }
  return (await call('POST', '/api/v1/payouts', payout)).data
}

/** A new customer, so that an account is created. */
function dedicated(call) {
  const email = `ada-${Date.now()}@example.com`
  const customer = { first_name: 'Ada', last_name: 'Example', email }
  return call('POST', '/api/v1/dedicated-virtual-accounts', { customer })
}

/** A new number each time: each can be verified five times a day. */
function numberOf() {
  return `22${String(Date.now()).slice(-9)}`
}

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenDedicated, pay, transfer } from '../../../test/payments.ts'
import { givenReceiver, givenUrl } from '../../../test/receiver.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { deliverDue } from '../../core/events/webhooks.ts'
import { MINUTE } from '../../platform/clock.ts'
import { lagosTime } from '../receipts/compose.ts'
import { sendReceipts } from '../receipts/receipts.ts'

const context = useContext()
stopNow(context)
const api = useApi(context)

const ADA = { email: 'ada@example.com', name: 'Ada Example' }

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const key = () => business.keys.secretKey

/** The lines of the draft for a dispute of this payment. */
async function draftAbout(reference: string): Promise<string[]> {
  const body = { reference, outcome: 'won' }
  const opened = await api.post('/api/v1/sandbox/disputes', { key: key(), body })
  assert.equal(opened.status, 201, opened.text)
  const { body: draft } = await api.get(`/api/v1/disputes/${opened.body.data.id}/draft`, {
    key: key(),
  })
  return draft.data.text.split('\n')
}

test('a draft has the payment, its customer, receipt, webhook, and their other payments', async () => {
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  const earlier = await givenPayment(api, business, { ...ADA, amount: 100_000 })
  await pay(api, earlier.access_code, 'success')
  const { access_code, reference } = await givenPayment(api, business, ADA)
  await api.get(`/checkout/${access_code}`)
  await pay(api, access_code, 'success')
  const paidAt = context.now()
  context.advance(1 * MINUTE)
  await sendReceipts(context)
  await deliverDue(context)
  const toldAt = context.now()
  context.advance(1 * MINUTE)

  const lines = await draftAbout(reference)

  assert.deepEqual(lines, [
    `Payment: ${reference}, ₦5,000.00, on ${lagosTime(paidAt)}.`,
    'Paid with: Visa card ending 4081',
    'Customer: Ada Example, ada@example.com.',
    'The customer paid from the IP address 127.0.0.1.',
    `Receipt: sent to ada@example.com on ${lagosTime(toldAt)}.`,
    `Our server was told of the payment on ${lagosTime(toldAt)} and confirmed it.`,
    'Other payments of this customer: 1, ₦1,000.00 in total.',
    'Delivery: ',
  ])
})

test('a draft says nothing that is not known', async () => {
  const { access_code, reference } = await givenPayment(api, business, ADA)
  await pay(api, access_code, 'success')

  const lines = await draftAbout(reference)

  assert(!lines.some((line) => /Receipt|server|Other|Identity/.test(line)), lines.join('\n'))
})

test('a draft about a permanent account says that the bank has checked its holder', async () => {
  const { account_number } = await givenDedicated(api, business, { bvn: '22298765431' })
  const { body } = await transfer(api, business, { account_number, amount: 500_000 })

  const lines = await draftAbout(body.data.session_id)

  assert(
    lines.some((line) => /^Identity: .* with their BVN\.$/.test(line)),
    lines.join('\n'),
  )
  assert(!lines.join('\n').includes('22298765431'))
})

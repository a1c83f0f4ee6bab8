import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailNotices } from '../../src/operator/notices/notices.ts'
import { sendReceipts } from '../../src/payments/receipts/receipts.ts'
import { givenPayment, useApi } from '../api.ts'
import { givenNotice } from '../notices.ts'
import { pay } from '../payments.ts'
import { mailsOf } from '../receipts.ts'
import { givenBusiness, useContext } from '../support.ts'
import { begin } from '../verifications.ts'

// Receipts and notices, sentence by sentence: interface.md, "Endpoints"; interface-completed.md,
// §3, §6 and §9.

const context = useContext()
const api = useApi(context)

test('"email: customer’s valid e-mail address, used for receipting": who has paid gets a receipt there, once', async () => {
  const business = await givenBusiness(context, 'Adire Studio')
  const paid = await givenPayment(api, business, { email: 'Ada@Example.com', reference: 'R-1' })
  await givenPayment(api, business, { email: 'ngozi@example.com' })
  await pay(api, paid.access_code, 'success')

  for (let i = 0; i < 3; i++) await sendReceipts(context)

  const mails = await mailsOf(api, business)
  assert.deepEqual(
    mails.map(({ channel, to }) => [channel, to]),
    [['email', 'Ada@Example.com']],
  )
  for (const text of [mails[0]!.text, mails[0]!.html!]) {
    for (const known of ['Adire Studio', '₦5,000.00', 'R-1', 'Ada Example']) {
      assert(text.includes(known), known)
    }
  }
})

test('"metadata.custom_fields[{display_name, variable_name, value}] show on receipt"', async () => {
  const business = await givenBusiness(context)
  const custom_fields = [
    { display_name: 'Invoice', variable_name: 'invoice', value: 'INV-417' },
    { display_name: 'Seats', variable_name: 'seats', value: 2 },
  ]
  const metadata = { custom_fields, cart_id: 'not-for-the-customer' }
  const { access_code } = await givenPayment(api, business, { metadata })
  await pay(api, access_code, 'success')

  await sendReceipts(context)

  const [{ text, html } = { text: '', html: '' }] = await mailsOf(api, business)
  assert.match(text, /^Invoice: INV-417\nSeats: 2$/m)
  assert(html!.includes('INV-417') && html!.includes('Seats'))
  assert(!`${text}${html}`.includes('not-for-the-customer'))
})

test('"PAN, CVV, PIN and OTP … never written": a receipt has the last four digits of a card', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  await pay(api, access_code, 'success')

  await sendReceipts(context)

  const [mail] = await mailsOf(api, business)
  assert.match(mail!.text, /ending 4081/)
  assert(!/408408|CVV|12\/99/.test(`${mail!.text}${mail!.html}`))
})

test('"5 days without a success and ≥ 10 failures turn it off, with notice": the business gets a mail', async () => {
  const business = await givenBusiness(context)
  await givenNotice(context, business, 'turned_off')

  for (let i = 0; i < 3; i++) await mailNotices(context)

  const mails = await mailsOf(api, business)
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [['owner@demo-store.example', '[Test] Demo Store: a webhook URL was turned off']],
  )
})

test('"GET /sandbox/messages lists the OTPs sent": beside them the mails, newest first, each with what it has', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  await sendReceipts(context)
  context.advance(1_000)
  await begin(context, business)

  const messages = await mailsOf(api, business)

  assert.deepEqual(
    messages.map(({ channel, subject, html, otp }) => [
      channel,
      subject === null,
      html === null,
      otp === null,
    ]),
    [
      ['sms', true, true, false],
      ['email', false, false, true],
    ],
  )
  const other = await givenBusiness(context, 'Other Store')
  assert.deepEqual(await mailsOf(api, other), [])
})

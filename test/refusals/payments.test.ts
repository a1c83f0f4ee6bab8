import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { givenPayment } from '../api.ts'
import { contentsWithUses, startPublicly } from '../calls.ts'
import { begin, givenLink, submit } from '../links.ts'
import { cardNamed, pay } from '../payments.ts'
import { givenSplit, givenSubaccount } from '../splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

import { refuseEach, useRefusals } from './refusals.ts'

// Payments and payment links that are refused.

const context = useContext()
const { api, post, put } = useRefusals(context)

const initialize = (business: GivenBusiness, body: object, headers = {}) =>
  post(
    business,
    '/transactions/initialize',
    { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', ...body },
    headers,
  )

async function paid(business: GivenBusiness) {
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  return { access_code, reference }
}

refuseEach(context, api, {
  'a reference that is paid': [
    409,
    'duplicate_reference',
    async (business) => {
      const { reference } = await paid(business)
      return () => initialize(business, { reference })
    },
  ],
  'a reference with another amount': [
    409,
    'duplicate_reference',
    async (business) => {
      const { reference } = await givenPayment(api, business)
      return () => initialize(business, { reference, amount: 500_001 })
    },
  ],
  'an unknown split': [
    422,
    'invalid_split',
    async (business) => () => initialize(business, { split_code: `SPL_${'A'.repeat(22)}` }),
  ],
  'flat shares above the amount': [
    422,
    'invalid_split',
    async (business) => {
      const subaccount = await givenSubaccount(api, business)
      const split_code = await givenSplit(
        api,
        business,
        [{ subaccount_id: subaccount, share: 500_000 }],
        {
          type: 'flat',
        },
      )
      return () => initialize(business, { split_code })
    },
  ],
  'a payment that is not signed': [
    401,
    'invalid_signature',
    async (business) => {
      await changeSettings(context, business, { requireSignedRequests: true })
      return () => initialize(business, { email: 'new@example.com' })
    },
  ],
  'an idempotency key with another body': [
    422,
    'idempotency_key_reused',
    async (business) => {
      const headers = { 'idempotency-key': 'once' }
      await initialize(business, {}, headers)
      return () => initialize(business, { email: 'new@example.com' }, headers)
    },
  ],
  'a page that is not allowed': [
    403,
    'origin_not_allowed',
    async (business) => {
      await changeSettings(context, business, { checkoutOrigins: ['https://shop.example'] })
      const fields = { key: business.keys.publicKey, amount: '500000', email: 'new@example.com' }
      await startPublicly(api, fields)
      const headers = { origin: 'https://other.example' }
      return () => startPublicly(api, fields, { method: 'POST', headers })
    },
  ],
  'a card for what is paid': [
    409,
    'already_paid',
    async (business) => {
      const { access_code } = await paid(business)
      return () => pay(api, access_code, 'success')
    },
  ],
  'a transfer for what is paid': [
    409,
    'already_paid',
    async (business) => {
      const { access_code } = await paid(business)
      return () => api.post(`/checkout/${access_code}/bank-transfer`)
    },
  ],
  'a card for what is closed': [
    409,
    'already_closed',
    async (business) => {
      const { access_code } = await givenPayment(api, business)
      for (let i = 0; i < 5; i++) await pay(api, access_code, 'declined')
      return () => pay(api, access_code, 'success')
    },
  ],
  'a card while another is charged': [
    409,
    'already_in_progress',
    async (business) => {
      const { access_code } = await givenPayment(api, business)
      await pay(api, access_code, 'late_success')
      return () => pay(api, access_code, 'success')
    },
  ],
  'a card where transfers alone are taken': [
    422,
    'channel_not_allowed',
    async (business) => {
      const { access_code } = await givenPayment(api, business, { channels: ['bank_transfer'] })
      return () => pay(api, access_code, 'success')
    },
  ],
  'a transfer where cards alone are taken': [
    422,
    'channel_not_allowed',
    async (business) => {
      const { access_code } = await givenPayment(api, business, { channels: ['card'] })
      return () => api.post(`/checkout/${access_code}/bank-transfer`)
    },
  ],
  'a PIN that nobody asked for': [
    422,
    'step_not_expected',
    async (business) => {
      const { access_code } = await givenPayment(api, business)
      await pay(api, access_code, 'page')
      return () => api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })
    },
  ],
  'a card that has expired': [
    400,
    'invalid_request',
    async (business) => {
      const { access_code } = await givenPayment(api, business)
      const body = { ...cardNamed('success'), exp_year: 20 }
      return () => api.post(`/checkout/${access_code}/card`, { body })
    },
  ],
  'a link that is used up': [
    409,
    'payment_link_used_up',
    async (business) => {
      const link = await givenLink(api, business, { uses_max: 1 })
      const accessCode = await begin(api, link.slug)
      await pay(api, await begin(api, link.slug), 'success')
      return () => api.post(`/checkout/${accessCode}/bank-transfer`)
    },
  ],
})

test('a closed or a full link takes no form', async () => {
  const business = await givenBusiness(context)
  const closed = await givenLink(api, business)
  await put(business, `/payment-links/${closed.id}`, { active: false })
  const full = await givenLink(api, business, { uses_max: 1 })
  await pay(api, await begin(api, full.slug), 'success')
  const earlier = await contentsWithUses(context)

  for (const { slug } of [closed, full]) assert.equal((await submit(api, slug)).status, 410)

  assert.deepEqual(await contentsWithUses(context), earlier)
})

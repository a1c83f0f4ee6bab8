import { addKey } from '../../src/accounts/businesses/businesses.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { givenLink } from '../links.ts'
import { givenDedicated } from '../payments.ts'
import { askToPay } from '../payouts.ts'
import { givenSplit, givenSubaccount, postSubaccount } from '../splits.ts'
import { useContext } from '../support.ts'

import { refuseEach, useRefusals } from './refusals.ts'

// What a business sets up, and what its keys may not do.

const context = useContext()
const { api, post, put, paystack } = useRefusals(context)

refuseEach(context, api, {
  'a slug that is taken': [
    409,
    'slug_taken',
    async (business) => {
      const { slug } = await givenLink(api, business)
      return () => post(business, '/payment-links', { name: 'Another', slug })
    },
  ],
  'a subaccount at no account': [
    422,
    'account_not_resolved',
    async (business) => () => postSubaccount(api, business, { account_number: '0000000000' }),
  ],
  'a subaccount changed to no account': [
    422,
    'account_not_resolved',
    async (business) => {
      const path = `/subaccounts/${await givenSubaccount(api, business)}`
      const body = { account_number: '0000000000', business_name: 'Another' }
      return () => put(business, path, body)
    },
  ],
  'a split changed to an unknown subaccount': [
    422,
    'invalid_split',
    async (business) => {
      const subaccount = await givenSubaccount(api, business)
      const code = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 10 }])
      const shares = { subaccount_id: `ACCT_${'A'.repeat(22)}`, share: 5 }
      return () => post(business, `/splits/${code}/subaccounts`, shares)
    },
  ],
  'another BVN of a customer': [
    409,
    'already_has_bvn',
    async (business) => {
      const customer = { first_name: 'Ada', last_name: 'Example', email: 'bvn@example.com' }
      await givenDedicated(api, business, { ...customer, bvn: '22222222221' })
      const body = { customer: { ...customer, bvn: '22222222222', phone: '+2348030000001' } }
      return () => post(business, '/dedicated-virtual-accounts', body)
    },
  ],
  'a dedicated account with an unknown split': [
    422,
    'invalid_split',
    async (business) => {
      const customer = { first_name: 'Ada', last_name: 'Example', email: 'split@example.com' }
      const body = { customer, split_code: `SPL_${'A'.repeat(22)}` }
      return () => post(business, '/dedicated-virtual-accounts', body)
    },
  ],
  'a webhook that is sent to no address': [
    409,
    'no_webhook_address',
    async (business) => () => post(business, '/webhooks/test', {}),
  ],
  'a webhook address that is forbidden': [
    400,
    'invalid_request',
    async (business) => () =>
      put(business, '/webhooks', {
        url: 'https://169.254.169.254/hooks',
        events: ['refund.processed'],
      }),
  ],
  'examples for a store that has payments': [
    409,
    'webhook_address_set',
    async (business) => {
      await put(business, '/webhooks', { url: 'https://shop.example/hooks' })
      return () => post(business, '/sandbox/examples', { days: 1 })
    },
  ],
  'an address that is not on the list': [
    403,
    'ip_not_allowed',
    async (business) => {
      const { key } = await addKey(context, business, 'secret', { allowedIps: ['203.0.113.7/32'] })
      context.advance(MINUTE)
      return () => api.get('/api/v1/balance', { key })
    },
  ],
  'a scope that is missing': [
    403,
    'insufficient_scope',
    async (business) => {
      const { key } = await addKey(context, business, 'secret', { scopes: ['balance:read'] })
      await api.get('/api/v1/balance', { key })
      return () => askToPay(api, { ...business, keys: { ...business.keys, secretKey: key } })
    },
  ],
  'a live key while live mode is off': [
    403,
    'not_enabled',
    async (business) => {
      const { key } = await addKey(context, { ...business, mode: 'live' }, 'secret')
      context.advance(MINUTE)
      return () => api.get('/api/v1/balance', { key })
    },
  ],
  'Paystack: a split with an unknown subaccount': [
    400,
    'invalid_split',
    async (business) => {
      const subaccounts = [{ subaccount: `ACCT_${'A'.repeat(22)}`, share: 20 }]
      const body = { name: 'Both', type: 'percentage', currency: 'NGN', subaccounts }
      return () => paystack(business, '/split', body)
    },
  ],
})

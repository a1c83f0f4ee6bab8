import assert from 'node:assert/strict'
import {
  asks,
  type Content,
  chargeToken,
  OPEN,
  openMandate,
  PART,
  testHostedFaults,
} from '../../../test/providers/hosted-faults.ts'
import type { Call } from '../../../test/providers/paystack/api.ts'
import { paystackWorld } from '../../../test/providers/paystack/world.ts'

// Faults between Paystack and us, for each call.

const isPaid = ({ status, data }: Content, reference = 'k') =>
  status === true &&
  data?.['status'] === 'success' &&
  data['reference'] === reference &&
  data['currency'] === 'NGN' &&
  data['domain'] === 'live' &&
  data['amount'] === 500_000
const fetched = () => ['fetched']

let mandate = ''

testHostedFaults<Call, '502'>({
  provider: 'Paystack',
  bad: '502',
  opening: 'initialize',
  verifying: 'verify',
  refunding: 'create_refund',
  charging: 'charge_token',
  calls: {
    openPage: { call: 'initialize', ask: asks.openPage },
    chargeToken: { call: 'charge_token', ask: chargeToken('AUTH_standin4000000001') },
    openMandate: { call: 'open_mandate', ask: openMandate },
    enquireMandate: {
      call: 'verify_mandate',
      ask: (rail) => rail.enquireMandate!({ key: 'k', handle: mandate }),
    },
    enquire: { call: 'verify', ask: (rail) => rail.enquire({ key: 'k', handle: '500000' }) },
    'refund, that looks at the charge': { call: 'verify', ask: asks.refund },
    'refund, that looks at the refunds': { call: 'refunds', ask: asks.refund },
    refund: { call: 'create_refund', ask: asks.refund },
    reverse: { call: 'create_refund', ask: asks.reverse },
    'enquireRefund by its key': { call: 'refunds', ask: asks.refundByKey },
    'enquireRefund by its number': { call: 'refund', ask: asks.refundByNumber },
    'fetchStatement, its charges': { call: 'transactions', ask: asks.statement },
    'fetchStatement, its refunds': { call: 'refunds', ask: asks.statement },
    'fetchStatement, its transfers': { call: 'transfers', ask: asks.statement },
    'fetchStatement, its settlements': { call: 'settlements', ask: asks.statement },
  },
  fuzzed: {
    openPage: ({ status, data }) =>
      status === true && data?.['reference'] === 'new' ? ['redirect_required'] : [],
    chargeToken: (content) => (isPaid(content, 'new') ? ['approved'] : []),
    openMandate: ({ data }) => ((data?.['reference'] ?? null) !== null ? ['accepted'] : []),
    enquireMandate: ({ data }) => [data?.['active'] === true ? 'active' : 'accepted'],
    enquire: (content) => (isPaid(content) ? ['approved'] : ['pending']),
    refund: () => ['accepted'],
    'refund, that looks at the charge': ({ data }) =>
      data?.['status'] === 'success' ? ['accepted', 'refused'] : ['refused'],
    'enquireRefund by its number': ({ data }) =>
      data?.['status'] === 'pending' ? ['accepted'] : [],
    'enquireRefund by its key': () => ['accepted', 'not_found'],
    'fetchStatement, its charges': fetched,
    'fetchStatement, its transfers': fetched,
    'fetchStatement, its settlements': fetched,
  },
  unknownLeast: 20,
  paths: {
    initialize: /\/transaction\/initialize$/,
    charge_token: /\/transaction\/charge_authorization$/,
    open_mandate: /\/customer\/authorization\/initialize$/,
    verify_mandate: /\/customer\/authorization\/verify\//,
    verify: /\/transaction\/verify\//,
    transactions: /\/transaction\?/,
    create_refund: /\/refund$/,
    refunds: /\/refund\?/,
    refund: /\/refund\/\d/,
    settlements: /\/settlement\?/,
    transfers: /\/transfer\?/,
  },
  world: paystackWorld,
  async given() {
    const world = await paystackWorld()
    for (const key of ['k', 'q']) {
      await world.rail.openPage({ ...OPEN, key })
      await world.customer.pays(key)
    }
    const accepted = await world.rail.refund({ key: 'q', charge: 'q', amount: PART })
    assert(accepted.kind === 'accepted')
    world.standIn.controls.settle()
    const opened = await openMandate(world.rail, '')
    assert('handle' in opened)
    mandate = String(opened.handle)
    world.standIn.books.tokens.mandates.at(-1)!.state = 'active'
    return { world, handle: accepted.handle ?? '' }
  },
  withPage: ({ data }, url) => {
    data!['authorization_url'] = url
  },
  lostPage: 'pending',
})

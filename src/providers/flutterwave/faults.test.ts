import assert from 'node:assert/strict'
import type { Call } from '../../../test/providers/flutterwave/api.ts'
import { flutterwaveWorld } from '../../../test/providers/flutterwave/world.ts'
import {
  asks,
  type Content,
  chargeToken,
  OPEN,
  PART,
  testHostedFaults,
} from '../../../test/providers/hosted-faults.ts'
import type { Send } from '../../platform/outbound.ts'

// Faults between Flutterwave and us, for each call.

const isPaid = ({ status, data }: Content, txRef = 'k') =>
  status === 'success' &&
  data?.['status'] === 'successful' &&
  data['tx_ref'] === txRef &&
  data['currency'] === 'NGN' &&
  data['amount'] === 5_000
const fetched = () => ['fetched']

async function openWorld() {
  const world = await flutterwaveWorld()
  return { ...world, railWith: (options: { send: Send }) => world.another(options).card }
}

testHostedFaults<Call, '503'>({
  provider: 'Flutterwave',
  bad: '503',
  opening: 'open_page',
  verifying: 'verify',
  refunding: 'create_refund',
  charging: 'charge_token',
  calls: {
    openPage: { call: 'open_page', ask: asks.openPage },
    chargeToken: { call: 'charge_token', ask: chargeToken('flw-t1nf-standin4000001-m03k') },
    enquire: { call: 'verify', ask: (rail) => rail.enquire({ key: 'k', handle: '500000@0' }) },
    'enquire, after a failed try': {
      call: 'transactions',
      ask: (rail) => rail.enquire({ key: 'twice', handle: '500000@1700000000' }),
    },
    'refund, that looks for the charge': { call: 'verify', ask: asks.refund },
    'refund, that looks at the charge': { call: 'verify_by_id', ask: asks.refund },
    'refund, that looks at the refunds': { call: 'refunds', ask: asks.refund },
    refund: { call: 'create_refund', ask: asks.refund },
    reverse: { call: 'create_refund', ask: asks.reverse },
    'enquireRefund by its key': { call: 'refunds', ask: asks.refundByKey },
    'enquireRefund by its number': { call: 'refund', ask: asks.refundByNumber },
    'fetchStatement, its payments': { call: 'transactions', ask: asks.statement },
    'fetchStatement, its refunds': { call: 'refunds', ask: asks.statement },
    'fetchStatement, its transfers': { call: 'find_transfer', ask: asks.statement },
    'fetchStatement, its settlements': { call: 'settlements', ask: asks.statement },
  },
  fuzzed: {
    openPage: () => ['redirect_required'],
    chargeToken: (content) => (isPaid(content, 'new') ? ['approved'] : ['pending', 'declined']),
    enquire: (content) => (isPaid(content) ? ['approved'] : ['pending', 'declined']),
    'refund, that looks at the charge': (content) =>
      isPaid(content) ? ['accepted', 'refused'] : ['refused'],
    refund: () => ['accepted', 'returned', 'refused'],
    'enquireRefund by its number': ({ data }) =>
      data?.['status'] === 'completed' ? ['accepted'] : [],
    'enquireRefund by its key': () => ['accepted', 'not_found'],
    'fetchStatement, its payments': fetched,
    'fetchStatement, its settlements': fetched,
  },
  unknownLeast: 5,
  paths: {
    open_page: /\/payments$/,
    charge_token: /\/tokenized-charges$/,
    verify: /verify_by_reference/,
    verify_by_id: /\/transactions\/\d+\/verify$/,
    transactions: /\/transactions\?/,
    create_refund: /\/refund$/,
    refunds: /\/refunds\?/,
    refund: /\/refunds\/\d/,
    settlements: /\/settlements\?/,
    find_transfer: /\/transfers\?/,
  },
  world: openWorld,
  /** Also a page on which a try failed after another was paid. */
  async given() {
    const world = await openWorld()
    const { books } = world.standIn
    for (const key of ['k', 'q']) {
      await world.rail.openPage({ ...OPEN, key })
      world.customer.pays(key)
    }
    const accepted = await world.rail.refund({ key: 'q', charge: 'q', amount: PART })
    assert(accepted.kind === 'accepted')
    books.settle()
    await world.rail.openPage({ ...OPEN, key: 'twice' })
    world.customer.isDeclined('twice')
    world.customer.pays('twice')
    books.charges.push({ ...books.charges.at(-2)!, id: 9_000_001 })
    return { world, handle: accepted.handle ?? '' }
  },
  withPage: ({ data }, url) => {
    data!['link'] = url
  },
  lostPage: 'not_found',
})

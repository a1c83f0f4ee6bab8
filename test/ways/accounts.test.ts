import { test } from 'node:test'
import { useContext } from '../support.ts'
import { shared } from './acts.ts'
import { setUp } from './set-up.ts'
import { play, useWays, type Way } from './ways.ts'

// A customer and their account number, as each change leaves them.

const context = useContext()
const ways = useWays(context, 'accounts.txt')

const PERSON = {
  first_name: 'Adaeze',
  last_name: 'Okafor',
  email: 'Adaeze@Example.com',
  phone: '+2348030000001',
}

async function account(way: Way, what: string, customer: object = {}, body: object = {}) {
  way.step(what)
  const sent = { customer: { ...PERSON, ...customer }, ...body }
  return way.post('/dedicated-virtual-accounts', sent)
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  account: (way) => account(way, 'the account is made'),
  'account with a BVN': (way) => account(way, 'the account is made', { bvn: '22222222221' }),
  async 'account, after the bank was down'(way) {
    const { bank } = context.rails.test
    const { issueAccount } = bank
    bank.issueAccount = async () => ({ kind: 'unavailable' })
    await account(way, 'the bank is down').catch(() => {})
    bank.issueAccount = issueAccount
    await account(way, 'the account is made')
  },
  async 'account that gets a BVN'(way) {
    await account(way, 'the account is made')
    await account(way, 'the BVN is told', { bvn: '22222222221' })
  },
  async 'account that gets a split, and other names'(way) {
    await account(way, 'the account is made')
    const split_code = await shared(way)
    const renamed = { first_name: 'Grace', last_name: 'Bello', phone: '+2348030000002' }
    await account(way, 'it is shared', renamed, { split_code })
  },
  async 'customer renamed by Paystack'(way) {
    await account(way, 'the account is made')
    way.step('the customer is renamed')
    const [{ customer_code }] = await way.get('/customers')
    const body = { first_name: 'Grace', last_name: 'Bello', phone: '+2348030000002' }
    await way.paystack(`/customer/${customer_code}`, body)
  },
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a customer is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      return setUp(way, [
        ['/customers', 'id', '/customer'],
        ['/dedicated-virtual-accounts', 'id', '/dedicated_account'],
      ])
    }))
}

import { test } from 'node:test'
import { effectDue } from '../../src/payments/splits/account-changes.ts'
import { DAY } from '../../src/platform/clock.ts'
import { useContext } from '../support.ts'
import { shared } from './acts.ts'
import { setUp } from './set-up.ts'
import { play, useWays, type Way } from './ways.ts'

// Subaccounts and splits, as each change leaves them.

const context = useContext()
const ways = useWays(context, 'sharing.txt')

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  subaccount: (way) => subaccount(way),
  async 'subaccount renamed and off'(way) {
    const code = await subaccount(way)
    way.step('it is changed')
    const body = { business_name: 'Ngozi Bakes', active: false, percentage_charge: 21 }
    await way.put(`/subaccounts/${code}`, body)
  },
  async 'subaccount at another bank'(way) {
    const code = await subaccount(way)
    way.step('it is changed')
    await way.put(`/subaccounts/${code}`, { bank_code: '044', account_number: '0000000056' })
    context.advance(3 * DAY)
    way.step('the job runs')
    await effectDue(context)
  },
  async 'subaccount at another bank, then a third'(way) {
    const code = await subaccount(way)
    way.step('it is changed')
    await way.put(`/subaccounts/${code}`, { bank_code: '044', account_number: '0000000056' })
    way.step('it is changed again')
    await way.put(`/subaccounts/${code}`, { bank_code: '057', account_number: '0000000063' })
  },
  async split(way) {
    const code = await shared(way)
    way.step('it is changed')
    await way.put(`/splits/${code}`, { name: 'Cook alone', active: false })
  },
}

async function subaccount(way: Way): Promise<string> {
  way.step('the subaccount is made')
  const made = await way.post('/subaccounts', {
    business_name: 'Ngozi Cooks',
    bank_code: '058',
    account_number: '0000000018',
    percentage_charge: 12.5,
    primary_contact_email: 'ngozi@example.com',
    metadata: { shift: 2 },
  })
  return made.subaccount_code
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a subaccount is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      return {
        changes: await way.get('/account-changes'),
        ...(await setUp(way, [
          ['/subaccounts', 'subaccount_code', '/subaccount'],
          ['/splits', 'split_code', '/split'],
        ])),
      }
    }))
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditTo } from '../../../test/payments.ts'
import { payOut } from '../../../test/payouts.ts'
import { givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { receive } from '../../payments/deposits/receive.ts'
import { walletAccountOf } from '../../payments/virtual-accounts/wallet-account.ts'
import type { Provider } from '../../providers/rails.ts'

// Payouts with two live banks.

const context = useContext()

test('the bank that answered the name enquiry pays, even if it is down by then', async () => {
  const asked: string[] = []
  let isDown = false
  const bankNamed = (name: string): Provider => {
    const { bank } = context.rails.test
    return {
      bank: {
        ...bank,
        name,
        isDown: () => name === 'first' && isDown,
        enquireBeneficiary(request) {
          asked.push(`${name} enquires`)
          // Other calls to it have failed meanwhile.
          isDown = true
          return bank.enquireBeneficiary(request)
        },
        transfer(request) {
          asked.push(`${name} transfers`)
          return bank.transfer(request)
        },
      },
    }
  }
  context.rails.live = [bankNamed('first'), bankNamed('second')]
  const { businessId } = await givenBusiness(context)
  const live = { businessId, mode: 'live' } as const
  await givenLive(context, businessId)
  const { accountNumber } = await walletAccountOf(context, live)
  await receive(context, 'live', creditTo(context, accountNumber, 1_000_000), 'first')

  const payouts = [await payOut(context, live), await payOut(context, live)]

  assert.deepEqual(
    payouts.map(({ rail, state }) => [rail, state]),
    [
      ['first', 'success'],
      ['second', 'success'],
    ],
  )
  assert.deepEqual(asked, [
    'first enquires',
    'first transfers',
    'second enquires',
    'second transfers',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { askForAccount, pay, transfer } from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'

const context = useContext()
const api = useApi(context)
const ROUNDS = 15

test('wrong and right transfers and a card of one business do not deadlock', async () => {
  const business = await givenBusiness(context)
  for (let round = 0; round < ROUNDS; round++) {
    const [byTransfer, byCard] = [
      await givenPayment(api, business),
      await givenPayment(api, business),
    ]
    const account = await askForAccount(api, byTransfer.access_code)

    const answers = await Promise.all([
      ...[499_999, 500_000, 500_001, 400_000].map((amount) =>
        transfer(api, business, { account_number: account, amount }),
      ),
      pay(api, byCard.access_code, 'success'),
    ])

    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    )
  }
  const [found] = await context.sql<{ deadlocks: bigint }[]>`
    select deadlocks from pg_stat_database where datname = current_database()
  `
  assert.equal(found?.deadlocks, 0n)
})

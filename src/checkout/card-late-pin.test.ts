import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type Answer, useApi } from '../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../test/books.ts'
import { givenAccount, pay, runJobs, transfer } from '../../test/payments.ts'
import { useContext } from '../../test/support.ts'
import { DAY } from '../lib/clock.ts'

// A customer who takes long to type the PIN.

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

for (const closed of ['has expired', 'was paid by transfer'] as const) {
  test(`a PIN for a payment that ${closed} charges nothing`, async () => {
    const { business, access_code, account_number } = await givenAccount(context, api)
    await pay(api, access_code, 'pin')
    // No job has seen it yet.
    if (closed === 'has expired') context.advance(2 * DAY)
    else await transfer(api, business, { account_number, amount: 500_000 })
    const { card } = context.rails.test
    const { submitPin } = card
    let sent = 0
    card.submitPin = (request) => {
      sent += 1
      return submitPin(request)
    }

    const { status, body } = await sendPin(access_code)
    card.submitPin = submitPin

    assert.deepEqual([status, body.code, sent], [409, 'already_closed', 0])
    await runJobs(context)
    await assertSettled(context)
  })
}

function sendPin(access_code: string): Promise<Answer> {
  return api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })
}

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type Answer, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { givenAccount, pay, runJobs, transfer } from '../../../test/payments.ts'
import { useContext } from '../../../test/support.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import type { CardAttempt } from './card-attempt.ts'
import { enquire } from './enquiries.ts'

// The customer takes long to enter the PIN.

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

for (const closed of ['has expired', 'was paid by transfer'] as const) {
  test(`a PIN for a payment that ${closed} charges nothing`, async () => {
    const { business, access_code, account_number } = await givenAccount(context, api)
    await pay(api, access_code, 'pin')
    // No job has closed it yet.
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

test('a PIN that is sent late may take two minutes to arrive, before it is given up', async () => {
  const { business, access_code } = await givenAccount(context, api)
  const attempt = async () => {
    const [row] = await context.sql<[CardAttempt]>`
      select * from card_attempt where business_id = ${business.businessId}
    `
    return row
  }
  const { card } = context.rails.test
  const { submitPin, enquire: told } = card
  await pay(api, access_code, 'pin')
  context.advance(10 * MINUTE)
  card.submitPin = async () => ({ kind: 'unknown' })
  card.enquire = async () => ({ kind: 'not_found' })
  const { body } = await sendPin(access_code)

  const states: string[] = []
  for (const ms of [0, 1 * MINUTE, 1 * MINUTE]) {
    context.advance(ms)
    await enquire(context, await attempt())
    states.push((await attempt()).state)
  }
  Object.assign(card, { submitPin, enquire: told })

  assert.equal(body.code, 'rail_timeout')
  assert.deepEqual(states, ['unknown', 'unknown', 'unavailable'])
})

function sendPin(access_code: string): Promise<Answer> {
  return api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })
}

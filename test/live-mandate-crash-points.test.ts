import assert from 'node:assert/strict'
import { enquireAboutMandates } from '../src/payments/authorizations/mandates.ts'
import { MINUTE } from '../src/platform/clock.ts'
import type { Api } from './api.ts'
import { givenShop, ONCE, untilTaken, useLiveSweep } from './live-sweep.ts'
import { eventsOf } from './payments.ts'
import type { GivenBusiness } from './support.ts'
import { untilDone } from './until-done.ts'

// Mandates in live mode, stopped at each statement and each request; live-sweep.ts says how.

const { live, process, broken, sweep } = useLiveSweep()
const { context, api } = live

const email = 'ada@example.com'

async function givenPayer() {
  const shop = await givenShop(live, 'monnify')
  const { secretKey: key } = shop.business.keys
  const body = { email, first_name: 'Ada', last_name: 'Example' }
  const { status, text } = await api.post('/api/v1/customers', { key, body })
  assert([200, 201].includes(status), text)
  const { mandates } = live.standIns.paystack.books.tokens
  return { ...shop, before: mandates.length }
}

function ask(through: Api, { keys }: GivenBusiness) {
  const body = { bank_code: '058', account_number: '0123456789' }
  const path = `/api/v1/customers/${email}/mandates`
  return through.post(path, { key: keys.secretKey, headers: ONCE, body })
}

/** The customer approves all that were opened, and the bank activates them. */
async function activateAll() {
  for (const mandate of live.standIns.paystack.books.tokens.mandates) mandate.state = 'active'
  for (let minutes = 0; minutes < 5; minutes++) {
    context.advance(1 * MINUTE)
    await untilDone(context, enquireAboutMandates)
  }
}

/** One active mandate, told of once, and nothing that waits. */
async function assertEnded({ business }: { business: GivenBusiness }, active = 1) {
  const rows = await context.sql<{ state: string; token: string | null }[]>`
    select state, token from payer_authorization where business_id = ${business.businessId}
  `
  const states = rows.map(({ state }) => state)
  assert.equal(states.filter((state) => state === 'active').length, active, `${states}`)
  assert(!states.includes('pending'), `${states}`)
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'authorization.created').length, active)
  const rejected = states.filter((state) => state === 'rejected').length
  assert.equal(types.filter((type) => type === 'authorization.rejected').length, rejected)
}

sweep({
  name: 'paystack: asking for a mandate',
  at: /./,
  passes: ['card rail: openMandate', 'request: POST /customer/authorization/initialize'],
  given: givenPayer,
  run: ({ business }) => ask(broken, business),
  again: async ({ business }) => {
    await untilTaken(live, () => ask(api, business))
    await activateAll()
  },
  check: async (given) => {
    const { mandates } = live.standIns.paystack.books.tokens
    const made = mandates.slice(given.before)
    assert(made.length <= 1, `${made.length}`)
    const rows = await context.sql<{ state: string }[]>`
      select state from payer_authorization where business_id = ${given.business.businessId}
    `
    assert.equal(rows.length, 1)
    // One whose page nobody got is rejected.
    await assertEnded(given, rows[0]!.state === 'active' ? 1 : 0)
  },
})

sweep({
  name: 'paystack: a mandate that its bank activates',
  at: /./,
  passes: ['card rail: enquireMandate', 'request: GET /customer/authorization/verify/'],
  given: async () => {
    const given = await givenPayer()
    const { status } = await ask(api, given.business)
    assert.equal(status, 200)
    for (const mandate of live.standIns.paystack.books.tokens.mandates) mandate.state = 'active'
    context.advance(1 * MINUTE)
    return given
  },
  run: () => enquireAboutMandates(process.context),
  again: activateAll,
  check: (given) => assertEnded(given),
})

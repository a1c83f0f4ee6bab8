import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { mailStops } from '../../src/operator/notices/notices.ts'
import { cardGuard, endStops } from '../../src/payments/checkout/card-testing.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import type { Peers, Sharing } from '../../src/platform/pub-sub.ts'
import type { DirectCardRail } from '../../src/providers/rails.ts'
import { type Answer, type Api, openApi, useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { askForAccount, cardNamed, decide, eventsOf, transfer } from '../payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  until,
  useContext,
} from '../support.ts'
import { untilDone } from '../until-done.ts'

// Somebody with a list of stolen cards and the public key of a shop tries them one after the other.
// They are stopped; people who share an address, or who come to the shop that day, still pay. Here
// the sandbox's cards stand for cards of people.

const ATTACKED_WITH = 165
const PER_PAYMENT = 5
const TRIES = 30

const context = useContext()
limited(context)
const api = useApi(context)

let business: GivenBusiness
let alarms: string[]
let isPublished: DirectCardRail['isPublished']
beforeEach(async () => {
  alarms = []
  context.log.error = (_fields, message) => void alarms.push(message)
  business = await givenBusiness(context)
  const { card } = context.rails.test
  isPublished ??= card.isPublished
  card.isPublished = () => false
})
afterEach(() => context.advance(24 * 60 * MINUTE))

test('of 165 cards from one address, few reach the bank, and the business and operators hear', async () => {
  const reached = countCharges(context)
  const answers = await attack('203.0.113.9')

  assert(reached() <= TRIES, `${reached()} cards of ${ATTACKED_WITH} reached the bank`)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(refused.length, ATTACKED_WITH - reached())
  const codes = refused.map(({ status, body }) => `${status} ${body.code}`)
  const pauses = codes.lastIndexOf('429 card_paused') + 1
  assert(pauses > 0 && pauses <= 2 * TRIES, 'first they have to wait')
  for (const { body, headers } of refused.slice(0, pauses)) {
    assert(Number(headers['retry-after']) >= 1)
    assert.match(body.message, /Try again in \d+ seconds?, or pay by transfer/)
  }
  assert(codes.slice(pauses).every((code) => code === '403 card_testing_stopped'))
  assert(codes.length > pauses, 'then they are refused')
  await notified('card_testing.detected')
  assert.deepEqual(alarms, ['card testing was stopped'])
  await mailStops(context)
  const key = business.keys.secretKey
  const { body } = await api.get('/api/v1/sandbox/messages', { key })
  assert.match(JSON.stringify(body.data), /card testing stopped/)
})

test('the business is told once that the limits have ended, and not while they hold', async () => {
  await untilDone(context, endStops)
  await attack('203.0.113.9')
  await notified('card_testing.detected')
  assert.equal(await endStops(context), 0)
  context.advance(29 * MINUTE)
  assert.equal(await endStops(context), 0)
  context.advance(2 * MINUTE)

  const told = await Promise.all([endStops(context), endStops(context)])

  assert.deepEqual(told.sort(), [0, 1])
  const [row] = await context.sql<[{ seenAt: Date }]>`
    select seen_at from card_testing where business_id = ${business.businessId} and mode = 'test'
  `
  const events = await eventsOf(context, business)
  const ends = events.filter(({ type }) => type === 'card_testing.ended')
  assert.deepEqual(
    ends.map(({ data }) => data),
    [{ domain: 'test', began_at: row.seenAt.toISOString() }],
  )
})

test('165 at once are no more than one after the other', async () => {
  const reached = countCharges(context)
  const codes = await startMany(ATTACKED_WITH)
  await Promise.all(codes.map((code, i) => tryCard(api, code, '203.0.113.9', stolen(i))))
  assert(reached() <= TRIES, `${reached()} cards reached the bank`)
})

test('all addresses of one IPv6 /64 are one', async () => {
  const reached = countCharges(context)
  await attack((i) => `2001:db8:7:7::${i.toString(16)}`)
  assert(reached() <= TRIES)
})

test('whoever is refused may pay by transfer', async () => {
  await attack('203.0.113.9')
  const [code] = await startMany(1)
  const { status } = await tryCard(api, code!, '203.0.113.9', cardNamed('success'))
  assert.equal(status, 403)

  const account_number = await askForAccount(api, code!)
  await transfer(api, business, { account_number, amount: 10_000 })

  const { body } = await api.get(`/checkout/${code}/status`)
  assert.equal(body.data.status, 'success')
})

test('while a shop is attacked from many addresses, its customers pay at their first try', async () => {
  const reached = countCharges(context)
  await attack((i) => `198.51.100.${i}`)
  const stolenOnes = reached()
  assert(stolenOnes <= 60, `${stolenOnes} cards reached the bank`)

  context.advance(MINUTE)
  for (let i = 0; i < 10; i++) {
    const [code] = await startMany(1)
    assert.equal((await tryCard(api, code!, `192.0.2.${i}`, cardNamed('success'))).status, 200)
  }
  assert.deepEqual(alarms, ['card testing was stopped'])
})

test('a school that pays from one address is never stopped, though every fourth card is declined', async () => {
  for (let i = 0; i < 120; i++) {
    const [code] = await startMany(1)
    const from = '203.0.113.50'
    if (i % 4 === 0) assert.equal((await tryCard(api, code!, from, stolen(i))).status, 200)
    assert.equal((await tryCard(api, code!, from, cardNamed('success'))).status, 200)
  }
  const atOnce = await startMany(TRIES)
  const { card } = context.rails.test
  const { charge } = card
  const page = cardNamed('page')
  const digits = { number: Buffer.from(page.number), cvv: Buffer.from(page.cvv) }
  card.charge = (request) => charge({ ...request, card: { ...request.card, ...digits } })
  const answers = await Promise.all(
    atOnce.map((code, i) => tryCard(api, code, '203.0.113.50', stolen(i))),
  )
  card.charge = charge
  assert(answers.every(({ status }) => status === 200))
  for (const { body } of answers) {
    await decide(api, body.data.next.url, 'approve').then(({ comeBack }) => comeBack())
  }
  const [next] = await startMany(1)
  assert.equal((await tryCard(api, next!, '203.0.113.50', stolen(1))).status, 200)
  assert.deepEqual(alarms, [])
})

test('one card cannot be guessed at from many addresses and payments', async () => {
  const reached = countCharges(context)
  const codes = await startMany(20)
  for (const [i, code] of codes.entries()) {
    await tryCard(api, code, `198.51.100.${i}`, { ...stolen(1), cvv: String(100 + i) })
  }
  assert.equal(reached(), TRIES / 5)
})

test('who tests a shop with the published cards is never stopped, however many are declined', async () => {
  context.rails.test.card.isPublished = isPublished!
  const reached = countCharges(context)
  const codes = await startMany(20)
  for (const code of codes) {
    for (let i = 0; i < PER_PAYMENT; i++) {
      const { status } = await tryCard(api, code, '203.0.113.9', cardNamed('declined'))
      assert.equal(status, 200)
    }
  }
  assert.equal(reached(), 20 * PER_PAYMENT)
  assert.deepEqual(alarms, [])
})

test('what never reached a bank does not count', async () => {
  const { card } = context.rails.test
  const { charge } = card
  card.charge = async () => ({ kind: 'unavailable' })
  for (const code of await startMany(2 * TRIES)) {
    assert.equal((await tryCard(api, code, '203.0.113.9', stolen(1))).body.code, 'rail_unavailable')
  }
  card.charge = charge
})

test('no number of a card, and nothing made of one, is written down', async () => {
  await attack('203.0.113.9')
  const columns = await context.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_name in ('card_testing', 'card_attempt')
  `
  assert(columns.length > 0)
  assert(!columns.some(({ name }) => /pan|number|print|hash/.test(name)))
})

test('the sandbox is told to leave a business alone, or to show what happens', async () => {
  const key = business.keys.secretKey
  const set = (limits: string) => api.put('/api/v1/sandbox/card-limits', { key, body: { limits } })
  const [code] = await startMany(1)
  const shown = async () => (await tryCard(api, code!, '203.0.113.9', stolen(1))).body.code

  await set('paused')
  assert.equal(await shown(), 'card_paused')
  await set('stopped')
  assert.equal(await shown(), 'card_testing_stopped')
  await set('off')
  const reached = countCharges(context)
  await attack('203.0.113.9')
  assert.equal(reached(), ATTACKED_WITH)
  await assert.rejects(
    context.sql`
      insert into business_mode (business_id, mode, settlement, created_at, updated_at, card_limits)
      values (${business.businessId}, 'live', 'T+1', now(), now(), 'off')
    `,
    /where_money_is_real/,
  )
})

test('the processes of a machine share what they count, and who ends what another began', async () => {
  const [one, other] = [limited(contextOn(context.database)), limited(contextOn(context.database))]
  const exchange = connected(one, other)
  const [apiOne, apiOther] = [await openApi(one), await openApi(other)]
  const counts = [countCharges(one), countCharges(other)]
  const codes = await startMany(ATTACKED_WITH)

  for (const [i, code] of codes.entries()) {
    await tryCard(i % 2 === 0 ? apiOne : apiOther, code, '203.0.113.9', stolen(i))
    exchange()
  }

  const sum = counts.reduce((all, count) => all + count(), 0)
  assert(sum <= TRIES, `${sum} cards reached the bank`)
  await notified('card_testing.detected')

  // Begun in one, ended in the other: an approval there frees what was taken here.
  other.rails = one.rails
  const address = '203.0.113.60'
  for (const code of await startMany(TRIES)) {
    const { body } = await tryCard(apiOne, code, address, cardNamed('page'))
    assert.equal(body.status, 'success', JSON.stringify(body))
    await decide(apiOne, body.data.next.url, 'approve')
    assert.equal((await apiOther.get(`/checkout/${code}/card/return`)).status, 303)
    exchange()
  }
  const [last] = await startMany(1)
  assert.equal((await tryCard(apiOther, last!, address, cardNamed('success'))).status, 200)
  for (const each of [apiOne, apiOther]) await each.app.close()
  for (const each of [one, other]) await disconnect(each)
})

/** As it is where nobody has set anything. */
function limited(these: TestContext): TestContext {
  const limit = () => {
    these.config.limits.cardTriesPerAddress = TRIES
  }
  if (these.config) limit()
  else these.opened = these.opened.then(limit)
  return these
}

/** What each of the two tells goes to the other, when it is said. */
function connected(one: TestContext, other: TestContext): () => void {
  const sides = [one, other].map((side) => {
    const all = new Map<string, Sharing<unknown>>()
    side.peers = { share: (name, sharing) => void all.set(name, sharing as never) } as Peers
    cardGuard(side)
    return all
  })
  return () => {
    for (const [i, side] of sides.entries()) {
      for (const [name, { updates }] of side) {
        const said = updates()
        if (said !== null) sides[1 - i]!.get(name)?.apply(JSON.parse(JSON.stringify(said)))
      }
    }
  }
}

/** A number that no test card has, and that a bank may have given out. */
function stolen(i: number) {
  const digits = `506099${String(i).padStart(9, '0')}`
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  const number = `${digits}${(10 - (sum % 10)) % 10}`
  return { number, exp_month: 12, exp_year: 99, cvv: '123' }
}

async function attack(from: string | ((i: number) => string)): Promise<Answer[]> {
  const codes = await startMany(ATTACKED_WITH / PER_PAYMENT)
  const answers: Answer[] = []
  for (let i = 0; i < ATTACKED_WITH; i++) {
    const address = typeof from === 'string' ? from : from(i)
    answers.push(await tryCard(api, codes[i % codes.length]!, address, stolen(i)))
  }
  return answers
}

/** With nothing but the public key. */
async function startMany(count: number): Promise<string[]> {
  const codes: string[] = []
  for (let i = 0; i < count; i++) {
    const fields = { key: business.keys.publicKey, amount: '10000', email: 'ada@example.com' }
    const { headers } = await startPublicly(api, fields)
    codes.push(String(headers['location']).split('/').at(-1)!)
  }
  return codes
}

function tryCard(through: Api, code: string, remoteAddress: string, card: object) {
  return through.send({
    method: 'POST',
    url: `/checkout/${code}/card`,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(card),
  })
}

/** How many charges have reached the rail since. */
function countCharges({ rails }: TestContext): () => number {
  const { card } = rails.test
  const { charge } = card
  let count = 0
  card.charge = (request) => {
    count += 1
    return charge(request)
  }
  return () => count
}

function notified(type: string) {
  return until(`${type} is sent`, async () =>
    (await eventsOf(context, business)).some((event) => event.type === type),
  )
}

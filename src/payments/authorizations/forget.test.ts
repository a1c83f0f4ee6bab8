import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { EMAIL, useKeptCards } from '../../../test/kept-cards.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { erase } from '../../operator/subjects/subjects.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import type { CardRail, Forgotten } from '../../providers/rails.ts'
import type { Authorization } from './authorizations.sql.ts'
import { forgetCards } from './forget.ts'

// The provider is asked to forget cards that are removed.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let answers: (Forgotten | Error)[]
let asked: string[]
let restore: () => void
beforeEach(async () => {
  business = await givenBusiness(context)
  const { card } = context.rails.test
  const { forgetToken } = card
  restore = () => Object.assign(card, { forgetToken })
  answers = []
  asked = []
  card.forgetToken = async (request) => {
    asked.push(request.token)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? forgetToken(request)
  }
})
afterEach(() => restore())
const { credentials, givenCode, charge } = useKeptCards(context, api, () => business)

test('a removed card is forgotten by its provider at once, and its token is dropped', async () => {
  const code = await givenCode()

  const { status } = await remove(code)

  assert.equal(status, 200)
  assert.equal(asked.length, 1)
  assert.deepEqual(await left(), [[false, null]])
  assert.equal(await forgetCards(context), 0)
})

for (const answer of [
  { kind: 'unavailable' },
  { kind: 'unknown' },
  new Error('a fault in the adapter'),
] as const) {
  const what = answer instanceof Error ? 'a fault' : answer.kind
  test(`after ${what}, the provider is asked again, until it has forgotten the card`, async () => {
    const code = await givenCode()
    answers.push(answer, answer)

    const { status } = await remove(code)
    const { code: refused } = await charge({ authorization_code: code })
    await forgetCards(context)
    const early = asked.length
    context.advance(1 * MINUTE)
    await forgetCards(context)
    context.advance(1 * HOUR)
    await untilDone(context, forgetCards)

    assert.deepEqual([status, refused, early, asked.length], [200, 'authorization_not_found', 1, 3])
    assert.equal(new Set(asked).size, 1)
    assert.deepEqual(await left(), [[false, null]])
  })
}

test('a card that the provider has forgotten before is done', async () => {
  const code = await givenCode()
  answers.push({ kind: 'not_found' })

  await remove(code)

  assert.deepEqual(await left(), [[false, null]])
})

test('a crash before the provider is asked leaves a card that the job takes up after a minute', async () => {
  const code = await givenCode()
  answers.push({ kind: 'unknown' })
  await remove(code)
  await context.sql`
    update payer_authorization set forget_at = ${new Date(context.now().getTime() + MINUTE)}
    where business_id = ${business.businessId} and mode = 'test'
  `

  context.advance(1 * MINUTE)

  assert.equal(await forgetCards(context), 1)
  assert.deepEqual(await left(), [[false, null]])
})

test('two jobs at once ask once', async () => {
  const code = await givenCode()
  answers.push({ kind: 'unknown' })
  await remove(code)
  context.advance(1 * HOUR)

  await Promise.all([forgetCards(context), forgetCards(context)])

  assert.equal(asked.length, 2)
})

test('a provider without such a call is not asked, and one that is missing is waited for', async () => {
  const code = await givenCode()
  const card: CardRail = context.rails.test.card
  answers.push({ kind: 'unknown' })
  await remove(code)
  await setRail('gone')
  context.advance(1 * HOUR)
  await forgetCards(context)
  assert.equal((await left())[0]![0], true)

  await setRail('sandbox')
  delete card.forgetToken
  context.advance(1 * HOUR)
  await forgetCards(context)

  assert.equal(asked.length, 1)
  assert.deepEqual(await left(), [[false, null]])
})

test('after thirty days without an answer the token is dropped, and the log says so', async () => {
  const code = await givenCode()
  answers.push({ kind: 'unknown' }, { kind: 'unknown' })
  await remove(code)

  context.advance(30 * DAY)
  const { log } = context
  const told: string[] = []
  context.log = { ...log, error: (_, message) => void told.push(message) }
  await forgetCards(context)
  context.log = log

  assert.deepEqual(await left(), [[false, null]])
  assert.deepEqual(told, ['a provider did not forget a kept card'])
})

test('a customer who is erased is forgotten by the provider too; until then only the token is left', async () => {
  await givenCode()
  const code = await givenCode('kept_no_funds')
  await remove(code)
  answers.push({ kind: 'unknown' })

  const erased = await erase(context, { ...business, mode: 'test' }, EMAIL, 'an operator')
  const rows = await rowsOf()
  await forgetCards(context)
  context.advance(1 * HOUR)
  await untilDone(context, forgetCards)

  assert.equal(erased.kind, 'erased')
  assert.deepEqual(
    rows.map(({ email, details, consent, consentAddress }) => [
      email,
      details,
      consent,
      consentAddress,
    ]),
    [['', '{}', '', null]],
  )
  assert.equal(asked.length, 3)
  assert.deepEqual(await rowsOf(), [])
})

function remove(code: string) {
  return api.delete(`/api/v1/customers/${EMAIL}/authorizations/${code}`, credentials())
}

function rowsOf() {
  return context.sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${business.businessId} and mode = 'test'
  `
}

/** Of each card: whether its token is there, and when it is to be forgotten. */
async function left() {
  return (await rowsOf()).map(({ token, forgetAt }) => [token !== null, forgetAt])
}

async function setRail(rail: string): Promise<void> {
  await context.sql`
    update payer_authorization set rail = ${rail}
    where business_id = ${business.businessId} and mode = 'test'
  `
}

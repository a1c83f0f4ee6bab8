import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { type Breakable, breakable } from '../../../test/faults.ts'
import { EMAIL, useKeptCards } from '../../../test/kept-cards.ts'
import { eventsOf } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { erase } from '../../operator/subjects/subjects.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import type { Authorization } from './authorizations.sql.ts'
import { keepCard } from './authorizations.ts'
import { tellExpiring } from './expiring.ts'

// Businesses are told of kept cards that expire.

const context = useContext()
const api = useApi(context)

let broken: Breakable
before(async () => {
  await context.opened
  broken = breakable(context)
})
let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
const { credentials, givenCode } = useKeptCards(context, api, () => business)

test('a business is told once of a card in its last month, with the card', async () => {
  const code = await givenCard(monthIn(0))

  await untilDone(context, tellExpiring)
  context.advance(1 * MINUTE)
  await untilDone(context, tellExpiring)

  const [only, ...more] = await told()
  const { authorization_code, exp_month, exp_year, active, domain } = only!
  assert.equal(more.length, 0)
  assert.deepEqual([authorization_code, active, domain], [code, true, 'test'])
  assert.equal(`${exp_year}-${exp_month}`, monthIn(0))
})

test('it is told from midnight in Lagos of the first day of the month, and no earlier', async () => {
  const code = await givenCard(monthIn(1))
  const midnight = startOf(`${monthIn(1)}-01`)

  context.advance(midnight.getTime() - 1 * MINUTE - context.now().getTime())
  await untilDone(context, tellExpiring)
  const early = await toldCodes()
  context.advance(1 * MINUTE)
  await untilDone(context, tellExpiring)

  assert.equal(midnight.toISOString().slice(11), '23:00:00.000Z')
  assert.deepEqual([early, await toldCodes()], [[], [code]])
})

test('on the last evening of its month a card is told, and an expired one is not', async () => {
  const code = await givenCard(monthIn(0))
  const end = startOf(`${monthIn(1)}-01`)
  context.advance(end.getTime() - 1 * MINUTE - context.now().getTime())
  await untilDone(context, tellExpiring)
  const inTime = await toldCodes()
  business = await givenBusiness(context)
  await givenCard(monthIn(0))

  context.advance(1 * MINUTE)
  await untilDone(context, tellExpiring)

  assert.deepEqual([inTime, await toldCodes()], [[code], []])
})

test('a card whose provider writes 3 of 31 is told in 2031-03; one of an unknown month never is', async () => {
  const [year, month] = monthIn(0).split('-')
  const short = await givenCode()
  await setExpiry(short, year!.slice(2), String(Number(month)))
  const unknown = await givenCode('kept_no_funds')
  await setExpiry(unknown, '', '')

  await untilDone(context, tellExpiring)

  assert.deepEqual(await toldCodes(), [short])
})

test('a removed card is not told, nor one of a customer who is erased', async () => {
  const code = await givenCard(monthIn(0))
  await api.delete(`/api/v1/customers/${EMAIL}/authorizations/${code}`, credentials())
  await untilDone(context, tellExpiring)
  const removed = await toldCodes()
  await givenCard(monthIn(0))
  const { kind } = await erase(context, { ...business, mode: 'test' }, EMAIL, 'an operator')

  await untilDone(context, tellExpiring)

  assert.deepEqual([removed, kind, await toldCodes()], [[], 'erased', []])
})

test('two workers at once, and a clock that is set back and forth, tell once', async () => {
  const code = await givenCard(monthIn(0))

  await Promise.all([tellExpiring(context), tellExpiring(context), tellExpiring(context)])
  context.setClock(-40 * DAY)
  await untilDone(context, tellExpiring)
  context.setClock(40 * DAY)
  await untilDone(context, tellExpiring)

  assert.deepEqual(await toldCodes(), [code])
})

test('a worker that is killed anywhere tells nothing, or once; the next one tells the rest', async () => {
  await givenCard(monthIn(0))
  broken.arm(null)
  await tellExpiring(broken.context)
  const points = broken.disarm()
  assert(points.length >= 4, points.join('\n'))

  for (const [i, name] of points.entries()) {
    for (const when of ['before', 'after'] as const) {
      business = await givenBusiness(context)
      const code = await givenCard(monthIn(0))
      broken.arm({ point: i + 1, when, does: 'dies' })
      await tellExpiring(broken.context).catch(() => null)
      broken.disarm()
      await untilDone(context, tellExpiring)
      assert.deepEqual(await toldCodes(), [code], `${when} ${name}`)
    }
  }
})

test('more cards than a batch has are all told, each once', async () => {
  const code = await givenCard(monthIn(0))
  await context.sql`
    insert into payer_authorization
    select (json_populate_record(a, json_build_object(
      'authorization_id', gen_random_uuid(), 'signature', 'card ' || n
    ))).*
    from payer_authorization a, generate_series(1, 120) n
    where business_id = ${business.businessId} and mode = 'test'
  `

  await Promise.all([tellExpiring(context), tellExpiring(context)])
  await untilDone(context, tellExpiring)

  const codes = await toldCodes()
  assert.deepEqual([codes.length, new Set(codes).size, codes.includes(code)], [121, 121, true])
})

test('a card of test mode and the same one of live mode are told apart', async () => {
  const code = await givenCard(monthIn(0))
  await untilDone(context, tellExpiring)

  await context.sql`
    insert into payer_authorization
    select (json_populate_record(a, '{"mode": "live", "expiry_told_at": null}')).*
    from payer_authorization a where business_id = ${business.businessId} and mode = 'test'
  `
  await untilDone(context, tellExpiring)

  const all = await told()
  assert.deepEqual(
    all.map(({ authorization_code, domain }) => [authorization_code, domain]),
    [
      [code, 'test'],
      [code, 'live'],
    ],
  )
  const modes = await context.sql<{ mode: string }[]>`
    select mode from event
    where business_id = ${business.businessId} and type = 'authorization.expiring'
    order by event_id
  `
  assert.deepEqual(
    modes.map(({ mode }) => mode),
    ['test', 'live'],
  )
})

test('a card that is kept again is told again only if it now expires later', async () => {
  const code = await givenCard(monthIn(0))
  await untilDone(context, tellExpiring)
  const before = await rowOf(code)
  const keepAgain = (row: Authorization) => {
    const { signature, consent: words, customerId, businessId, mode, email, rail, details } = row
    const given = { signature, secret: 'sandbox' }
    const consent = { words, at: row.consentedAt.toISOString(), address: null }
    const kept = { businessId, mode, customerId, email, rail, details }
    return keepCard(context, { ...kept, given, consent })
  }

  await keepAgain(before)
  await untilDone(context, tellExpiring)
  const same = await toldCodes()
  await setExpiry(code, '2099', '12')
  const renewed = await rowOf(code)
  await keepAgain({ ...renewed, details: before.details })
  await untilDone(context, tellExpiring)

  assert.deepEqual([same, await toldCodes()], [[code], [code, code]])
})

test('the job reads an index of cards that were not told', async () => {
  await context.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    const rows = await sql<{ 'QUERY PLAN': string }[]>`
      explain select 1 from payer_authorization
      where lpad(substring(details from '"exp_year": ?"([0-9]{2,4})"'), 4, '20') || '-'
          || lpad(substring(details from '"exp_month": ?"([0-9]{1,2})"'), 2, '0') = ${monthIn(0)}
        and expiry_told_at is null and state = 'active' and channel = 'card'
    `
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    assert.match(plan, /payer_authorization_to_expire/)
    assert.doesNotMatch(plan, /Filter/)
  })
})

/** `2026-11`, so many months after this one in Lagos. */
function monthIn(months: number): string {
  const first = `${dayOf(context.now()).slice(0, 7)}-01`
  return months === 0 ? first.slice(0, 7) : addDays(first, 31 * months).slice(0, 7)
}

/** The code of a card that expires with this month. */
async function givenCard(lastMonth: string): Promise<string> {
  const code = await givenCode()
  const [year, month] = lastMonth.split('-')
  await setExpiry(code, year!, month!)
  return code
}

async function rowOf(code: string): Promise<Authorization> {
  const [row] = await context.sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${business.businessId} and mode = 'test'
      and authorization_id = ${parsePublicId('authorization', code)}
  `
  return row!
}

async function setExpiry(code: string, year: string, month: string): Promise<void> {
  const { details } = await rowOf(code)
  const changed = JSON.stringify({ ...JSON.parse(details), exp_year: year, exp_month: month })
  await context.sql`
    update payer_authorization set details = ${changed}
    where business_id = ${business.businessId} and mode = 'test'
      and authorization_id = ${parsePublicId('authorization', code)}
  `
}

async function told() {
  const events = await eventsOf(context, business)
  return events.filter(({ type }) => type === 'authorization.expiring').map(({ data }) => data)
}

async function toldCodes(): Promise<string[]> {
  return (await told()).map(({ authorization_code }) => authorization_code)
}

import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { CallTable } from '../src/core/calls.sql.ts'
import { verifications } from '../src/identity/conclude.ts'
import { CALLS } from '../src/operator/operation/calls.ts'
import { charges } from '../src/payments/checkout/enquiries.ts'
import { DAY, HOUR, MINUTE } from '../src/platform/clock.ts'
import { PAGE_MS_MAX } from '../src/platform/provider-settings.ts'
import { givenPayment, useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import { type Heard, hearing } from './heard.ts'
import { pay } from './payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import { begin as beginVerification } from './verifications.ts'

// Calls that a person waits for and that are never sent a second time, because what the person
// typed is kept nowhere: the charge of a card, the code for an identity.

const context = useContext()
const api = useApi(context)
const CALLED = /^(charge|enquire|sendCode)$/

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  // A call that this test has left open is not for the jobs of the next one.
  for (const { call } of [{ call: charges }, { call: verifications }]) {
    const { table, columns } = call.table
    const never = { [columns.due]: new Date('2100-01-01') }
    await context.sql`
      update ${context.sql(table)} set ${context.sql(never)}
      where ${context.sql(columns.due)} is not null
    `
  }
})

type Kind = {
  call: {
    table: CallTable
    runDue(process: Heard): Promise<number>
    advance(process: Heard, row: never): Promise<void>
    enquireAbout(process: Heard, mode: 'test', rail: string, key: string): Promise<void>
  }
  ask: string
  enquire: string
  begin: (process: Heard) => Promise<unknown>
  done: object
  ended: string
  /** The provider has never heard of it. */
  unheard: string
  /** Nobody can say any more, after so long. */
  never: string
  neverKnownMs: number
}

const AUTHORIZATION = {
  ...{ bin: '408408', last4: '4081', expMonth: '09', expYear: '2030', brand: 'visa' },
  ...{ cardType: 'visa debit', bank: 'TEST BANK', countryCode: 'NG', reusable: true },
}

const KINDS: Record<string, Kind> = {
  charge: {
    call: charges,
    ask: 'card.charge',
    enquire: 'card.enquire',
    async begin(process) {
      const { access_code } = await givenPayment(api, business)
      const { rails } = context
      context.rails = process.rails
      await pay(api, access_code, 'success')
      context.rails = rails
    },
    done: { kind: 'approved', authorization: AUTHORIZATION },
    ended: 'approved',
    unheard: 'unavailable',
    never: 'declined',
    neverKnownMs: PAGE_MS_MAX + 1 * DAY,
  },
  'code of an identity': {
    call: verifications,
    ask: 'identity.sendCode',
    enquire: 'identity.enquire',
    begin: (process) => assert.rejects(beginVerification(process, business), /has not responded/),
    done: { kind: 'sent', session: 'registry-1' },
    ended: 'Pending',
    unheard: 'FAILED',
    never: 'FAILED',
    neverKnownMs: 1 * DAY,
  },
}

const NOT_FOUND = { kind: 'not_found' }
const UNKNOWN = { kind: 'unknown' }

for (const [name, { call, ask, enquire, begin, done, ...kind }] of Object.entries(KINDS)) {
  const { table, id } = call.table

  const row = async () => {
    const [found] = await context.sql<{ state: string; rail: string }[]>`
      select * from ${context.sql(table)} where business_id = ${business.businessId}
    `
    return found as Record<string, string> & { state: string; rail: string }
  }
  const given = async () => {
    const process = hearing(context, CALLED)
    process.says[ask] = [UNKNOWN]
    await begin(process)
    assert.deepEqual(heardOf(process), [ask])
    process.advance(10 * MINUTE)
    return process
  }

  test(`a ${name} whose answer is lost is enquired about, and not asked again`, async () => {
    const process = await given()
    process.says[enquire] = [UNKNOWN, done]

    assert.equal(await call.runDue(process), 1)
    process.advance(1 * HOUR)
    assert.equal(await call.runDue(process), 1)
    process.advance(1 * HOUR)

    assert.deepEqual(heardOf(process), [enquire, enquire])
    assert.equal((await row()).state, kind.ended)
  })

  test(`a ${name} that the provider has never heard of ends, and is not asked again`, async () => {
    const process = await given()
    process.says[enquire] = [NOT_FOUND]

    assert.equal(await call.runDue(process), 1)

    assert.deepEqual(heardOf(process), [enquire])
    assert.equal((await row()).state, kind.unheard)
    assert.equal(await call.runDue(process), 0)
  })

  test(`a ${name} that may still be on its way does not end as never heard of`, async () => {
    const process = hearing(context, CALLED)
    process.says[ask] = [UNKNOWN]
    process.says[enquire] = [NOT_FOUND, done]
    await begin(process)

    process.advance(1 * MINUTE)
    assert.equal(await call.runDue(process), 1)
    process.advance(10 * MINUTE)
    assert.equal(await call.runDue(process), 1)

    assert.equal((await row()).state, kind.ended)
  })

  test(`a ${name} that nobody can tell of any more ends, and not an hour before`, async () => {
    const process = await given()
    process.says[enquire] = [UNKNOWN, UNKNOWN]

    process.advance(kind.neverKnownMs - 1 * HOUR)
    assert.equal(await call.runDue(process), 1)
    const { state } = await row()
    process.advance(2 * HOUR)
    assert.equal(await call.runDue(process), 1)

    assert.notEqual(state, kind.never)
    assert.equal((await row()).state, kind.never)
  })

  test(`two workers that read one ${name} end it once`, async () => {
    const process = await given()
    const other = hearing(context, CALLED)
    other.advance(process.now().getTime() - other.now().getTime())
    const reading = (await row()) as never
    const answers = [process, other].map((one) => {
      const answer = Promise.withResolvers<object>()
      one.says[enquire] = [answer.promise]
      return answer
    })

    const advanced = [process, other].map((one) => call.advance(one, reading))
    for (const { resolve } of answers) resolve(done)
    await Promise.all(advanced)

    assert.equal((await row()).state, kind.ended)
    assert.deepEqual(heardOf(process).concat(heardOf(other)), [enquire, enquire])
  })

  test(`a ${name} is enquired about at once where the provider has news of it`, async () => {
    const process = hearing(context, CALLED)
    process.says[ask] = [UNKNOWN]
    await begin(process)
    process.says[enquire] = [done]
    const { rail, [id]: key } = await row()

    await call.enquireAbout(process, 'test', rail, key!)
    assert.equal(await call.runDue(process), 1)

    assert.equal((await row()).state, kind.ended)
  })

  test(`a ${name} waits for a provider that is taken out, and goes on when it is listed`, async () => {
    const process = await given()
    const sandbox = process.rails.test
    process.says[enquire] = [done]
    process.rails = { test: process.rail('other'), live: [] }

    assert.equal(await call.runDue(process), 0)
    const listed = CALLS.find((one) => one.call.table === call.table)
    const waiting = await Promise.all(
      call.table.needs.map((need) => listed!.call.waitingOf(process, need, 9)),
    )
    assert.deepEqual(
      waiting.flat().map(({ rail, count }) => [rail, count]),
      [['sandbox', 1]],
    )
    process.rails.former = [{ ...sandbox, mode: 'test' }]
    assert.equal(await call.runDue(process), 1)

    assert.deepEqual(heardOf(process), [enquire])
    assert.equal((await row()).state, kind.ended)
  })
}

/** The calls since this was last asked, without their arguments. */
function heardOf(process: Heard): string[] {
  return process.heard().map(([call]) => call)
}

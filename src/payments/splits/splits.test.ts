import assert from 'node:assert/strict'
import { afterEach, type TestContext as Case, test } from 'node:test'
import { type Answer, type Api, givenPayment, openApi, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { countRows } from '../../../test/calls.ts'
import { pay, verifyPayment } from '../../../test/payments.ts'
import {
  changeSplit,
  givenSplit,
  givenSubaccounts,
  type ShareBody,
  type SplitBody,
  sharedIn,
  splitOf,
  subaccountIdOf,
} from '../../../test/splits.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'

// Splits that many change at once, and while payments are initialized with them.

const ADDED = 49
const PAYMENTS = 200
const ASKING = 8
const ROUNDS = 20
const SENT = 20

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

async function givenProcess(t: Case): Promise<Api> {
  const process = contextOn(context.database)
  const opened = await openApi(process)
  t.after(async () => {
    await opened.app.close()
    await disconnect(process)
  })
  return opened
}

/** Retries while the service is busy. */
function untilTaken(ask: () => Promise<Answer>): Promise<Answer> {
  return until('the service is not busy', async () => {
    const answer = await ask()
    if (answer.status < 500 && answer.status !== 409) return answer
    assert(['overloaded', 'idempotency_key_in_use'].includes(answer.body.code), answer.text)
    return null
  })
}

function shareWith(through: Api, { keys }: GivenBusiness, code: string, body: ShareBody) {
  const path = `/api/v1/splits/${code}/subaccounts`
  return untilTaken(() => through.post(path, { key: keys.secretKey, body }))
}

test('of fifty subaccounts added to one split at once, none is lost', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t)]
  const codes = await givenSubaccounts(api, business, ADDED + 1)
  const shares = codes.map((subaccount, i) => ({ subaccount_id: subaccount, share: (i + 1) / 100 }))
  const [first, ...others] = shares as [ShareBody, ...ShareBody[]]
  const code = await givenSplit(api, business, [first])

  const answers = await Promise.all(
    others.map((share, i) => shareWith(processes[i % 2]!, business, code, share)),
  )

  for (const { status, text } of answers) assert.equal(status, 200, text)
  assert.deepEqual((await splitOf(api, business, code)).subaccounts, shares)
})

test('of fifty subaccounts removed from one split at once, all but the last are removed', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t)]
  const codes = await givenSubaccounts(api, business, ADDED + 1)
  const shares = codes.map((subaccount) => ({ subaccount_id: subaccount, share: 1 }))
  const code = await givenSplit(api, business, shares)

  const answers = await Promise.all(
    codes.map((subaccount, i) =>
      untilTaken(() =>
        processes[i % 2]!.delete(`/api/v1/splits/${code}/subaccounts/${subaccount}`, {
          key: business.keys.secretKey,
        }),
      ),
    ),
  )

  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ body }) => body.code),
    ['invalid_split'],
  )
  assert.equal((await splitOf(api, business, code)).subaccounts.length, 1)
})

/** Two versions of a split that have nothing in common, so that mixing them would show. */
async function givenVersions(business: GivenBusiness) {
  const codes = await givenSubaccounts(api, business, 4)
  const [a, b, c, d] = codes as [string, string, string, string]
  const version = (name: string, bearer: string, shares: [string, number][]) => ({
    name,
    bearer_type: 'subaccount' as const,
    bearer_subaccount_id: bearer,
    subaccounts: shares.map(([subaccount, share]) => ({ subaccount_id: subaccount, share })),
  })
  const versions = [
    version('Mornings', a, [
      [a, 60],
      [b, 40],
    ]),
    version('Evenings', d, [
      [c, 25],
      [d, 50],
    ]),
  ] as const
  const code = await givenSplit(api, business, [], versions[0])
  return { code, versions }
}

function termsIn({ name, bearer_type, bearer_subaccount_id, subaccounts }: Partial<SplitBody>) {
  return { name, bearer_type, bearer_subaccount_id, subaccounts }
}

test('each payment that starts while its split changes has one whole version of it', async (t) => {
  const business = await givenBusiness(context)
  const other = await givenProcess(t)
  const { code, versions } = await givenVersions(business)
  const payments: { reference: string; access_code: string }[] = []
  const ask = async () => {
    while (payments.length < PAYMENTS) {
      payments.push(await givenPayment(api, business, { split_code: code }))
    }
  }
  payments.push(await givenPayment(api, business, { split_code: code }))
  const asking = Promise.all(Array.from({ length: ASKING }, ask))
  for (let i = 1; payments.length < PAYMENTS; i++) {
    await changeSplit(other, business, code, versions[i % 2]!)
  }
  await asking
  // A fast machine may have initialized all of them with the first version.
  await changeSplit(other, business, code, versions[1])
  payments.push(await givenPayment(api, business, { split_code: code }))

  const names = new Set<string>()
  for (const [i, { reference, access_code }] of payments.entries()) {
    const { split } = await verifyPayment(api, business, reference)
    const kept = termsIn({ ...split, subaccounts: split.formula.subaccounts })
    const version = versions.find(({ name }) => name === split.name)
    assert.deepEqual(kept, version)
    names.add(split.name)
    if (i % 10 > 0) continue
    await pay(api, access_code, 'success')
    const paid = await verifyPayment(api, business, reference)
    assert.deepEqual({ ...paid.split, shares: null }, split, 'as it was asked for')
    await sharedIn(context, business, paid)
  }
  assert.equal(names.size, 2, 'both versions were met')
})

test('a payment freezes a changing split as it was before or after the change, never a mix', async () => {
  const business = await givenBusiness(context)
  const { code, versions } = await givenVersions(business)
  const id = (subaccount: string) => subaccountIdOf(subaccount)
  const [, { name, bearer_subaccount_id, subaccounts }] = versions

  const asked = await asOwner(context, (owner) =>
    owner.begin(async (sql) => {
      await sql`lock table split_share in access exclusive mode`
      const asking = givenPayment(api, business, { split_code: code })
      await until('its shares are waited for', async () => {
        const [waiting] = await context.sql`
          select from pg_locks where relation = 'split_share'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())
        `
        return waiting !== undefined
      })
      await sql`
        update split set name = ${name}, bearer_subaccount_id = ${id(bearer_subaccount_id)}
        where business_id = ${business.businessId}
      `
      await sql`delete from split_share where business_id = ${business.businessId}`
      for (const { subaccount_id: subaccount, share } of subaccounts) {
        await sql`
          insert into split_share (business_id, mode, split_id, subaccount_id, share)
          select business_id, mode, split_id, ${id(subaccount)}, ${share * 100} from split
          where business_id = ${business.businessId}
        `
      }
      return { asking }
    }),
  )

  const { split } = await verifyPayment(api, business, (await asked.asking).reference)
  const kept = termsIn({ ...split, subaccounts: split.formula.subaccounts })
  assert.deepEqual(
    kept,
    versions.find((version) => version.name === split.name),
  )
})

test('of two changes at once, one is stored whole, never a part of each', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t)]
  const { code, versions } = await givenVersions(business)
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      versions.map((version, i) => changeSplit(processes[i]!, business, code, version)),
    )

    for (const [i, { status, body }] of answers.entries()) {
      assert.equal(status, 200)
      // The second may have read the other's change before it answered.
      assert(
        versions.some((version) => isSame(termsIn(body.data), version)),
        `${round} ${i}`,
      )
    }
    const kept = termsIn(await splitOf(api, business, code))
    assert(
      versions.some((version) => isSame(kept, version)),
      JSON.stringify(kept),
    )
  }
})

test('changes of different fields at once are both stored', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t)]
  const { code, versions } = await givenVersions(business)
  for (let round = 0; round < ROUNDS; round++) {
    const name = `Name ${round}`
    const active = round % 2 === 0
    const changes = [{ name }, { active }]
    await Promise.all(
      changes.map((change, i) => changeSplit(processes[i]!, business, code, change)),
    )

    const kept = await splitOf(api, business, code)
    assert.deepEqual([kept.name, kept.active], [name, active])
    assert.deepEqual(kept.subaccounts, versions[0].subaccounts)
  }
})

test('one Idempotency-Key sent twenty times at once makes one subaccount, and one split', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t)]
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const split = { name: 'Two cooks', type: 'flat', bearer_type: 'all' }
  for (const [path, body] of [
    ['/subaccounts', { business_name: 'Ada', bank_code: '058', account_number: '0000000018' }],
    ['/splits', { ...split, subaccounts: [{ subaccount_id: subaccount, share: 5 }] }],
  ] as const) {
    const key = business.keys.secretKey
    const count = async () => (await api.get(`/api/v1${path}`, { key })).body.meta.total
    const before = await count()
    const headers = { 'idempotency-key': `once ${path}` }

    const answers = await Promise.all(
      Array.from({ length: SENT }, (_, i) =>
        untilTaken(() => processes[i % 2]!.post(`/api/v1${path}`, { key, headers, body })),
      ),
    )

    for (const { status, text } of answers)
      assert.deepEqual([status, text], [201, answers[0]!.text])
    assert.equal(await count(), before + 1)
  }
})

test('a retry after a crash finds what the first attempt created', async () => {
  const business = await givenBusiness(context)
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const split = { name: 'Two cooks', type: 'flat', bearer_type: 'all' }
  for (const [path, body] of [
    ['/subaccounts', { business_name: 'Ada', bank_code: '058', account_number: '0000000018' }],
    ['/splits', { ...split, subaccounts: [{ subaccount_id: subaccount, share: 5 }] }],
  ] as const) {
    const call = { key: business.keys.secretKey, headers: { 'idempotency-key': path }, body }
    const first = await api.post(`/api/v1${path}`, call)
    const rows = await countRows(context)
    // As after a crash before the response.
    await context.sql`
      update idempotency_key
      set status = null, body = null, content_type = null, lease_until = ${context.now()}
      where business_id = ${business.businessId} and mode = 'test'
    `
    context.advance(1_000)

    const again = await api.post(`/api/v1${path}`, call)

    assert.equal(again.status, 201, again.text)
    assert.equal(again.headers['idempotent-replayed'], undefined, 'it was executed again')
    assert.deepEqual(again.body.data, first.body.data)
    assert.deepEqual(await countRows(context), rows)
  }
})

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

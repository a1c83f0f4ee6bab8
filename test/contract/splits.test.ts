import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { type Answer, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { contentsOf } from '../calls.ts'
import {
  changeSplit,
  changeSubaccount,
  givenSplit,
  givenSubaccount,
  givenSubaccounts,
  postSplit,
  postSubaccount,
  splitOf,
  subaccountOf,
} from '../splits.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// The contract, part "Splits": subaccounts and split codes as resources. What becomes of payments
// is in split-payments.test.ts.

const context = useContext()
const api = useApi(context)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ACCOUNT = { business_name: 'Ada Example Foods', bank_code: '058' }

let business: GivenBusiness
let live: Pick<GivenBusiness, 'keys'>
let other: GivenBusiness
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
})
beforeEach(async () => {
  business = await givenBusiness(context)
  other = await givenBusiness(context, 'Other Store')
  live = { keys: await givenLive(context, business.businessId) }
})
afterEach(() => assertBooksTie(context))

const get = (path: string, by: Pick<GivenBusiness, 'keys'> = business) =>
  api.get(`/api/v1${path}`, { key: by.keys.secretKey })
const add = (code: string, body: object) =>
  api.post(`/api/v1/splits/${code}/subaccounts`, { key: business.keys.secretKey, body })
const takeOut = (code: string, subaccount: string) =>
  api.delete(`/api/v1/splits/${code}/subaccounts/${subaccount}`, { key: business.keys.secretKey })

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

function fieldsOf({ body }: Answer): string[] {
  return (body.errors ?? []).map(({ field }: { field: string }) => field)
}

test('"POST /subaccounts {business_name, bank_code, account_number, …} → subaccount_code: ACCT_…"', async () => {
  const body = { ...ACCOUNT, account_number: '0123456789' }
  const more = {
    percentage_charge: 12.5,
    primary_contact_email: 'ada@example.com',
    metadata: { since: 2026, z: 1, a: [1] },
  }
  const resolved = await api.post('/api/v1/accounts/resolve', {
    key: business.keys.secretKey,
    body: { bank_code: '058', account_number: '0123456789' },
  })

  const { status, body: answer } = await postSubaccount(api, business, { ...body, ...more })

  assert.deepEqual([status, answer.status], [201, 'success'])
  const { id, subaccount_code, created_at, updated_at, bank, ...rest } = answer.data
  assert.match(id, /^sub_[0-9a-f]{32}$/)
  assert.match(subaccount_code, /^ACCT_[A-Za-z0-9_-]{22}$/)
  for (const at of [created_at, updated_at]) assert.match(at, ISO)
  assert.equal(bank.code, '058')
  assert.match(bank.name, /Guaranty/)
  assert.deepEqual(rest, {
    domain: 'test',
    business_name: 'Ada Example Foods',
    account_number: '0123456789',
    account_name: resolved.body.data.account_name,
    ...more,
    active: true,
    payouts_stopped: false,
    currency: 'NGN',
    available: 0,
    pending: 0,
  })
  assert.deepEqual(await subaccountOf(api, business, subaccount_code), answer.data)
})

test('"(account resolved first)": one that no bank knows, or that cannot be asked for, makes nothing', async () => {
  const rows = await contentsOf(context)
  for (const [body, expected] of [
    [{ account_number: '0000000000' }, [422, 'account_not_resolved']],
    [{ bank_code: '999' }, [422, 'unknown_bank']],
    [{ account_number: '1111111111' }, [503, 'rail_unavailable']],
  ] as const) {
    assert.deepEqual(said(await postSubaccount(api, business, body)), expected)
  }
  assert.deepEqual(await contentsOf(context), rows)
})

test('a subaccount is changed field by field, and another bank account is resolved anew', async () => {
  const code = await givenSubaccount(api, business, { primary_contact_email: 'ada@example.com' })
  const before = await subaccountOf(api, business, code)

  const renamed = await changeSubaccount(api, business, code, { business_name: 'Ngozi Sample' })
  const moved = await changeSubaccount(api, business, code, { account_number: '0000000018' })
  const off = await changeSubaccount(api, business, code, { active: false })

  const { updated_at, ...same } = before
  const expected = { ...same, business_name: 'Ngozi Sample' }
  assert.deepEqual({ ...renamed.body.data, updated_at }, { ...expected, updated_at })
  const { account_name } = moved.body.data
  assert.notEqual(account_name, before.account_name)
  const elsewhere = { ...expected, account_number: '0000000018', account_name }
  assert.deepEqual({ ...moved.body.data, updated_at }, { ...elsewhere, updated_at })
  assert.equal(off.body.data.active, false)

  const refused = await changeSubaccount(api, business, code, { account_number: '0000000000' })
  assert.deepEqual(said(refused), [422, 'account_not_resolved'])
  assert.deepEqual(await subaccountOf(api, business, code), off.body.data, 'nothing was changed')
})

test('"POST /splits {name, type, subaccounts: [{subaccount_id, share}], bearer_type, …} → split_code: SPL_…"', async () => {
  const [first, second] = (await givenSubaccounts(api, business, 2)) as [string, string]
  const bearers = [
    { bearer_type: 'account' },
    { bearer_type: 'subaccount', bearer_subaccount_id: second },
    { bearer_type: 'all' },
    { bearer_type: 'all-proportional' },
  ]
  for (const bearer of bearers) {
    for (const [type, shares] of [
      ['percentage', [12.5, 0.01]],
      ['flat', [50_000, 1]],
    ] as const) {
      const subaccounts = [
        { subaccount_id: first, share: shares[0] },
        { subaccount_id: second, share: shares[1] },
      ]
      const sent = { name: 'Two cooks', type, subaccounts, ...bearer }

      const { status, body } = await postSplit(api, business, sent)

      assert.equal(status, 201)
      const { id, split_code, created_at, updated_at, ...rest } = body.data
      assert.match(id, /^spl_[0-9a-f]{32}$/)
      assert.match(split_code, /^SPL_[A-Za-z0-9_-]{22}$/)
      for (const at of [created_at, updated_at]) assert.match(at, ISO)
      const decided = { domain: 'test', active: true, currency: 'NGN', bearer_subaccount_id: null }
      assert.deepEqual(rest, { ...decided, metadata: null, ...sent })
      assert.deepEqual(await splitOf(api, business, split_code), body.data)
    }
  }
})

test('"GET, list": newest first, in pages, walked by a cursor, of one’s own mode alone', async () => {
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const shares = [{ subaccount_id: subaccount, share: 5 }]
  const splits: string[] = []
  for (let i = 0; i < 5; i++) splits.unshift(await givenSplit(api, business, shares))
  const accounts = [...(await givenSubaccounts(api, business, 4)).reverse(), subaccount]
  for (const stranger of [other, live]) {
    const [theirs = ''] = await givenSubaccounts(api, stranger, 1)
    await givenSplit(api, stranger, [{ subaccount_id: theirs, share: 5 }])
  }

  for (const [path, name, newest] of [
    ['/splits', 'split_code', splits],
    ['/subaccounts', 'id', accounts],
  ] as const) {
    const codesIn = ({ body }: Answer) => body.data.map((one: Record<string, string>) => one[name])
    const first = await get(`${path}?perPage=2`)
    const { next, ...meta } = first.body.meta
    assert.deepEqual(meta, { total: 5, total_capped: false, page: 1, perPage: 2, pageCount: 3 })
    assert.deepEqual(codesIn(await get(`${path}?perPage=2&page=3`)), newest.slice(4))
    const walked = codesIn(first)
    for (let cursor = next; cursor !== null; ) {
      const page = await get(`${path}?perPage=2&cursor=${cursor}`)
      walked.push(...codesIn(page))
      cursor = page.body.meta.next
    }
    assert.deepEqual(walked, newest)
    const [record] = (await get(path)).body.data
    assert.deepEqual((await get(`${path}/${newest[0]}`)).body.data, record)
  }
})

test('"PUT": what is named changes, and nothing else', async () => {
  const [first, second] = (await givenSubaccounts(api, business, 2)) as [string, string]
  const code = await givenSplit(api, business, [{ subaccount_id: first, share: 20 }])
  let expected = await splitOf(api, business, code)
  const changes: object[] = [
    { name: 'Three cooks' },
    { subaccounts: [{ subaccount_id: second, share: 33.33 }] },
    { bearer_type: 'subaccount', bearer_subaccount_id: second },
    { bearer_type: 'all' },
    { active: false },
    { active: true },
    {},
  ]
  for (const change of changes) {
    context.advance(1)
    const { status, body, text } = await changeSplit(api, business, code, change)
    assert.equal(status, 200, text)
    const { updated_at } = body.data
    assert.equal(updated_at > expected.updated_at, Object.keys(change).length > 0)
    const bearer = 'bearer_type' in change ? { bearer_subaccount_id: null } : {}
    expected = { ...expected, ...bearer, ...change, updated_at }
    assert.deepEqual(body.data, expected)
    assert.deepEqual(await splitOf(api, business, code), expected)
  }
  const { status, body } = await changeSplit(api, business, code, { type: 'flat' })
  assert.deepEqual([status, body.errors[0].code], [400, 'unknown_parameter'], 'its type stays')
  assert.deepEqual(await splitOf(api, business, code), expected)
})

test('"add/remove subaccount": one comes, gets another share, and goes; the last and the bearer stay', async () => {
  const [first, second] = (await givenSubaccounts(api, business, 2)) as [string, string]
  const code = await givenSplit(api, business, [{ subaccount_id: first, share: 20 }])
  const sharesAfter = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    assert.equal(status, 200, text)
    assert.deepEqual(await splitOf(api, business, code), body.data)
    return body.data.subaccounts.map(({ share }: { share: number }) => share)
  }

  assert.deepEqual(await sharesAfter(add(code, { subaccount_id: second, share: 30 })), [20, 30])
  assert.deepEqual(await sharesAfter(add(code, { subaccount_id: second, share: 80 })), [20, 80])
  const more = await add(code, { subaccount_id: second, share: 80.01 })
  assert.deepEqual([said(more), fieldsOf(more)], [[422, 'invalid_split'], ['subaccounts']])
  assert.deepEqual(await sharesAfter(takeOut(code, first)), [80])
  assert.deepEqual(said(await takeOut(code, first)), [404, 'subaccount_not_found'])
  assert.deepEqual(said(await takeOut(code, second)), [422, 'invalid_split'])

  await add(code, { subaccount_id: first, share: 1 })
  await changeSplit(api, business, code, { bearer_type: 'subaccount', bearer_subaccount_id: first })
  const bearer = await takeOut(code, first)
  assert.deepEqual(
    [said(bearer), fieldsOf(bearer)],
    [[422, 'invalid_split'], ['bearer_subaccount_id']],
  )
})

test('"unknown, or of another business or mode": one answer for splits, one for subaccounts', async () => {
  const headers = { 'x-request-id': 'the-same-for-all' }
  const [own = ''] = await givenSubaccounts(api, business, 1)
  const body = { subaccount_id: own, share: 5 }
  const split = await givenSplit(api, business, [body])
  const strangers: [code: string, subaccount: string][] = [
    [`SPL_${'A'.repeat(22)}`, `ACCT_${'A'.repeat(22)}`],
    ['SPL_x', 'ACCT_x'],
    [own, split],
    [split.replace('SPL_', ''), own.replace('sub_', '')],
  ]
  for (const stranger of [other, live]) {
    const subaccount = await givenSubaccount(api, stranger)
    strangers.push([
      await givenSplit(api, stranger, [{ subaccount_id: subaccount, share: 5 }]),
      subaccount,
    ])
  }
  const rows = await contentsOf(context)
  const answers = { split: new Set<string>(), subaccount: new Set<string>(), share: new Set() }
  const key = business.keys.secretKey
  for (const [code, subaccount] of strangers) {
    const at = `/api/v1/splits/${code}`
    for (const answer of [
      await api.get(at, { key, headers }),
      await api.put(at, { key, headers, body: { name: 'Mine' } }),
      await api.post(`${at}/subaccounts`, { key, headers, body }),
      await api.delete(`${at}/subaccounts/${own}`, { key, headers }),
    ]) {
      assert.deepEqual(said(answer), [404, 'split_not_found'], code)
      answers.split.add(answer.text)
    }
    const path = `/api/v1/subaccounts/${subaccount}`
    for (const answer of [
      await api.get(path, { key, headers }),
      await api.put(path, { key, headers, body: { business_name: 'Mine' } }),
      await api.delete(`/api/v1/splits/${split}/subaccounts/${subaccount}`, { key, headers }),
    ]) {
      assert.deepEqual(said(answer), [404, 'subaccount_not_found'], subaccount)
      answers.subaccount.add(answer.text)
    }
    for (const answer of [
      await postSplit(api, business, {
        ...{ name: 'Theirs', type: 'flat', bearer_type: 'account' },
        subaccounts: [{ subaccount_id: subaccount, share: 5 }],
      }),
      await add(split, { subaccount_id: subaccount, share: 5 }),
    ]) {
      assert.deepEqual(said(answer), [422, 'invalid_split'], subaccount)
      assert(fieldsOf(answer)[0]?.endsWith('subaccount_id'), answer.text)
      const { errors, message } = answer.body
      answers.share.add([errors[0].code, errors[0].message, message].join())
    }
  }
  assert.deepEqual(
    Object.values(answers).map(({ size }) => size),
    [1, 1, 1],
  )
  assert.deepEqual(await contentsOf(context), rows)
})

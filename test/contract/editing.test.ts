import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { NEWEST_VERSION } from '../../src/core/versions.ts'
import { type Answer, recordIn, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { eventsOf } from '../payments.ts'
import { givenSplit, givenSubaccount, givenSubaccounts } from '../splits.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Changes of the records that a business edits: PATCH with a merge patch, and If-Match.

const context = useContext()
const api = useApi(context)

stopNow(context)
let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

const ADA = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

/** Would take hours if it were matched with backtracking. */
const MANY = `"3"${','.repeat(8_000)}x`

type Kind = {
  path: string
  body: () => Promise<object>
  /** Changes one field, from which others follow. */
  change: object
  follows?: object
  /** A field that null clears, and one that cannot be empty. */
  clears: string
  given: unknown
  keeps: string
  event: string | null
  hasPut: boolean
}

const KINDS: Record<string, Kind> = {
  customer: {
    path: '/customers',
    body: async () => ADA,
    change: { first_name: 'Adaeze' },
    follows: { name: 'Adaeze Example' },
    ...{ clears: 'phone', given: '+2348030000000', keeps: 'first_name' },
    ...{ event: 'customer.updated', hasPut: false },
  },
  'dedicated account': {
    path: '/dedicated-virtual-accounts',
    body: async () => ({ customer: ADA }),
    change: { metadata: { plan: 'gold' } },
    ...{ clears: 'metadata', given: { plan: 'gold' }, keeps: '' },
    ...{ event: null, hasPut: false },
  },
  split: {
    path: '/splits',
    body: async () => ({
      ...{ name: 'Two cooks', type: 'percentage', bearer_type: 'account' },
      subaccounts: [{ subaccount_id: await givenSubaccount(api, business), share: 20 }],
    }),
    change: { name: 'Three cooks' },
    ...{ clears: 'metadata', given: { plan: 'gold' }, keeps: 'name' },
    ...{ event: 'split.updated', hasPut: true },
  },
  subaccount: {
    path: '/subaccounts',
    body: async () => ({
      ...{ business_name: 'Ada Example Foods', bank_code: '058', account_number: '0000000018' },
    }),
    change: { business_name: 'Ada Example Fabrics' },
    ...{ clears: 'percentage_charge', given: 12.5, keeps: 'business_name' },
    ...{ event: 'subaccount.updated', hasPut: true },
  },
  'payment link': {
    path: '/payment-links',
    body: async () => ({ name: 'Adire workshop' }),
    change: { name: 'Batik workshop' },
    ...{ clears: 'description', given: 'Two hours, dye included.', keeps: 'name' },
    ...{ event: 'payment_link.updated', hasPut: true },
  },
}

type Sent = { headers?: Record<string, string>; raw?: string }

const call = (method: 'get' | 'post' | 'put' | 'patch', path: string, body?: object, sent?: Sent) =>
  api[method](`/api/v1${path}`, { key: business.keys.secretKey, ...(body && { body }), ...sent })
const tagOf = ({ headers }: Answer) => String(headers['etag'])
const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } })
const fieldsOf = ({ body }: Answer) =>
  (body.errors ?? []).map(({ field }: { field: string }) => field)

async function given({ path, body }: Kind) {
  const made = await call('post', path, await body())
  const { id } = recordIn(made)
  return { at: `${path}/${id}`, tag: tagOf(made) }
}

for (const [what, kind] of Object.entries(KINDS)) {
  const { change, follows = {}, clears, given: value, keeps, event, hasPut } = kind

  test(`a change of a ${what} keeps what is not sent, and null clears a field`, async () => {
    const { at } = await given(kind)
    const first = (await call('get', at)).body.data
    context.advance(1_000)

    const changed = await call('patch', at, { ...change, [clears]: value })
    const cleared = await call('patch', at, { [clears]: null })

    assert.equal(changed.status, 200, changed.text)
    const { updated_at } = changed.body.data
    assert.deepEqual(changed.body.data, {
      ...first,
      ...change,
      ...follows,
      [clears]: value,
      updated_at,
    })
    const expected = { ...changed.body.data, [clears]: null }
    assert.deepEqual(cleared.body.data, expected)
    assert.deepEqual((await call('get', at)).body.data, expected)
    const told = (await eventsOf(context, business)).filter(({ type }) => type === event)
    assert.equal(told.length, event === null ? 0 : 2)
  })

  test(`metadata of a ${what} is merged by key, with every digit, and null removes a key`, async () => {
    const { at } = await given(kind)
    const patch = (metadata: string) =>
      call('patch', at, undefined, { raw: `{"metadata":${metadata}}`, headers: MERGE_PATCH })
    await patch('{"a":1,"b":{"c":1,"d":12345678901234567890},"e":[1,{"f":null}]}')

    const { body, status, text } = await patch('{"a":null,"b":{"c":2},"g":9007199254740993}')

    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.data.metadata), ['b', 'e', 'g'])
    assert(text.includes('"metadata":{"b":{"c":2,"d":12345678901234567890},"e":[1,{"f":null}]'))
    assert(text.includes('"g":9007199254740993}'))
    const big = await patch(JSON.stringify({ big: 'x'.repeat(9_000) }))
    assert.deepEqual([big.status, fieldsOf(big)], [400, ['metadata']])
    assert.deepEqual((await patch('{}')).body.data.metadata, body.data.metadata)
    assert.equal((await patch('null')).body.data.metadata, null)
  })

  test(`an empty change of a ${what} changes nothing, and a wrong one is named`, async () => {
    const { at, tag } = await given(kind)
    const before = await contentsOf(context)

    const empty = await call('patch', at, {})

    assert.deepEqual([empty.status, tagOf(empty)], [200, tag])
    for (const raw of ['[]', '"x"', '5', 'null', '']) {
      const { status, body } = await call('patch', at, undefined, { raw })
      assert.deepEqual([status, /^invalid_(request|json)$/.test(body.code)], [400, true], raw)
    }
    assert.deepEqual(fieldsOf(await call('patch', at, { colour: 'red' })), ['colour'])
    if (keeps !== '')
      assert.deepEqual(fieldsOf(await call('patch', at, { [keeps]: null })), [keeps])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/csv']) {
      const headers = { 'content-type': type }
      const { status, body } = await call('patch', at, undefined, { raw: '{}', headers })
      assert.deepEqual([status, body.code], [415, 'unsupported_media_type'], type)
    }
    assert.deepEqual(await contentsOf(context), before)
  })

  test(`a ${what} that has changed since it was read is not changed over it`, async () => {
    const { at, tag } = await given(kind)
    const next = await call('patch', at, change, ifMatch(tag))
    const before = await contentsOf(context)

    const late = await call('patch', at, { [clears]: value }, ifMatch(tag))

    assert.deepEqual(
      [late.status, late.body.code, late.body.retryable],
      [412, 'version_conflict', false],
    )
    assert.match(late.body.message, /fetch it again/)
    assert.deepEqual(await contentsOf(context), before)
    assert.equal(next.status, 200)
    assert.match(tagOf(next), /^"\d+"$/)
    assert.notEqual(tagOf(next), tag)
    assert.equal(tagOf(await call('get', at)), tagOf(next))
    assert.equal((await call('patch', at, change, ifMatch(`W/${tagOf(next)}`))).status, 412)
    for (const list of [`"a,b", ${tagOf(next)}`, '*']) {
      assert.equal((await call('patch', at, {}, ifMatch(list))).status, 200, list)
    }
    for (const wrong of ['3', '"3', '"3" "4"', '*, "3"', '', 'w/"3"', '""3""', 'tag, "3"', MANY]) {
      const refused = await call('patch', at, {}, ifMatch(wrong))
      assert.deepEqual([refused.status, fieldsOf(refused)], [400, ['If-Match']], wrong)
    }
  })

  test(`of two changes of a ${what} from one version, at once, exactly one is made`, async () => {
    const { at, tag } = await given(kind)

    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => call('patch', at, { metadata: { n } }, ifMatch(tag))),
    )

    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1, answers.map(({ status }) => status).join(' '))
    assert.equal(answers.filter(({ status }) => status === 412).length, 3)
    const now = await call('get', at)
    assert.deepEqual(now.body.data.metadata, won[0]!.body.data.metadata)
    assert.equal(tagOf(now), tagOf(won[0]!))
  })

  test(`a repeated change of a ${what} with its Idempotency-Key has one effect`, async () => {
    const { at, tag } = await given(kind)
    const sent = { headers: { ...ifMatch(tag).headers, 'idempotency-key': 'change-1' } }

    const first = await call('patch', at, change, sent)
    const again = await call('patch', at, change, sent)

    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(tagOf(again), tagOf(first))
  })

  if (!hasPut) continue
  test(`PUT of a ${what} means the same as PATCH`, async () => {
    const { at, tag } = await given(kind)
    const both = { ...change, metadata: { a: 1 } }

    const changed = await call('put', at, both, ifMatch(tag))
    const merged = await call('put', at, { metadata: { b: 2 } }, { headers: MERGE_PATCH })

    assert.equal(changed.status, 200)
    assert.deepEqual(merged.body.data.metadata, { a: 1, b: 2 })
    assert.deepEqual(fieldsOf(await call('put', at, { [keeps]: null })), [keeps])
    assert.equal((await call('put', at, both, ifMatch(tag))).status, 412)
  })
}

test('a merge patch is for changes of records only', async () => {
  const answer = await call('post', '/customers', ADA, { headers: MERGE_PATCH })

  assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
})

test('subaccounts join and leave a split only from the version that was read', async () => {
  const [first, second] = await givenSubaccounts(api, business, 2)
  const share = { subaccount_id: first, share: 20 }
  const terms = { name: 'Two cooks', type: 'percentage', bearer_type: 'account' }
  const made = await call('post', '/splits', { ...terms, subaccounts: [share] })
  const at = `/splits/${made.body.data.id}/subaccounts`

  const added = await call('post', at, { subaccount_id: second, share: 5 }, ifMatch(tagOf(made)))
  const late = await call('post', at, { subaccount_id: second, share: 6 }, ifMatch(tagOf(made)))
  const remove = (tag: string) =>
    api.delete(`/api/v1${at}/${first}`, { key: business.keys.secretKey, ...ifMatch(tag) })

  assert.deepEqual([added.status, late.status], [200, 412])
  assert.equal((await remove(tagOf(made))).status, 412)
  assert.equal((await remove(tagOf(added))).status, 200)
})

test('settings that have changed since they were read are not changed over it', async () => {
  const at = '/settings/checkout'
  const read = await call('get', at)

  const changed = await call('put', at, { language: 'yo' }, ifMatch(tagOf(read)))
  const late = await call('put', at, { language: 'ig' }, ifMatch(tagOf(read)))
  const pinned = await call(
    'put',
    '/settings',
    { api_version: NEWEST_VERSION },
    ifMatch(tagOf(read)),
  )

  assert.deepEqual([changed.status, late.status, pinned.status], [200, 412, 412])
  assert.equal((await call('get', at)).body.data.language, 'yo')
  assert.equal(tagOf(await call('get', '/settings')), tagOf(changed))
  const both = await Promise.all(
    ['en', 'ha'].map((language) => call('put', at, { language }, ifMatch(tagOf(changed)))),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
})

test('every way to change a record moves its tag', async () => {
  const [subaccount = '', other] = await givenSubaccounts(api, business, 2)
  const shares = [{ subaccount_id: subaccount, share: 20 }]
  const split = await givenSplit(api, business, shares)
  const account = await call('post', '/dedicated-virtual-accounts', { customer: ADA })
  const { id } = account.body.data
  const moves = async (path: string, act: () => Promise<Answer>) => {
    const tag = tagOf(await call('get', path))
    assert.match(String((await act()).status), /^20[01]$/, path)
    assert.notEqual(tagOf(await call('get', path)), tag, path)
  }

  await moves(`/dedicated-virtual-accounts/${id}`, () =>
    call('post', '/dedicated-virtual-accounts', { customer: ADA, split_code: split }),
  )
  await moves(`/dedicated-virtual-accounts/${id}`, () =>
    call('post', '/dedicated-virtual-accounts', { customer: { ...ADA, bvn: '22222222222' } }),
  )
  await moves(`/splits/${split}`, () =>
    call('post', `/splits/${split}/subaccounts`, { subaccount_id: other, share: 5 }),
  )
})

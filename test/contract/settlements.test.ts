import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { setWallet } from '../../packages/devkit/sandbox/sandbox.ts'
import { receive } from '../../src/payments/deposits/receive.ts'
import { DAY } from '../../src/platform/clock.ts'
import { parsePublicId } from '../../src/platform/ids.ts'
import { kobo } from '../../src/platform/money.ts'
import { type Answer, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { contentsOf } from '../calls.ts'
import { creditTo, givenDedicated, verifyPayment } from '../payments.ts'
import {
  arrives,
  assertSettlementsTie,
  givenNumber,
  lineOf,
  paidByCard,
  settleAt,
  standing,
} from '../settlements.ts'
import { givenSplit, givenSubaccount, givenSubaccounts } from '../splits.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// The contract, part "Settlement": what waits, how it is settled, and the statement of it.

const NOW = '/api/v1/sandbox/settlements'
const context = useContext()
const api = useApi(context)

const AMOUNT = 1_000_000
/** Less 1 % and its VAT. */
const NET = 989_250
const CARD_NET = 481_187
const PLAY_MONEY = 10_000_000
const ITEMS = 2_500
const IN_FLIGHT = 25
/** As files write a time. */
const lagos = (time: string) =>
  `${new Date(Date.parse(time) + 3_600_000).toISOString().slice(0, -1)}+01:00`
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Owner = Pick<GivenBusiness, 'keys'>
let business: GivenBusiness
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
})
beforeEach(async () => {
  business = await givenBusiness(context)
  assert.equal((await schedule('T+1')).status, 200)
})
afterEach(async () => {
  await assertSettlementsTie(context)
  await assertBooksTie(context)
})

const get = (path: string, by: Owner = business) =>
  api.get(`/api/v1${path}`, { key: by.keys.secretKey })
const schedule = (when: string, by: Owner = business) =>
  api.put(`${NOW}/schedule`, { key: by.keys.secretKey, body: { schedule: when } })
async function settle(by: Owner = business) {
  const { status, body, text } = await api.post(NOW, { key: by.keys.secretKey })
  assert.equal(status, 200, text)
  return body.data
}
async function balance(by: Owner = business) {
  const { available, pending } = (await get('/balance', by)).body.data
  return [available, pending]
}
const ago = (days: number) => new Date(context.now().getTime() - days * DAY)

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

test('"Wallet per business and mode: available, pending (paid, not yet settled)", and how the one becomes the other', async () => {
  await paidByCard(api, business)
  assert.deepEqual(await balance(), [PLAY_MONEY, CARD_NET])

  const [record, ...others] = await settle()

  const { id, paid_before, settled_at, ...rest } = record
  assert.match(id, /^set_[0-9a-f]{32}$/)
  for (const at of [paid_before, settled_at]) assert.match(at, ISO)
  assert.deepEqual(rest, {
    domain: 'test',
    status: 'settled',
    subaccount_id: null,
    amount: CARD_NET,
    currency: 'NGN',
    items: 1,
  })
  assert.deepEqual(others, [])
  assert.deepEqual(await balance(), [PLAY_MONEY + CARD_NET, 0])
  assert.deepEqual((await get(`/settlements/${id}`)).body.data, record)
  assert.deepEqual((await get('/settlements')).body.data, [record])
  assert.deepEqual(await settle(), [], 'nothing is left')
})

test('"instant (default in test) or T+1 … (default in live)"', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const live = { keys: await givenLive(context, other.businessId) }
  await arrives(context, await givenNumber(api, other), AMOUNT, context.now())
  const { account_number } = await givenDedicated(api, { ...other, ...live })
  await receive(context, 'live', creditTo(context, account_number, AMOUNT))

  assert.deepEqual(await balance(other), [PLAY_MONEY + NET, 0])
  assert.deepEqual(await balance(live), [0, NET])
  await settleAt(context, new Date(context.now().getTime() + 9 * DAY))
  assert.deepEqual(await balance(live), [NET, 0])
  const { data } = (await get('/settlements', live)).body
  assert.deepEqual([data.length, data[0].domain, data[0].amount], [1, 'live', NET])
  assert.deepEqual((await get('/settlements', other)).body.data, [])
})

test('the sandbox’s schedule is for what is paid from then on; what waits still waits', async () => {
  const number = await givenNumber(api, business)
  await arrives(context, number, AMOUNT, context.now())
  const { body } = await schedule('instant')
  assert.deepEqual(body.data, { schedule: 'instant' })
  await arrives(context, number, AMOUNT, context.now())
  assert.deepEqual(await balance(), [PLAY_MONEY + NET, NET])
  const [{ items }] = await settle()
  assert.equal(items, 1)

  for (const when of ['t+1', 'T+0', '', null, 1, undefined]) {
    const wrong = await schedule(when as string)
    assert.deepEqual(said(wrong), [400, 'invalid_request'], String(when))
    assert.equal(wrong.body.errors[0].field, 'schedule')
  }
})

test('the sandbox settles its own business and mode alone', async () => {
  const other = await givenBusiness(context, 'Other Store')
  await schedule('T+1', other)
  for (const one of [business, other]) await paidByCard(api, one)
  const live = { keys: await givenLive(context, business.businessId) }

  assert.equal((await settle()).length, 1)

  assert.deepEqual(await balance(other), [PLAY_MONEY, CARD_NET])
  const call = { key: live.keys.secretKey, body: { schedule: 'instant' } }
  assert.deepEqual(said(await api.put(`${NOW}/schedule`, call)), [403, 'test_mode_only'])
  const asked = await api.post(NOW, { key: live.keys.secretKey })
  assert.deepEqual(said(asked), [403, 'test_mode_only'])
})

test('subaccounts settle too, each by itself; the list is filtered by whose they are', async () => {
  const [first = '', second = ''] = await givenSubaccounts(api, business, 2)
  const shares = [
    { subaccount_id: first, share: 20 },
    { subaccount_id: second, share: 30 },
  ]
  const number = await givenNumber(api, business, await givenSplit(api, business, shares))
  for (const days of [9, 8]) await arrives(context, number, AMOUNT, ago(days))

  await settleAt(context, context.now())

  const { data } = (await get('/settlements')).body
  const moved = Object.fromEntries(
    data.map((one: { subaccount_id: string; amount: number }) => [one.subaccount_id, one.amount]),
  )
  const mine = 2 * (NET - 500_000)
  assert.deepEqual(moved, { null: mine, [first]: 400_000, [second]: 600_000 })
  assert.deepEqual(await standing(context, business, [first, second]), [
    [PLAY_MONEY + mine, 0],
    [400_000, 0],
    [600_000, 0],
  ])
  for (const [whose, expected] of [
    ['none', [mine]],
    [first, [400_000]],
    [second, [600_000]],
    [await givenSubaccount(api, business), []],
    [`ACCT_${'A'.repeat(22)}`, []],
  ] as const) {
    const { body } = await get(`/settlements?subaccount=${whose}`)
    const amounts = body.data.map(({ amount }: { amount: number }) => amount)
    assert.deepEqual([amounts, body.meta.total], [expected, expected.length], whose)
  }
  for (const wrong of ['', 'None', 'ACCT_x', first.slice(5), `${first}&subaccount=none`]) {
    const { status, body } = await get(`/settlements?subaccount=${wrong}`)
    assert.deepEqual([status, body.errors?.[0].field], [400, 'subaccount'], wrong)
  }
})

test('a list is newest first, in pages or walked by its cursor, each filter by itself', async () => {
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const split = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 20 }])
  const number = await givenNumber(api, business, split)
  const newest: string[] = []
  for (let i = 0; i < 5; i++) {
    await arrives(context, number, AMOUNT, context.now())
    const made: { id: string; subaccount_id: string | null }[] = await settle()
    newest.unshift(made.find((one) => one.subaccount_id === null)!.id)
  }
  const idsIn = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id)

  const first = await get('/settlements?subaccount=none&perPage=2')
  const { next, ...meta } = first.body.meta
  assert.deepEqual(meta, { total: 5, total_capped: false, page: 1, perPage: 2, pageCount: 3 })
  assert.deepEqual(idsIn(await get('/settlements?subaccount=none&perPage=2&page=3')), [newest[4]])
  const walked = idsIn(first)
  for (let cursor = next; cursor !== null; ) {
    const page = await get(`/settlements?subaccount=none&perPage=2&cursor=${cursor}`)
    walked.push(...idsIn(page))
    cursor = page.body.meta.next
  }
  assert.deepEqual(walked, newest)
  assert.equal((await get('/settlements')).body.meta.total, 10)
})

test('"unknown, or of another business or mode": one answer, for the settlement and its statement', async () => {
  await paidByCard(api, business)
  const [{ id }] = await settle()
  const other = await givenBusiness(context, 'Other Store')
  const live = { keys: await givenLive(context, business.businessId) }
  const headers = { 'x-request-id': 'the-same-for-all' }
  const rows = await contentsOf(context)
  const answers = new Set<string>()
  for (const [name, by] of [
    [id, other],
    [id, live],
    [`set_${'0'.repeat(32)}`, business],
    [id.replace('set_', 'po_'), business],
    [id.replace('set_', ''), business],
    [id.toUpperCase(), business],
    ['%00', business],
  ] as const) {
    for (const path of ['', '/items', '/totals', '/statement']) {
      const answer = await api.get(`/api/v1/settlements/${name}${path}`, {
        key: by.keys.secretKey,
        headers,
      })
      assert.deepEqual(said(answer), [404, 'settlement_not_found'], name)
      answers.add(answer.text)
    }
  }
  assert.equal(answers.size, 1)
  assert.deepEqual(await contentsOf(context), rows)
})

/** As RFC 4180 has it: quotes are doubled, lines end with CR LF, the last one too. */
function readCsv(text: string): Record<string, string>[] {
  assert(text.endsWith('\r\n'))
  const [columns, ...lines] = text
    .slice(0, -2)
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
      ),
    )
  return lines.map((cells) => {
    assert.equal(cells.length, columns!.length)
    return Object.fromEntries(cells.map((cell, i) => [columns![i], cell]))
  })
}

async function statementOf(id: string) {
  const { status, headers, text } = await get(`/settlements/${id}/statement`)
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  assert.equal(headers['content-disposition'], `attachment; filename="${id}.csv"`)
  assert(text.startsWith('\ufeff'))
  return readCsv(text.slice(1))
}

/** The items as the API lists them, written as the statement writes them. */
async function itemsOf(id: string, perPage: number): Promise<Record<string, string>[]> {
  const items: Record<string, string>[] = []
  let next: string | null = ''
  while (next !== null) {
    const cursor: string = next === '' ? '' : `&cursor=${next}`
    const { status, body, text } = await get(`/settlements/${id}/items?perPage=${perPage}${cursor}`)
    assert.equal(status, 200, text)
    assert(body.data.length > 0, 'a page that is named is not empty')
    for (const item of body.data) {
      const { occurred_at, ...rest } = item
      items.push(lineOf({ ...rest, occurred_at: lagos(occurred_at) }))
    }
    next = body.meta.next
  }
  return items
}

const sumOf = (lines: Record<string, string>[], column: string) =>
  lines.reduce((sum, line) => sum + Number(line[column]), 0)

test('the statement says of each payment and refund what it brought, and sums to the settlement', async () => {
  await setWallet(context, business, kobo(0))
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const split_code = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 20 }])
  const references = [
    await paidByCard(api, business, { reference: 'order-1' }),
    await paidByCard(api, business, { reference: 'order-2', split_code }),
  ]
  const { body: refund } = await api.post('/api/v1/refunds', {
    key: business.keys.secretKey,
    body: { transaction: 'order-1', amount: 12_345 },
  })

  const made: { id: string; subaccount_id: string | null; amount: number }[] = await settle()

  const mine = made.find((one) => one.subaccount_id === null)!
  const lines = await statementOf(mine.id)
  assert.equal(sumOf(lines, 'settled_kobo'), mine.amount)
  assert.equal(mine.amount, 2 * CARD_NET - 100_000 - 12_345)
  const payments = await Promise.all(references.map((one) => verifyPayment(api, business, one)))
  assert.deepEqual(lines, [
    ...payments.map(({ id, reference, paid_at, split }) => ({
      type: 'payment',
      id,
      reference,
      channel: 'card',
      occurred_at: lagos(paid_at),
      paid_kobo: '500000',
      fees_kobo: '18813',
      vat_kobo: '1313',
      shared_kobo: String(split?.shares.subaccounts[0].amount ?? 0),
      refunds_kobo: '',
      disputes_kobo: '',
      settled_kobo: String(split?.shares.business ?? CARD_NET),
    })),
    {
      type: 'refund',
      id: refund.data.id,
      reference: '',
      channel: '',
      occurred_at: lines[2]!['occurred_at'],
      paid_kobo: '',
      fees_kobo: '',
      vat_kobo: '',
      shared_kobo: '',
      refunds_kobo: '-12345',
      disputes_kobo: '',
      settled_kobo: '-12345',
    },
  ])
  assert.match(lines[2]!['occurred_at']!, /^[\d-]{10}T[\d:.]{12}\+01:00$/)
  for (const perPage of [1, 2, 3]) assert.deepEqual(await itemsOf(mine.id, perPage), lines)
  const { body: second } = await get(`/settlements/${mine.id}/items?perPage=1&page=2`)
  assert.equal(second.data[0].reference, 'order-2')
  assert.deepEqual([second.meta.total, second.meta.pageCount], [3, 3])
  const theirs = await statementOf(made.find((one) => one.subaccount_id !== null)!.id)
  const shown = theirs.map((line) => [line['reference'], line['shared_kobo'], line['settled_kobo']])
  assert.deepEqual(shown, [['order-2', String(CARD_NET - 100_000), '100000']])
})

test('a page of items that cannot be is refused by its field', async () => {
  await paidByCard(api, business)
  const [{ id }] = await settle()
  const uuid = '01a20092-c32f-70d9-bb92-5ee8eb8ed67e'
  const cursors = ['x', `${uuid}`, `${uuid} other`, `${uuid} payment x`].map((text) =>
    Buffer.from(text).toString('base64url'),
  )
  const wrong = [...cursors.map((text) => `cursor=${text}`), 'page=0', 'perPage=101']
  for (const query of wrong) {
    const { status, body, text } = await get(`/settlements/${id}/items?${query}`)
    assert.deepEqual([status, body.errors?.[0].field], [400, query.split('=')[0]], text)
  }
})

test('a reference that a spreadsheet would take for a formula is a text there', async () => {
  const formulas = ['=1-1', '-1-1', '-2.5', '=A1', '-A1', '--1', '-7']
  const plain = ['1-1', '.5', 'A=1', '_x']
  for (const reference of [...formulas, ...plain]) await paidByCard(api, business, { reference })

  const [{ id, amount }] = await settle()

  const lines = await statementOf(id)
  assert.deepEqual(
    lines.map(({ reference }) => reference),
    [...formulas.map((reference) => `'${reference}`), ...plain],
  )
  assert.equal(sumOf(lines, 'settled_kobo'), amount)
  for (const cell of lines.flatMap((line) => Object.values(line))) {
    assert.doesNotMatch(cell, /^[=+@\t\r]|^-.*[^0-9]/)
  }
})

test('a statement of 2,500 items has each of them once', async () => {
  const number = await givenNumber(api, business)
  const ids = new Set<string>()
  for (let i = 0; i < ITEMS; i += IN_FLIGHT) {
    const some = Array.from({ length: IN_FLIGHT }, (_, k) =>
      arrives(context, number, AMOUNT + i + k, ago(0)),
    )
    for (const id of await Promise.all(some)) ids.add(id)
  }

  const [{ id, amount, items }] = await settle()

  const lines = await statementOf(id)
  assert.deepEqual(await itemsOf(id, 100), lines)
  assert.deepEqual([items, lines.length, ids.size], [ITEMS, ITEMS, ITEMS])
  assert.deepEqual(new Set(lines.map((line) => parsePublicId('transaction', line['id']!))), ids)
  assert.equal(sumOf(lines, 'settled_kobo'), amount)
  assert.equal(sumOf(lines, 'paid_kobo') - sumOf(lines, 'fees_kobo'), amount)
  assert.deepEqual(await balance(), [PLAY_MONEY + amount, 0])
})

import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { givenPayment, openApi, useApi } from '../../../test/api.ts'
import { pay } from '../../../test/payments.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'
import type { Context } from '../../core/context.ts'
import { readCsv } from '../../operator/reconciliation/csv.ts'
import { parsePublicId } from '../../platform/ids.ts'
import type { Replica } from '../../platform/replica.ts'

const context = useContext()
const api = useApi(context)
const MANY = 5_000

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const download = (query = '') =>
  api.get(`/api/v1/transactions/export${query}`, { key: business.keys.secretKey })

/** By the names of the columns, as a program would read it. */
function recordsIn(text: string): Record<string, string>[] {
  const [head, ...lines] = readCsv(text.slice(1)).map((record) => {
    assert('fields' in record, JSON.stringify(record))
    return record.fields
  })
  return lines.map((fields) => Object.fromEntries(head!.map((name, i) => [name, fields[i] ?? ''])))
}

test('the file has a line for each payment, with kobo and naira, newest first', async () => {
  await givenPayment(api, business, { reference: 'waiting', amount: 100_050 })
  const { access_code } = await givenPayment(api, business, { reference: 'paid', amount: 500_000 })
  await pay(api, access_code, 'success')

  const { status, headers, text } = await download()

  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/csv/)
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.equal(headers['x-total-count'], '2')
  assert(text.endsWith('\r\n'))
  const [paid, waiting] = recordsIn(text)
  assert.deepEqual(
    [paid!['reference'], paid!['status'], paid!['channel'], paid!['amount_naira']],
    ['paid', 'success', 'card', '5000.00'],
  )
  assert.deepEqual(
    [paid!['amount_kobo'], paid!['fees_kobo'], paid!['fees_naira'], paid!['net_naira']],
    ['500000', '18813', '188.13', '4811.87'],
  )
  assert.deepEqual(
    [waiting!['amount_naira'], waiting!['fees_naira'], waiting!['paid_at'], waiting!['channel']],
    ['1000.50', '', '', ''],
  )
})

test('the file has the payments that the list has with the same filters', async () => {
  const { headers, text } = await download('?q=pai&channel=card')
  assert.deepEqual(
    recordsIn(text).map(({ reference }) => reference),
    ['paid'],
  )
  assert.equal(headers['x-total-count'], '1')
  const none = await download('?q=nobody@example.com')
  assert.deepEqual(recordsIn(none.text), [])
  assert.equal(none.headers['x-total-count'], '0')
})

test('a name that looks like a formula stays text in a spreadsheet, and quotes too', async () => {
  const names = ['=1+1', '+234', '-2', '@sum', 'Ada "the, great"']
  for (const name of names) await givenPayment(api, business, { name, reference: undefined })

  const { text } = await download('?q=ada@example.com')

  const got = recordsIn(text).map((record) => record['customer_name'])
  for (const name of ["'=1+1", "'+234", "'-2", "'@sum", 'Ada "the, great"'])
    assert(got.includes(name), name)
  assert(!/(^|,)"?[=@]/m.test(text))
})

test('an export of many payments has each of them once', async () => {
  await givenMany(MANY)
  const { text, headers } = await download('?q=many-')
  const references = recordsIn(text).map(({ reference }) => reference)
  assert.equal(references.length, MANY)
  assert.equal(new Set(references).size, MANY)
  assert.equal(headers['x-total-count'], String(MANY))
  const ids = recordsIn(text).map(({ id }) => id!)
  assert.deepEqual(ids, [...ids].sort().reverse())
})

test('pages after the first are read from the replica, in the file and in the list', async (t) => {
  const asked: (string | null)[] = []
  const read: Replica['read'] = (id, _now, ask) => {
    asked.push(id)
    return ask(context.sql)
  }
  const replica = { read, isUsed: () => true, end: async () => {} }
  const own = await openApi({ ...context, replica })
  t.after(() => own.app.close())
  const { secretKey: key } = business.keys

  const { text } = await own.get('/api/v1/transactions/export?q=many-', { key })
  const ids = recordsIn(text).map(({ id }) => parsePublicId('transaction', id!))
  assert.deepEqual(asked.splice(0), [null, ...[999, 1_999, 2_999, 3_999, 4_999].map((i) => ids[i])])

  const { body } = await own.get('/api/v1/transactions?q=many-&perPage=3', { key })
  await own.get(`/api/v1/transactions?q=many-&perPage=3&cursor=${body.meta.next}`, { key })
  assert.deepEqual(asked, [null, ids[2]])
})

test('when the database fails during a download, the connection breaks: no file looks complete', async () => {
  let pages = 0
  const { received, isWhole } = await fetchFrom(
    watched(() => {
      pages += 1
      if (pages === 3) throw new Error('the database is gone')
    }),
  )
  assert(received > 1_000, 'a part of it had been sent')
  assert.equal(isWhole, false)
})

test('when a download is cancelled, no more pages are read', async () => {
  let pages = 0
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const { isWhole } = await fetchFrom(
    watched(async () => {
      pages += 1
      if (pages === 2) await left
    }),
    (response) => {
      response.destroy()
      leave()
    },
  )
  assert.equal(isWhole, false)
  // Whatever follows would have been read by the time that another file is all there.
  await download('?q=many-')
  assert(pages >= 1 && pages <= 3, `${pages} pages were read`)
})

/** Written past the service: what is tested is how they are read. */
function givenMany(count: number): Promise<unknown> {
  const { businessId } = business
  return asOwner(
    context,
    (sql) => sql`
      insert into transaction (business_id, mode, id, reference, status, amount, requested_amount,
        channels, customer_id, email, customer_name, made_with, created_at, expires_at)
      select business_id, mode, ('01990000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
        'many-' || i, 'abandoned', 100000, 100000, 'card', customer_id, email, customer_name,
        'secret', created_at, created_at
      from transaction, generate_series(1, ${count}::int) i
      where business_id = ${businessId} and reference = 'paid'
    `,
  )
}

/** The same service, which waits for `look` before it reads a page of the export. */
function watched(look: () => void | Promise<void>): Context {
  const sql = new Proxy(context.sql, {
    apply(target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target, self, [strings, ...values])
      if (!('raw' in strings) || strings[0]!.trim() !== 'select') return query
      return Promise.resolve(look()).then(() => query)
    },
  })
  return { ...context, sql }
}

type Response = { destroy(): void }

/** Over a real connection. `atFirst`: when the first bytes are there. */
async function fetchFrom(through: Context, atFirst: (response: Response) => void = () => {}) {
  const { app } = await openApi({ ...context, ...through })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const done = Promise.withResolvers<{ received: number; isWhole: boolean }>()
  const asked = request(
    {
      port,
      path: '/api/v1/transactions/export?q=many-',
      headers: { authorization: `Bearer ${business.keys.secretKey}` },
    },
    (response) => {
      let received = 0
      response.on('data', (bytes: Buffer) => {
        if (received === 0) atFirst(response)
        received += bytes.length
      })
      response.on('error', () => {})
      response.on('close', () => done.resolve({ received, isWhole: response.complete }))
    },
  )
  asked.on('error', () => {})
  asked.end()
  const result = await done.promise
  await app.close()
  await until('the service has nothing open', async () => !app.server.listening)
  return result
}

import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { before, test } from 'node:test'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { readCsv } from '../../src/operator/reconciliation/csv.ts'
import { givenPayment, useApi } from '../api.ts'
import { creditTo, deposited, pay } from '../payments.ts'
import { givenShared } from '../route-names.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What strangers write is opened by the business in a spreadsheet, which runs a cell that begins
// like a formula. Every file of CSV that the service makes is read here.

const routes = new Set<string>()
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ url, schema }: RouteOptions) => {
    if (JSON.stringify(schema?.response ?? {}).includes('text/csv')) {
      routes.add(url.replace(/^\/(dashboard\/api|api\/v1)/, ''))
    }
  })
})

const context = useContext()
const api = useApi(context)

const HOSTILE = ['=1+1', '+1+1', '-1+1', '-2', '@sum(1)', 'a;=1+1', '=cmd|x!a', '＝1+1']

let business: GivenBusiness
let settlementId: string
let batchId: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const { account_number: wallet } = body.data.account
  for (const [i, text] of HOSTILE.entries()) {
    await givenPayment(api, business, { name: text, reference: undefined })
    const credit = creditTo(context, wallet, 1_000, `=${text.replace(/[^!-~]/g, '')}-${i}`)
    await deposited(context, { ...credit, narration: text })
  }
  settlementId = (await givenShared(context, api, business)).settlementId
  const line = { amount: 100, bank_code: '058', account_number: '0000000018' }
  const payouts = HOSTILE.map((reason, i) => ({ ...line, reason, reference: `=${i}` }))
  const made = await api.post('/api/v1/payout-batches', {
    key: business.keys.secretKey,
    body: { payouts },
  })
  batchId = made.body.data.id
  const reference = '-1=1'
  const { access_code } = await givenPayment(api, business, { reference })
  await pay(api, access_code, 'success')
})

test('no cell of any file runs as a formula, and our own amounts stay numbers', async () => {
  const day = 24 * 60 * 60_000
  const at = (ms: number) => new Date(context.now().getTime() + ms).toISOString()
  const asked: Record<string, string> = {
    '/transactions/export': '/transactions/export',
    '/settlements/:id/statement': `/settlements/${settlementId}/statement`,
    '/payout-batches/:id/results': `/payout-batches/${batchId}/results`,
    '/sandbox/statement': `/sandbox/statement?from=${at(-day)}&to=${at(day)}`,
  }
  assert.deepEqual([...routes].sort(), Object.keys(asked).sort(), 'a new file is tried here too')

  let guarded = 0
  for (const [route, path] of Object.entries(asked)) {
    const { status, text } = await api.get(`/api/v1${path}`, { key: business.keys.secretKey })
    assert.equal(status, 200, text)
    assert(text.startsWith('\ufeff'), `${route}: Excel would not read it as UTF-8`)
    const records = readCsv(text.slice(1))
    assert(records.length > 1, route)
    for (const record of records) {
      assert('fields' in record)
      for (const cell of record.fields) {
        assert(!/^[\s]*[=+\-@＝]/.test(cell), `${route}: ${cell}`)
        if (cell.startsWith("'")) guarded += 1
      }
    }
    // A spreadsheet that parts cells by semicolons sees a quote first.
    assert(!/(^|[,;])[=+@＝]/m.test(text.replaceAll(/"[^"]*"/g, '')), route)
  }
  assert(guarded > HOSTILE.length, `${guarded} cells were guarded`)
})

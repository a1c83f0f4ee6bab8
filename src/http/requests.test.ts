import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { context as active, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { type Api, givenPayment, openApi } from '../../test/api.ts'
import { askToPay } from '../../test/payouts.ts'
import { givenEvents, givenReceiver, givenUrl } from '../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, until, useContext } from '../../test/support.ts'
import { deliverDue } from '../core/events/webhooks.ts'
import { isTraced } from '../platform/tracing.ts'
import { railHealth, watched } from '../providers/health.ts'
import { startWorker } from '../start/jobs.ts'

// Log lines and spans of requests: none of them contains personal data or a secret.

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const TRACEPARENT = `00-${CALLER}-${PARENT}-01`
const CANARIES = {
  email: 'canary.person@example.com',
  bvn: '22198765432',
  account: '0198765432',
  note: 'canary-in-a-query',
}

const context = useContext()
const exporter = new InMemorySpanExporter()
let business: GivenBusiness
let lines: Record<string, unknown>[]
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})
beforeEach(() => {
  lines = []
  context.log.info = (fields) => void lines.push({ ...fields })
  exporter.reset()
})

/** A new app, because hooks are chosen at its start. */
async function withApi(logLevel: string, run: (api: Api) => Promise<void>): Promise<void> {
  context.config.logLevel = logLevel
  const api = await openApi(context)
  try {
    await run(api)
  } finally {
    await api.app.close()
  }
}

async function callWithCanaries(api: Api): Promise<void> {
  const { email, bvn, account, note } = CANARIES
  const key = business.keys.secretKey
  await givenPayment(api, business, { email })
  await api.post('/api/v1/bvn/verify', { key, body: { type: 'BVN', number: bvn } })
  await api.get(`/api/v1/transactions/verify/${account}?note=${note}`, { key })
  await api.post('/accounts/resolve', { key, body: { account_number: account, bank_code: '058' } })
  await api.get(`/nothing/${bvn}?email=${email}`, { key: `sk_test_${note}` })
  await api.get('/api/v1/balance', { key: `sk_test_${note}` })
}

function assertNoCanaries(text: string): void {
  for (const canary of [...Object.values(CANARIES), ...Object.values(business.keys)]) {
    assert(!text.includes(canary), `${canary} is in ${text}`)
  }
}

test('at info each request is one line: route, status, business, and nothing of a person', async () => {
  await withApi('info', callWithCanaries)

  assert.equal(lines.length, 6)
  assertNoCanaries(JSON.stringify(lines))
  const [first] = lines
  assert.deepEqual(Object.keys(first!), [
    ...['requestId', 'route', 'method', 'status', 'ms', 'business', 'mode'],
  ])
  assert.deepEqual(
    lines.map(({ route, method, status, business: whose }) => [route, method, status, whose]),
    [
      ['/api/v1/transactions/initialize', 'POST', 200, business.businessId],
      ['/api/v1/bvn/verify', 'POST', lines[1]!['status'], business.businessId],
      ['/api/v1/transactions/verify/:reference', 'GET', 400, business.businessId],
      ['/accounts/resolve', 'POST', lines[3]!['status'], business.businessId],
      ['none', 'GET', 404, undefined],
      ['/api/v1/balance', 'GET', 401, undefined],
    ],
  )
})

test('at warn nobody is told of requests', async () => {
  await withApi('warn', callWithCanaries)
  assert.deepEqual(lines, [])
})

test('without an SDK nothing is traced, and nothing is sent on', async () => {
  assert.equal(isTraced(), false)
  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  await givenEvents(context, business, 1)
  await deliverDue(context)
  assert.equal(receiver.received[0]!.headers['traceparent'], undefined)
})

test('with an SDK: request, rail call, webhook attempt and job are spans', async (t) => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  active.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const { rails } = context
  context.rails = watched(rails, railHealth(), () => context.now().getTime())
  t.after(() => {
    for (const one of [trace, active, propagation]) one.disable()
    context.rails = rails
  })
  const spans = (name: string) => exporter.getFinishedSpans().filter((one) => one.name === name)

  const headers = { traceparent: TRACEPARENT, tracestate: 'a=1', baggage: 'secret=canary' }
  await withApi('warn', async (api) => {
    await callWithCanaries(api)
    await askToPay(api, business, {}, headers)
  })
  const [asked] = spans('POST /api/v1/payouts')
  assert(asked)
  assert.equal(asked.spanContext().traceId, CALLER)
  assert.equal(asked.parentSpanContext?.spanId, PARENT)
  assert.equal(asked.attributes['cowrie.business'], business.businessId)
  const [sent] = spans('bank transfer')
  assert.equal(sent?.parentSpanContext?.spanId, asked.spanContext().spanId, 'past the body')
  assert.deepEqual(
    [sent?.attributes['cowrie.rail'], sent?.attributes['cowrie.outcome']],
    ['sandbox', 'sent'],
  )

  const receiver = await givenReceiver()
  await givenUrl(context, business, receiver.url)
  await givenEvents(context, business, 1)
  await active.with(trace.setSpan(active.active(), asked as never), () => deliverDue(context))
  const [attempt] = spans('webhook attempt')
  const { traceId, spanId } = attempt!.spanContext()
  const got = receiver.received[0]!.headers
  assert.equal(got['traceparent'], `00-${traceId}-${spanId}-01`)
  assert.notEqual(traceId, CALLER, 'it is a trace of its own')
  assert.deepEqual([got['tracestate'], got['baggage']], [undefined, undefined])

  const worker = startWorker(context, 'a process')
  await until('a job has run', async () => spans('job send refunds').length > 0)
  await worker.stop()
  const told = exporter.getFinishedSpans().map(({ name, attributes, events, status }) => {
    return { name, attributes, events, status }
  })
  assertNoCanaries(JSON.stringify(told))
})

after(() => exporter.shutdown())

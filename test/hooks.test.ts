import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Api } from './api.ts'
import { givenOpened, isFault, openWatched, type Route, requestTo } from './every-route.ts'
import { asOwner, until, useContext } from './support.ts'

// A full disk while a request is on its way in or its answer on its way out: the contract's 503,
// and nothing of what the database said.

const SAID = 'could not extend file "base/16384/2619": No space left on device'
const KINDS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
] as const

const context = useContext()
let api: Api
let routes: Route[]
let failing: string | null = null
let ran = false

before(async () => {
  await context.opened
  ;({ api, routes } = await openWatched(context, addFailingHooks))
})
after(() => api.app.close())

/** One of each kind, before all others of its kind. */
function addFailingHooks(app: FastifyInstance): void {
  for (const kind of KINDS) {
    const hook = async () => {
      if (failing !== kind) return
      ran = true
      throw Object.assign(new Error(SAID), { code: '53100' })
    }
    app.addHook(kind as 'onRequest', hook)
  }
}

for (const kind of KINDS) {
  test(`where hooks of ${kind} fail, the answer is a refusal and not the database's words`, async () => {
    const opened = await givenOpened(context, api)
    const wrong: string[] = []
    let runs = 0
    for (const route of routes) {
      const request = requestTo(opened, route)
      failing = kind
      ran = false
      const answer = await api.app.inject(request)
      failing = null
      if (ran) runs += 1
      const { statusCode: status, payload, headers } = answer
      const isTold = status === 503 && headers['retry-after'] !== undefined
      const isRight = kind === 'onResponse' || !ran ? !isFault(answer) : isTold
      const saysMore = payload.includes('extend file') || payload.includes('53100')
      if (!isRight || saysMore) wrong.push(`${route.method} ${route.url}: ${status} ${payload}`)
    }
    assert(runs > 100, `it ran for ${runs} routes`)
    assert.deepEqual(wrong, [])
  })
}

/** Meanwhile whatever is written there finds the disk full, where `when` holds. */
async function whileFull<Result>(
  table: string,
  when: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return asOwner(context, async (sql) => {
    await sql.unsafe(`
      create or replace function full_disk() returns trigger language plpgsql as
      $$ begin raise exception '${SAID}' using errcode = '53100'; end $$`)
    await sql.unsafe(`
      create trigger full_disk before insert or update on ${table}
      for each row when (${when}) execute function full_disk()`)
    try {
      return await run()
    } finally {
      await sql.unsafe(`drop trigger full_disk on ${table}`)
    }
  })
}

const PAYOUT = { amount: 100, bank_code: '058', account_number: '0000000018' }

test('an answer that cannot be kept for its Idempotency-Key is refused, and asked again it is one payout', async () => {
  const { business } = await givenOpened(context, api)
  const { secretKey: key } = business.keys
  const call = { key, body: PAYOUT, headers: { 'idempotency-key': 'one-payout' } }
  const count = async () => (await api.get('/api/v1/payouts', { key })).body.meta.total
  const before = await count()

  const refused = await whileFull('idempotency_key', 'new.status is not null', () =>
    api.post('/api/v1/payouts', call),
  )

  assert.deepEqual([refused.status, refused.body.code], [503, 'database_unavailable'])
  // On a busy database, the answer does not wait until its key is free.
  const again = await until('the key is free', async () => {
    const answer = await api.post('/api/v1/payouts', call)
    return answer.body.code !== 'idempotency_key_in_use' && answer
  })
  assert.equal(again.status, 201, again.text)
  assert.equal(await count(), before + 1)
})

test('a refusal that cannot be kept for its Idempotency-Key is still that refusal', async () => {
  const { business } = await givenOpened(context, api)
  const { secretKey: key } = business.keys
  const body = { ...PAYOUT, bank_code: '999' }
  const call = { key, body, headers: { 'idempotency-key': 'no-payout' } }

  const refused = await whileFull('idempotency_key', 'new.status is not null', () =>
    api.post('/api/v1/payouts', call),
  )

  assert.deepEqual([refused.status, refused.body.code], [422, 'unknown_bank'])
})

test('a change whose end cannot be written into the audit log is refused in words of ours', async () => {
  const { browser } = await givenOpened(context, api)

  const refused = await whileFull('audit_entry', 'new.outcome is not null', () =>
    browser.put('/settings/checkout', { language: 'yo' }),
  )

  assert.deepEqual([refused.status, refused.body.code], [503, 'database_unavailable'])
  assert.equal((await browser.get('/settings/checkout')).body.data.language, 'yo', 'it was done')
})

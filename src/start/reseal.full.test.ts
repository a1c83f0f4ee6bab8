import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { type TestContext as Case, test } from 'node:test'
import { type Api, openApi } from '../../test/api.ts'
import { sealHandles } from '../../test/handles.ts'
import { givenPerson, givenSecondFactor, openBrowser, signedInAs } from '../../test/logins.ts'
import {
  asOwner,
  closeContext,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  openContext,
  type TestContext,
  until,
} from '../../test/support.ts'
import { askForLive } from '../accounts/activation/activation.ts'
import { signWith } from '../accounts/businesses/signing.ts'
import type { Scope } from '../core/context.ts'
import { secretBinding } from '../core/events/sign.ts'
import { revealSecret, rollWebhookSecret } from '../core/events/webhooks.ts'
import { MINUTE } from '../platform/clock.ts'
import { keepKeys, listSealingKeys } from '../platform/data-keys.ts'
import { SEALED } from '../platform/secrets.ts'
import { rotateKeys, sealedColumns } from './reseal.ts'

// Replaces keys while services run: no encrypted value is lost, and no call fails.
const WAITS = { inUseAfterMs: 2_000, retiredMs: 2_500, settleMs: 300 }
const BUSINESSES_UNDER_LOAD = 4
/** More than one batch. */
const ANSWERS = 450
const BVN = '22298765431'
const NIN = '52298765431'
const OTP = '123456'

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]

type Process = TestContext & { api: Api; stop: () => void }

async function givenDatabase(t: Case): Promise<TestContext> {
  const context = await openContext()
  t.after(() => closeContext(context))
  return context
}

/** Keys are read from the database, as at the start of the service. */
async function givenProcess(
  t: Case,
  { database }: TestContext,
  masterKeys = [OLD],
): Promise<Process> {
  const context = contextOn(database)
  const { sql, now } = context
  const keeping = { now, tell: () => {}, cell: '' }
  const kept = await keepKeys(sql, { masterKeys, begunWith: null, ...keeping })
  // Objects that hold the former keyring get the new one too.
  Object.assign(context.keys, kept.keys)
  const api = await openApi(context)
  t.after(async () => {
    kept.stop()
    await api.app.close()
    await disconnect(context)
  })
  return Object.assign(context, { api, stop: kept.stop })
}

type Run = { isDone: boolean; said: string[] }

async function rotate(
  context: TestContext,
  { masterKeys = [OLD], rewrapOnly = false, say = (_line: string) => {} } = {},
): Promise<Run> {
  const said: string[] = []
  const isDone = await asOwner(context, (sql) =>
    rotateKeys(sql, {
      masterKeys,
      begunWith: null,
      rewrapOnly,
      waits: WAITS,
      say: (line) => {
        said.push(line)
        say(line)
      },
    }),
  )
  return { isDone, said }
}

/** Encrypts a value in every way that the service has. */
async function sealEverything(context: Process): Promise<GivenBusiness> {
  const { api } = context
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  await rollWebhookSecret(context, business, 'standard', 24)
  await signWith(context, business, key)
  const numbers = { bvn: BVN, nin: NIN }
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', ...numbers }
  const account = { key, headers: { 'idempotency-key': 'an account' }, body: { customer } }
  assert.equal((await api.post('/api/v1/dedicated-virtual-accounts', account)).status, 200)
  const person = { type: 'NIN', number: randomDigits(), consent: { text: 'I agree.' } }
  const { body, text } = await api.post('/api/v1/identity/verify', { key, body: person })
  assert(body.verification_id, text)
  const code = { verification_id: body.verification_id, type: 'NIN', otp: OTP }
  const verified = await api.post('/api/v1/identity/validate', { key, body: code })
  assert.equal(verified.status, 200, verified.text)
  const owner = await signedInAs(api, await givenPerson(context, business))
  await givenSecondFactor(owner, context.now)
  const company = { legalName: 'Example Stores Limited', registrationNumber: 'RC1234567' }
  const asked = { ...company, contactPhone: '+2348000000000', website: null, ...numbers }
  await askForLive(context, business.businessId, asked)
  await sealHandles(context, api, business)
  return business
}

function randomDigits(): string {
  return `5${String(randomInt(10 ** 10)).padStart(10, '0')}`
}

/** The keys of encrypted values, over all columns of all tables. */
async function sealedPlaces(context: TestContext): Promise<Map<string, Map<string, number>>> {
  return asOwner(context, async (sql) => {
    const columns = await sql<{ table: string; column: string }[]>`
      select c.relname as table, a.attname as column
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
      order by 1, 2
    `
    const places = new Map<string, Map<string, number>>()
    for (const { table, column } of columns) {
      const rows = await sql<{ text: string }[]>`
        select ${sql(column)}::text as text from ${sql(table)} where ${sql(column)} is not null
      `
      const ids = rows.flatMap(({ text }) => SEALED.exec(text)?.[1] ?? [])
      if (ids.length === 0) continue
      const counts = new Map<string, number>()
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
      places.set(`${table}.${column}`, counts)
    }
    return places
  })
}

async function keysInUse(context: TestContext): Promise<string[]> {
  const places = await sealedPlaces(context)
  return [...new Set([...places.values()].flatMap((counts) => [...counts.keys()]))].sort()
}

/** Decrypts every value of every listed column. */
async function openEverything(process: Process): Promise<string[]> {
  return asOwner(process, async (sql) => {
    const opened: string[] = []
    for (const { table, column, boundTo } of sealedColumns) {
      const rows = await sql`select * from ${sql(table)} where ${sql(column)} is not null`
      for (const row of rows) {
        const name = column.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())
        opened.push(`${table} ${process.keys.open(row[name], boundTo(row as never))}`)
      }
    }
    return opened.sort()
  })
}

test('no column holds sealed texts without being known, and each that is known is tried', async (t) => {
  const context = await givenDatabase(t)
  await sealEverything(await givenProcess(t, context))

  const places = await sealedPlaces(context)

  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual([...places.keys()].sort(), known.sort())
})

test('whatever seals tells of its columns', () => {
  const silent = globSync('{src,packages}/**/*.ts').filter((path) => {
    const text = path.endsWith('.test.ts') ? '' : readFileSync(path, 'utf8')
    return /\bkeys\.seal\(/.test(text) && !/\bSealedColumn\b/.test(text)
  })

  // The URL of an export is valid for ten minutes, and is stored nowhere.
  assert.deepEqual(silent, ['packages/paystack-api/reports.routes.ts'])
})

test('after a rotation everything is under the new key, opens, and the old key is gone', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context)
  await sealEverything(process)
  const before = await openEverything(process)
  assert(before.length >= sealedColumns.length)

  const { isDone, said } = await rotate(context)

  assert(isDone, said.join('\n'))
  assert.deepEqual(await keysInUse(context), ['k2'])
  const keys = await listSealingKeys(context.sql)
  assert.deepEqual(
    keys.map(({ keyId }) => keyId),
    ['k2'],
  )
  assert.deepEqual(await openEverything(await givenProcess(t, context)), before)
  assert.match(said.join('\n'), /webhook_endpoint\.previous_secret: 1 re-encrypted with k2\./)
  assert.match(said.join('\n'), /k1 was removed: no value uses it\./)
})

test('who has a second factor signs in after a rotation by the codes of the same app', async (t) => {
  const context = await givenDatabase(t)
  const { api, ...process } = await givenProcess(t, context)
  const person = await givenPerson(process, null)
  const { codes } = await givenSecondFactor(await signedInAs(api, person), process.now)
  assert((await rotate(context)).isDone)
  const restarted = await givenProcess(t, context)
  restarted.advance(1 * MINUTE)
  const browser = openBrowser(restarted.api, person)
  await browser.post('/session', { email: person.email, password: person.password })
  const entered = { code: codes(restarted.now()) }
  assert.equal((await browser.post('/session/second-factor', entered)).status, 200)
})

test('while two processes seal and open, keys are replaced twice and no call fails', async (t) => {
  const context = await givenDatabase(t)
  const processes = [await givenProcess(t, context), await givenProcess(t, context)] as const
  const scopes = await Promise.all(
    Array.from({ length: BUSINESSES_UNDER_LOAD }, () => givenBusiness(processes[0])),
  )
  let calls = 0
  let isOver = false
  const kinds = new Set<string>()
  const load = scopes.map(async (business, i) => {
    for (let round = 0; !isOver; round++) {
      const [one, other] = round % 2 === 0 ? processes : [processes[1], processes[0]]
      const { secret } = await rollWebhookSecret(one, business, 'standard', 24)
      assert.equal(await revealSecret(other, business, 'standard'), secret)
      const call = {
        key: business.keys.secretKey,
        headers: { 'idempotency-key': `order ${round}` },
        body: { amount: 500_000, email: `ada.${i}@example.com`, name: 'Ada Example' },
      }
      const path = '/api/v1/transactions/initialize'
      const first = await one.api.post(path, call)
      const second = await other.api.post(path, call)
      assert.deepEqual([first.status, second.status], [200, 200], `${first.text} ${second.text}`)
      assert.equal(second.text, first.text)
      kinds.add(one.keys.seal('a secret', 'bound').split('.')[0]!)
      calls += 4
    }
  })

  // A call that fails ends its loop, which the test notices at the end.
  const ended = Promise.all(load)
  ended.catch(() => {})
  const first = await rotate(context)
  const second = await rotate(context)
  isOver = true
  await ended

  assert(first.isDone && second.isDone, [...first.said, ...second.said].join('\n'))
  assert.deepEqual([...kinds].sort(), ['k1', 'k2', 'k3'])
  assert.deepEqual(await keysInUse(context), ['k3'])
  assert(calls > 100, `${calls} calls`)
  await openEverything(processes[1])
})

test('stopped half way it is run again, goes on with the same key and ends', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context)
  const business = await sealEverything(process)
  await giveAnswers(process, business)
  const before = await openEverything(process)

  const stopped = rotate(context, {
    say: (line) => {
      if (line.startsWith('virtual_account.bvn')) throw new Error('stopped')
    },
  })
  await assert.rejects(stopped, /stopped/)
  assert.deepEqual(await keysInUse(context), ['k1', 'k2'])
  assert.deepEqual(await openEverything(process), before)
  const { isDone, said } = await rotate(context)

  assert(isDone)
  assert.match(said.join('\n'), /continuing with k2/)
  assert.match(said.join('\n'), new RegExp(`idempotency_key.body: ${ANSWERS + 1} re-encrypted`))
  assert.deepEqual(await keysInUse(context), ['k2'])
  assert.deepEqual(await openEverything(process), before)
  assert.match((await rotate(context)).said.join('\n'), /Created key k3/)
})

test('what changes while it is sealed anew is not overwritten', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context)
  const business = await givenBusiness(process)
  const bound = secretBinding(business, 'standard')
  const run = await asOwner(context, async (sql) => {
    let rotating: Promise<Run> | undefined
    await sql.begin(async (all) => {
      await all`
        update webhook_endpoint set secret = ${process.keys.seal('whsec_a newer one', bound)}
        where business_id = ${business.businessId} and route = 'standard'
      `
      // It has read the former secret, and waits for this row.
      rotating = rotate(context)
      rotating.catch(() => {})
      await until('the rotation waits for the row', async () => {
        const [row] = await sql`
          select 1 from pg_stat_activity
          where datname = ${context.database} and wait_event_type = 'Lock'
        `
        return row
      })
    })
    return rotating!
  })

  assert(run.isDone)
  assert.equal(await revealSecret(process, business, 'standard'), 'whsec_a newer one')
  assert.deepEqual(await keysInUse(context), ['k2'])
})

test('a text that does not open stays with its key, and everything else is sealed anew', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context)
  const business = await sealEverything(process)
  const damaged = process.keys.seal('a secret', 'another place')
  await asOwner(
    context,
    (sql) => sql`
      update webhook_endpoint set secret = ${damaged}
      where business_id = ${business.businessId} and route = 'standard'
    `,
  )

  const { isDone, said } = await rotate(context)

  assert(!isDone)
  assert.match(said.join('\n'), /webhook_endpoint\.secret: 1 cannot be decrypted and were left/)
  assert.match(said.join('\n'), /k1 is kept: 1 values still use it\./)
  const places = await sealedPlaces(context)
  assert.deepEqual(
    places.get('webhook_endpoint.secret'),
    new Map([
      ['k1', 1],
      ['k2', 1],
    ]),
  )
  assert.deepEqual([...places.get('virtual_account.bvn')!], [['k2', 1]])
})

test('wrapping anew alone changes no sealed text and makes no key', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context)
  await sealEverything(process)
  const before = await openEverything(process)

  const { isDone, said } = await rotate(context, { masterKeys: [NEW, OLD], rewrapOnly: true })

  assert(isDone)
  assert.equal(said[0], 'Data keys rewrapped with the newest master key: 3.')
  assert.match(said[1]!, /^Restart every process with the newest master key/)
  assert.deepEqual(await keysInUse(context), ['k1'])
  assert.deepEqual(await openEverything(await givenProcess(t, context, [NEW])), before)
})

test('where a running process lacks the master key, nothing is sealed anew until it has it', async (t) => {
  const context = await givenDatabase(t)
  const late = await givenProcess(t, context, [OLD])
  await sealEverything(late)

  const refused = await rotate(context, { masterKeys: [NEW, OLD] })

  assert(!refused.isDone)
  assert.match(refused.said.at(-1)!, /no master key for k2 and rejected it/)
  assert.deepEqual(await keysInUse(context), ['k1'])
  await openEverything(late)
  late.stop()
  const restarted = await givenProcess(t, context, [NEW, OLD])
  const before = await openEverything(restarted)
  assert((await rotate(context, { masterKeys: [NEW, OLD] })).isDone)
  assert.deepEqual(await keysInUse(context), ['k2'])
  assert.deepEqual(await openEverything(restarted), before)
})

/** Answers kept for idempotency keys, enough for several batches. */
async function giveAnswers({ keys, sql, now }: Process, { businessId, mode }: Scope) {
  const rows = Array.from({ length: ANSWERS }, (_, i) => ({
    businessId,
    mode,
    key: `kept ${i}`,
    requestHash: Buffer.alloc(32),
    effectId: businessId,
    status: 200,
    contentType: 'text/plain',
    body: keys.seal(`answer ${i}`, `idempotency_key.body ${businessId} ${mode} kept ${i}`),
    createdAt: now(),
  }))
  await sql`insert into idempotency_key ${sql(rows)}`
}

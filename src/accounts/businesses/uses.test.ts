import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { APPLICATION_ROLE, type Database } from '../../platform/db.ts'
import {
  authenticate,
  changeSettings,
  enterFrom,
  listKeys,
  recall,
  settingsOf,
  writeUses,
} from './businesses.ts'
import { newKey } from './keys.ts'

// When keys were last used.

const context = useContext()
stopNow(context)
const ADDRESS = '192.0.2.1'

async function secretOf(business: GivenBusiness) {
  const keys = await listKeys(context.sql, business)
  return keys.find(({ kind }) => kind === 'secret') ?? assert.fail('there is a secret key')
}

/** The row's version: it differs after each update. */
async function versionOf(business: GivenBusiness): Promise<string> {
  const { hint } = await secretOf(business)
  const [row] = await context.sql<[{ xmin: string }]>`
    select xmin::text from api_key
    where business_id = ${business.businessId} and mode = 'test' and hint = ${hint}
  `
  return row.xmin
}

async function lastUse(business: GivenBusiness): Promise<number | null> {
  return (await secretOf(business)).lastUsedAt?.getTime() ?? null
}

/** Uses a key as a request does, from the cache if possible. Returns when. */
async function use({ keys }: GivenBusiness, by = context, address = ADDRESS): Promise<number> {
  const key = recall(by, keys.secretKey)?.key ?? (await authenticate(by, keys.secretKey))!
  await settingsOf(by, key)
  const at = by.now()
  enterFrom({ ...by, now: () => at }, key, address)
  return at.getTime()
}

test('the job writes the last use of a key, and requests do not', async () => {
  const business = await givenBusiness(context)
  await use(business)
  context.advance(SECOND)
  const last = await use(business)
  assert.equal(await lastUse(business), null)

  await writeUses(context)

  assert.equal(await lastUse(business), last)
  const others = await listKeys(context.sql, business)
  assert.equal(others.find(({ kind }) => kind === 'public')!.lastUsedAt, null)
})

test('the last use has the address of the same request', async () => {
  const business = await givenBusiness(context)
  await use(business, context, '192.0.2.7')
  const last = await use(business, context, '2001:db8::7')
  await writeUses(context)

  const { lastUsedAt, lastUsedFrom } = await secretOf(business)
  assert.deepEqual([lastUsedAt?.getTime(), lastUsedFrom], [last, '2001:db8::7'])
})

test('a busy key is written once a minute, and an idle one not again', async () => {
  const business = await givenBusiness(context)
  const first = await use(business)
  await writeUses(context)

  context.advance(MINUTE - SECOND)
  await use(business)
  await writeUses(context)
  assert.equal(await lastUse(business), first)

  context.advance(2 * SECOND)
  const third = await use(business)
  await writeUses(context)
  assert.equal(await lastUse(business), third)

  const written = await versionOf(business)
  context.advance(MINUTE)
  await writeUses(context)
  assert.equal(await versionOf(business), written)
})

test('a use survives a dropped cache', async () => {
  const business = await givenBusiness(context)
  await use(business)
  context.advance(SECOND)
  const last = await use(business)

  await changeSettings(context, business, { receipts: false })
  await writeUses(context)

  assert.equal(await lastUse(business), last)
})

test('a failed write of a use is repeated', async () => {
  const business = await givenBusiness(context)
  const last = await use(business)
  const role = (sql: Database) => sql(APPLICATION_ROLE)
  await asOwner(context, (sql) => sql`revoke update on api_key from ${role(sql)}`)
  await assert.rejects(writeUses(context), { code: '42501' })
  assert.equal(await lastUse(business), null)

  await asOwner(context, (sql) => sql`grant update on api_key to ${role(sql)}`)
  await writeUses(context)

  assert.equal(await lastUse(business), last)
})

test('several processes write the uses of the same keys concurrently, and the latest one stays', async () => {
  const businesses = await Promise.all(Array.from({ length: 30 }, () => givenBusiness(context)))
  const elsewhere = [contextOn(context.database), contextOn(context.database)]
  elsewhere[1]!.advance(5 * MINUTE)
  const latest: number[] = []
  for (const [i, business] of businesses.entries()) {
    await use(business, elsewhere[i % 2]!)
    await use(businesses[29 - i]!, elsewhere[0]!)
    latest.push(await use(business, elsewhere[1]!))
  }

  await Promise.all([...elsewhere.map((process) => writeUses(process)), writeUses(context)])

  for (const [i, business] of businesses.entries()) {
    assert.equal(await lastUse(business), latest[i])
  }
  await Promise.all(elsewhere.map(disconnect))
})

test('a key that was never issued leaves no trace', async () => {
  const before = await context.sql`select count(*)::integer as count from api_key`
  assert.equal(await authenticate(context, newKey('secret', 'test')), null)
  await writeUses(context)
  assert.deepEqual(
    [...(await context.sql`select count(*)::integer as count from api_key`)],
    [...before],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking } from '../../../test/login-routes.ts'
import { givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { HOUR } from '../../platform/clock.ts'
import { keyRoutes } from './keys.routes.ts'

// Test keys are shown again; live keys are not.

const context = useContext()
const as = asking(
  context,
  keyRoutes(async () => ['all']),
)

type Shown = { key_id: string; kind: string; key: string | null }

test('a test key is shown while it works: not once it is revoked, rolled away or has ended', async () => {
  const business = await givenBusiness(context)
  const listed = async (): Promise<Shown[]> => (await as(business)('GET', '/keys')).body.data
  const shown = async (keyId: string) =>
    (await listed()).find(({ key_id }) => key_id === keyId)?.key
  const roll = (keyId: string, overlap_hours: number) =>
    as(business)('POST', `/keys/${keyId}/roll`, { overlap_hours })
  const first = (await listed()).find(({ kind }) => kind === 'secret')!

  const second = (await roll(first.key_id, 1)).body.data
  assert.deepEqual(
    [await shown(first.key_id), await shown(second.key_id)],
    [business.keys.secretKey, second.key],
  )
  await context.advance(1 * HOUR)
  assert.equal(await shown(first.key_id), null)
  const third = (await roll(second.key_id, 0)).body.data
  assert.deepEqual([await shown(second.key_id), await shown(third.key_id)], [null, third.key])
  await as(business)('DELETE', `/keys/${third.key_id}`)
  assert.equal(await shown(third.key_id), null)

  const rows = await context.sql`
    select from api_key
    where business_id = ${business.businessId} and mode = 'test' and revoked_at is not null
      and sealed_copy is not null
  `
  assert.equal(rows.length, 0, 'a revoked key is not kept')
})

test('the database has a test key encrypted, and a live key not at all', async () => {
  const business = await givenBusiness(context)
  const liveKeys = await givenLive(context, business.businessId)
  const rows = await context.sql<{ row: string }[]>`
    select k::text as row from api_key k where business_id = ${business.businessId}
  `
  const text = rows.map(({ row }) => row).join()

  for (const key of [...Object.values(business.keys), ...Object.values(liveKeys)]) {
    assert(!text.includes(key.slice(8, -4)))
  }
  await assert.rejects(
    context.sql`
      update api_key set sealed_copy = 'k1.x'
      where business_id = ${business.businessId} and mode = 'live'
    `,
    /api_key_copy_is_test/,
  )
})

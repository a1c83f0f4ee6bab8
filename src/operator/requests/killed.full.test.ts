import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from '../../../test/process.ts'
import { until } from '../../../test/support.ts'
import { connectAsOwner, type DatabaseAddress } from '../../platform/db.ts'
import { unpacked } from './lines.ts'

const folder = newFolder()
after(() => removeFolder(folder))

test('a killed service loses no payment, and an orderly stop loses no line', async () => {
  const killed = await startService(folder)
  const written = await pay(killed, 'written')
  await until('the call is written', async () => (await countOf('written')) === 1)
  const lost = await pay(killed, 'a moment ago')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')

  const service = await startService(folder)
  const again = [await pay(service, 'written'), await pay(service, 'a moment ago')]
  assert.equal(await stopService(service), 0)
  const last = await startService(folder)

  assert.deepEqual(again, [written, lost], 'both payments were there')
  assert.equal(await countOf('written'), 2, 'what was written a second ago stays')
  const calls = await countOf('a moment ago')
  assert(calls === 1 || calls === 2, 'only the call of the last second may be missing')
  assert.equal(await stopService(last), 0)
})

/** Returns the access code, which is the same for the same payment. */
async function pay(service: Started, reference: string): Promise<string> {
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  const sent = { ...body, reference: referenceOf(reference) }
  const answer = await service.call('POST', '/api/v1/transactions/initialize', sent)
  assert.equal(answer.http, 200, JSON.stringify(answer.body))
  return answer.body.data.access_code
}

function referenceOf(name: string): string {
  return name.replaceAll(' ', '-')
}

async function countOf(name: string): Promise<number> {
  const address = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as DatabaseAddress
  const sql = connectAsOwner(address)
  try {
    const blocks = await sql<{ body: Buffer }[]>`select body from request_log`
    const lines = blocks.flatMap(({ body }) => unpacked(body))
    return lines.filter(({ records }) => records.includes(referenceOf(name))).length
  } finally {
    await sql.end()
  }
}

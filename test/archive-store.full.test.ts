import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, truncateSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import S3rver from '@20minutes/s3rver'
import { ArchiveError } from '../src/operator/archive/archive.ts'
import { openStore, type Store, StoreError } from '../src/operator/archive/store.ts'
import { readArchiveAddress } from '../src/platform/archive-address.ts'
import { useApi } from './api.ts'
import { archive, givenOldMonth } from './archive.ts'
import { newFolder, removeFolder } from './process.ts'
import { stopNow } from './stopped-clock.ts'
import { useContext } from './support.ts'

// The stores of an archive: a folder, and a bucket of a real S3 server, which checks signatures.

const context = useContext()
const api = useApi(context)
stopNow(context)
const folder = newFolder()
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: join(folder, 's3'),
  silent: true,
  allowMismatchedSignatures: false,
  configureBuckets: [{ name: 'old-months' }],
})
let port: number
before(async () => {
  port = (await server.run()).port
})
after(async () => {
  await server.close()
  removeFolder(folder)
})

function storeAt(address: string): Store {
  return openStore(readArchiveAddress(address)!, 1)
}

const bucket = (login = 'S3RVER:S3RVER', name = 'old-months/cowrie') =>
  storeAt(`http://${login}@127.0.0.1:${port}/${name}?region=af-south-1`)

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7) % 256))

for (const [what, open] of [
  ['a folder', () => storeAt(join(folder, 'archive'))],
  ['a bucket', bucket],
] as const) {
  test(`${what} gives back what was put, replaces it, and forgets what is removed`, async () => {
    const store = open()

    assert.equal(await store.get('2025-01/deposit-0001.parquet', 10), null)
    await store.put('2025-01/deposit-0001.parquet', BYTES)
    const first = await store.get('2025-01/deposit-0001.parquet', BYTES.length)
    await store.put('2025-01/deposit-0001.parquet', BYTES.subarray(1))
    const second = await store.get('2025-01/deposit-0001.parquet', BYTES.length)
    await store.remove('2025-01/deposit-0001.parquet')
    await store.remove('2025-01/deposit-0001.parquet')

    assert.ok(first!.equals(BYTES))
    assert.ok(second!.equals(BYTES.subarray(1)))
    assert.equal(await store.get('2025-01/deposit-0001.parquet', BYTES.length), null)
  })
}

test('a month goes into a bucket, and a file that the bucket has lost a part of is noticed', async () => {
  await context.opened
  const { month } = await givenOldMonth(context, api, 2)
  const store = bucket()

  assert.equal(await archive(context, store, month), 'verified')

  const objects = globSync(join(folder, `s3/old-months/cowrie/${month.name}/*`))
  const object = objects.find((path) => /ledger_entry-0001.*_object$/.test(path))
  truncateSync(object!, 100)
  const again = { isAgain: true }
  const failed = await archive(context, store, month, again).catch((error: unknown) => error)
  assert.ok(failed instanceof ArchiveError || failed instanceof StoreError)
  assert.equal(await archive(context, store, month), 'verified')
})

test('a folder has no half-written file under the name of a file', async () => {
  const store = storeAt(join(folder, 'whole'))

  await store.put('2025-01/refund-0001.parquet', BYTES)

  assert.deepEqual(readdirSync(join(folder, 'whole/2025-01')), ['refund-0001.parquet'])
  assert.ok(!existsSync(join(folder, 'whole/2025-01/refund-0001.parquet.part')))
})

test('a name does not contain the secret', () => {
  assert.equal(bucket().name, `http://127.0.0.1:${port}/old-months/cowrie/`)
})

test('a wrong secret and a bucket that does not exist are errors', async () => {
  await assert.rejects(bucket('S3RVER:wrong').put('a', BYTES), /answered 403 to PUT a/)
  await assert.rejects(bucket('S3RVER:S3RVER', 'no-such-bucket').put('a', BYTES), StoreError)
})

/** A store that answers each request with the next of these. */
async function givenAnswers(answers: ((body: Buffer) => [number, Buffer] | null)[]) {
  let asked = 0
  const stand: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!(BYTES)
      if (answer === null) response.destroy()
      else response.writeHead(answer[0]).end(answer[1])
    })
  })
  await new Promise<void>((done) => stand.listen(0, '127.0.0.1', done))
  const address = `http://key:secret@127.0.0.1:${(stand.address() as AddressInfo).port}/old-months`
  return { store: storeAt(address), asked: () => asked, close: () => stand.close() }
}

const nothing = Buffer.alloc(0)

test('503, 429 and a lost connection are tried again, four times in all', async () => {
  const back = await givenAnswers([
    () => [503, nothing],
    () => null,
    () => [429, nothing],
    (bytes) => [200, bytes],
  ])
  const gone = await givenAnswers([() => [503, nothing]])

  const read = await back.store.get('a', BYTES.length)

  assert.ok(read!.equals(BYTES))
  await assert.rejects(gone.store.put('a', BYTES), /answered 503 to PUT a/)
  assert.equal(gone.asked(), 4)
  back.close()
  gone.close()
})

test('no more is read of a file than it should have, and a redirect is not followed', async () => {
  const long = await givenAnswers([() => [200, Buffer.alloc(10_000_000)]])
  const moved = await givenAnswers([() => [307, nothing]])

  const read = await long.store.get('a', 100_000)

  assert.equal(read!.length, 100_001)
  await assert.rejects(moved.store.get('a', 10), /answered 307/)
  long.close()
  moved.close()
})

test('the setting is a folder, or an address with key, secret and bucket', () => {
  const login = 'KEY:a%2Fb'
  const good = readArchiveAddress(
    `https://${login}@s3.example.com/old-months/a/b?region=af-south-1`,
  )
  assert.deepEqual(good, {
    kind: 'bucket',
    url: 'https://s3.example.com/old-months',
    prefix: 'a/b/',
    keyId: 'KEY',
    secret: 'a/b',
    region: 'af-south-1',
  })
  assert.deepEqual(readArchiveAddress('/srv/archive'), { kind: 'folder', folder: '/srv/archive' })
  const bad = [
    `https://s3.example.com/old-months`,
    `https://${login}@s3.example.com`,
    `https://${login}@s3.example.com/Old_Months`,
    `https://${login}@s3.example.com/old-months/../a`,
    `https://${login}@s3.example.com/old-months/%2e%2e/a`,
    `https://${login}@s3.example.com/old-months?regoin=x`,
    `https://a%zz:b@s3.example.com/old-months`,
    `http://${login}@s3.example.com/old-months`,
    `ftp://${login}@s3.example.com/old-months`,
  ]
  const accepted = bad.filter((text) => readArchiveAddress(text) !== undefined)
  assert.deepEqual(accepted, [])
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifyBooks } from '../src/operator/books.ts'
import { onNewDatabase } from './new-database.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { givenReceiver } from './receiver.ts'
import { checkOutReleased } from './released.ts'
import { atEnd } from './shared.ts'
import { SERVER, until } from './support.ts'

// The version before and this one serve one database, one after the other, while customers pay.

const ROOT = join(import.meta.dirname, '..')
const AT_ONCE = 2
const PAYMENTS_A_PHASE = 10

type Load = { serving: Started[]; paid: string[]; failed: string[]; isOver: boolean }

test('this version takes over from the one before while customers pay, and nothing fails', () =>
  onNewDatabase(async (owner, database) => {
    const [old, folder] = [newFolder(), newFolder()]
    atEnd(() => [old, folder].forEach(removeFolder))
    checkOutReleased(old)
    symlinkSync(join(ROOT, 'node_modules'), join(old, 'node_modules'))
    const { host, port, user } = SERVER as { host: string; port: number; user: string }
    const environment = {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${host}`,
      COWRIE_MASTER_KEY: 'cd'.repeat(32),
      // A quick machine pays more often than one key may.
      COWRIE_RATE_LIMIT_PER_SECOND: '10000',
      COWRIE_RATE_LIMIT_BURST: '10000',
    }
    const before = await startService(folder, environment, old)
    atEnd(() => before.child.kill('SIGKILL'))
    const receiver = await givenReceiver()
    const set = await before.call('PUT', '/api/v1/webhooks', { url: receiver.url })
    assert.equal(set.http, 200, JSON.stringify(set.body))

    const load: Load = { serving: [before], paid: [], failed: [], isOver: false }
    const paying = Array.from({ length: AT_ONCE }, (_, i) => payOnAndOn(load, `customer-${i}`))
    await phase(load)
    const after = await startService(folder, environment)
    atEnd(() => after.child.kill('SIGKILL'))
    load.serving.push(after)
    await phase(load)
    // As a proxy does: it gets nothing new, and finishes what it has.
    load.serving.shift()
    assert.equal(await stopService(before), 0, before.said())
    await phase(load)
    load.isOver = true
    await Promise.all(paying)

    assert.deepEqual(load.failed, [])
    assert.deepEqual(await verifyBooks(owner), [])
    await until('all are told of', async () => receiver.received.length >= load.paid.length)
    const told = receiver.received.map(({ body }) => JSON.parse(body).data.reference)
    assert.deepEqual(told.sort(), load.paid.sort())

    // The database moves on past this version: it finishes and ends.
    await owner`update schema_level set minimum = 100000, current = 100000`
    const [code] = after.child.exitCode === null ? await once(after.child, 'exit') : [1]
    assert.equal(code, 1)
    assert.match(after.said(), /needs a version of Cowrie with migration 100000 or later/)
  }))

async function phase({ paid, failed }: Load): Promise<void> {
  const goal = paid.length + PAYMENTS_A_PHASE
  await until('so many more have paid', async () => paid.length >= goal || failed.length > 0)
}

/** Each request goes to the next of those that serve. */
async function payOnAndOn(load: Load, customer: string): Promise<void> {
  let requests = 0
  const call: Started['call'] = async (method, path, body) => {
    const service = load.serving[requests++ % load.serving.length]!
    const answer = await service.call(method, path, body)
    if (answer.http >= 300) {
      throw new Error(`${method} ${path}: ${answer.http} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }
  for (let i = 0; !load.isOver && load.failed.length === 0; i++) {
    await pay(call, `${customer}-${i}`)
      .then((reference) => load.paid.push(reference))
      .catch((error: Error) => load.failed.push(error.message))
  }
}

async function pay(call: Started['call'], reference: string): Promise<string> {
  const amount = 500_000
  const payment = { amount, email: 'ada@example.com', name: 'Ada Example', reference }
  const { body } = await call('POST', '/api/v1/transactions/initialize', payment)
  const code = body.data.access_code
  const { body: account } = await call('POST', `/checkout/${code}/bank-transfer`)
  const transfer = { account_number: account.data.account_number, amount, session_id: reference }
  await call('POST', '/api/v1/sandbox/transfers', transfer)
  const { body: verified } = await call('GET', `/api/v1/transactions/verify/${reference}`)
  assert.equal(verified.data.status, 'success')
  assert.equal(verified.data.log.history.at(-1).message, 'Successfully paid by bank transfer')
  return reference
}

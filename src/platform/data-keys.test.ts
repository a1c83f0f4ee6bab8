import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext as Case, test } from 'node:test'
import { stopNowOf } from '../../test/stopped-clock.ts'
import {
  asOwner,
  closeContext,
  contextOn,
  disconnect,
  openContext,
  type TestContext,
  until,
} from '../../test/support.ts'
import { HOUR, SECOND } from './clock.ts'
import {
  addSealingKey,
  begin,
  type KeptKeys,
  keepKeys,
  listSealingKeys,
  MasterKeyError,
  offerAgain,
  removeSealingKey,
  rewrap,
  sealingKeysOf,
} from './data-keys.ts'
import { newId } from './ids.ts'
import { checkOf, keyring, sealerOf } from './secrets.ts'

const PROCESSES = 6
const IN_USE_AFTER_MS = 1_500
const BOUND = 'a_table.a_column of a row'

const [OLD, NEW, WRONG] = [randomBytes(32), randomBytes(32), randomBytes(32)]

async function givenDatabase(t: Case): Promise<TestContext> {
  const context = await openContext()
  t.after(() => closeContext(context))
  return context
}

type Process = KeptKeys & { told: string[]; advance: (ms: number) => void }

async function givenProcess(
  t: Case,
  { database }: TestContext,
  masterKeys: Buffer[],
  begunWith: string | null = null,
): Promise<Process> {
  const context = contextOn(database)
  stopNowOf(context)
  t.after(() => disconnect(context))
  const told: string[] = []
  const { sql, now, advance } = context
  const tell = (message: string) => void told.push(message)
  const kept = await keepKeys(sql, { masterKeys, begunWith, now, tell, cell: '' })
  t.after(() => kept.stop())
  return { ...kept, told, advance }
}

function countKeys({ sql }: TestContext): Promise<number> {
  return sql`select from data_key`.then(({ count }) => count)
}

/** Encrypts as a process that has the key and does not wait until it is active. */
async function sealEarly(context: TestContext, masterKeys: Buffer[], keyId: string) {
  const known = sealingKeysOf(await begin(context.sql, { masterKeys, begunWith: null }))
  const sealing = { id: keyId, key: known.get(keyId)! }
  const sealer = sealerOf({ sealing: () => sealing, opening: (id) => known.get(id) })
  return sealer.seal('a secret', BOUND)
}

function opens({ keys }: Process, sealed: string): boolean {
  try {
    return keys.open(sealed, BOUND) === 'a secret'
  } catch {
    return false
  }
}

function canSeal({ keys }: Process): boolean {
  try {
    return keys.seal('a secret', BOUND) !== ''
  } catch {
    return false
  }
}

function sealedBy({ keys }: Process): string | undefined {
  return keys.seal('a secret', BOUND).split('.')[0]
}

test('processes that start at the same moment on a new database have the same keys', async (t) => {
  const context = await givenDatabase(t)

  const all = await Promise.all(
    Array.from({ length: PROCESSES }, () => givenProcess(t, context, [OLD])),
  )

  assert.equal(await countKeys(context), 3)
  const [first, second] = [newId(context.now()), newId(context.now())]
  for (const { keys } of all) {
    const sealed = keys.seal('a secret', BOUND)
    const code = keys.encryptIds(first, second)
    const hash = keys.fingerprint('12345678901')
    for (const other of all) {
      assert(opens(other, sealed))
      assert.deepEqual(other.keys.decryptIds(code), { first, second })
      assert.deepEqual(other.keys.fingerprint('12345678901'), hash)
    }
  }
})

test('of two that begin a database with different master keys, one is refused', async (t) => {
  const context = await givenDatabase(t)

  const results = await Promise.allSettled(
    [OLD, NEW].map((masterKey) => givenProcess(t, context, [masterKey])),
  )

  const refused = results.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 1)
  assert(refused[0]!.status === 'rejected' && refused[0]!.reason instanceof MasterKeyError)
  assert.equal(await countKeys(context), 3)
})

test('what a new database seals and hashes does not follow from its master key', async (t) => {
  const context = await givenDatabase(t)
  const { keys } = await givenProcess(t, context, [OLD])
  const derived = keyring(OLD)
  const [first, second] = [newId(context.now()), newId(context.now())]

  assert.throws(() => derived.open(keys.seal('a secret', BOUND), BOUND))
  assert.notDeepEqual(derived.fingerprint('12345678901'), keys.fingerprint('12345678901'))
  assert.notEqual(derived.encryptIds(first, second), keys.encryptIds(first, second))
})

test('a database from before it had keys goes on with what its master key stood for', async (t) => {
  const context = await givenDatabase(t)
  const before = keyring(OLD)
  const sealed = before.seal('a secret', BOUND)
  const [first, second] = [newId(context.now()), newId(context.now())]
  const begunWith = checkOf(OLD)

  await assert.rejects(givenProcess(t, context, [WRONG], begunWith), MasterKeyError)
  assert.equal(await countKeys(context), 0, 'nothing is written under a wrong master key')
  const process = await givenProcess(t, context, [NEW, OLD], begunWith)

  assert(opens(process, sealed))
  assert.deepEqual(process.keys.fingerprint('a body'), before.fingerprint('a body'))
  assert.deepEqual(process.keys.decryptIds(before.encryptIds(first, second)), { first, second })
  assert.equal(before.open(process.keys.seal('a secret', BOUND), BOUND), 'a secret')
  assert(opens(await givenProcess(t, context, [NEW], begunWith), sealed), 'wrapped by the newest')
})

test('a master key is replaced: both, then wrapped anew, then the new one alone', async (t) => {
  const context = await givenDatabase(t)
  const sealed = (await givenProcess(t, context, [OLD])).keys.seal('a secret', BOUND)
  await assert.rejects(givenProcess(t, context, [NEW]), MasterKeyError)
  const running = await givenProcess(t, context, [NEW, OLD])

  const ours = { masterKeys: [NEW, OLD], begunWith: null }
  assert.equal(await asOwner(context, (sql) => rewrap(sql, ours)), 3)
  assert.equal(await asOwner(context, (sql) => rewrap(sql, ours)), 0, 'they are so already')

  assert(opens(running, sealed))
  assert(opens(await givenProcess(t, context, [NEW]), sealed))
  for (const masterKeys of [[OLD], [WRONG], [WRONG, OLD]]) {
    await assert.rejects(givenProcess(t, context, masterKeys), (error: Error) => {
      assert(error instanceof MasterKeyError)
      return /^COWRIE_MASTER_KEY is not a key of this database/.test(error.message)
    })
  }
})

test('a new key opens in every process within a second, and seals only later', async (t) => {
  const context = await givenDatabase(t)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const one = await givenProcess(t, context, [OLD])
  const other = await givenProcess(t, context, [OLD])
  const ours = { masterKeys: [OLD], begunWith: null }
  const underOld = one.keys.seal('a secret', BOUND)

  const keyId = await addSealingKey(context.sql, ours, HOUR)

  assert.equal(keyId, 'k2')
  const sealed = await sealEarly(context, [OLD], 'k2')
  t.mock.timers.tick(SECOND)
  for (const process of [one, other]) {
    await until('it opens', async () => opens(process, sealed))
    assert.equal(sealedBy(process), 'k1', 'it is not in use yet')
  }
  await asOwner(
    context,
    (sql) => sql`update data_key set active_from = clock_timestamp() where key_id = 'k2'`,
  )
  t.mock.timers.tick(SECOND)
  for (const process of [one, other]) {
    await until('it seals', async () => sealedBy(process) === 'k2')
    assert(opens(process, underOld), 'what the old one sealed opens')
  }
  const [newest] = await listSealingKeys(context.sql)
  assert(newest!.isInUse)
})

test('the tenth key follows the ninth, and seals', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context, [OLD])
  const ours = { masterKeys: [OLD], begunWith: null }

  for (let i = 2; i <= 11; i++) await addSealingKey(context.sql, ours, 0)

  await until('the newest seals', async () => sealedBy(process) === 'k11')
})

test('a process without the master key of a new key refuses it, and nobody seals with it', async (t) => {
  const context = await givenDatabase(t)
  const late = await givenProcess(t, context, [OLD])
  const ready = await givenProcess(t, context, [NEW, OLD])
  const ours = { masterKeys: [NEW, OLD], begunWith: null }
  await asOwner(context, (sql) => rewrap(sql, ours))
  const refusal = async () => (await listSealingKeys(context.sql))[0]!.isRefused

  await addSealingKey(context.sql, ours, IN_USE_AFTER_MS)
  await until('it is refused', refusal)
  await offerAgain(context.sql, 'k2', 0)
  await until('it is refused again', refusal)

  await until('the other has gone back to the old one', async () => sealedBy(ready) === 'k1')
  assert.deepEqual(late.told, ['no master key of this process decrypts k2'])
  assert.deepEqual(ready.told, [])
  late.stop()
  await offerAgain(context.sql, 'k2', 0)
  await until('with the right keys everywhere it is in use', async () => sealedBy(ready) === 'k2')
})

test('the only key that is left cannot be refused', async (t) => {
  const context = await givenDatabase(t)
  const late = await givenProcess(t, context, [OLD])
  const ready = await givenProcess(t, context, [NEW, OLD])
  const ours = { masterKeys: [NEW, OLD], begunWith: null }
  await asOwner(context, (sql) => rewrap(sql, ours))

  await context.sql.begin(async (sql) => {
    await addSealingKey(sql, ours, 0)
    await removeSealingKey(sql, 'k1')
  })

  await until('the one that lacks it tells', async () => late.told.length > 0)
  await until('the other seals with it', async () => sealedBy(ready) === 'k2')
  await until('the late one has asked again', async () => !canSeal(late))
  const [only] = await listSealingKeys(context.sql)
  assert.equal(only!.isRefused, false)
})

test('who has not heard of the keys for half a minute seals nothing, and still opens', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context, [OLD])
  const sealed = process.keys.seal('a secret', BOUND)
  process.stop()

  process.advance(29_000)
  assert.equal(sealedBy(process), 'k1')
  process.advance(2_000)

  assert.throws(() => process.keys.seal('a secret', BOUND), { code: 'overloaded' })
  assert(opens(process, sealed))
})

test('what a process read before its key was removed opens after it', async (t) => {
  const context = await givenDatabase(t)
  const process = await givenProcess(t, context, [OLD])
  const sealed = process.keys.seal('a secret', BOUND)
  await addSealingKey(context.sql, { masterKeys: [OLD], begunWith: null }, 0)
  await until('the new one is in use', async () => sealedBy(process) === 'k2')

  await removeSealingKey(context.sql, 'k1')
  await addSealingKey(context.sql, { masterKeys: [OLD], begunWith: null }, 0)
  await until('it has asked again', async () => sealedBy(process) === 'k3')

  assert(opens(process, sealed))
})

test('a wrapped key that is put in the place of another does not open', async (t) => {
  const context = await givenDatabase(t)
  await givenProcess(t, context, [OLD])

  await context.sql`
    update data_key set wrapped = (select wrapped from data_key where purpose = 'codes')
    where purpose = 'seal'
  `

  await assert.rejects(givenProcess(t, context, [OLD]), MasterKeyError)
})

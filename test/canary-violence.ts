import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  begun,
  CODE,
  expect,
  get,
  guess,
  initiate,
  keyed,
  ownerIn,
  type World,
} from './canary-flows.ts'
import type { Person } from './canary-people.ts'
import { killTree } from './embedded-postgres.ts'
import { postmasterOf, startService } from './process.ts'
import { until } from './support.ts'

// Faults and kills of the service and its database while they process people's data. Locks time
// each one to hit work in progress.

/** The size of a process's larger pool. */
const CONNECTIONS = 10

/** Missing tables, terminated statements and a rejected row. */
export async function failWithDatabase(
  world: World,
  people: Person[],
  requestId: string,
): Promise<void> {
  const [shown, sent, cancelled, refused, late] = people as [Person, Person, Person, Person, Person]
  const { owner } = world
  const named = { 'x-request-id': requestId, ...keyed() }

  const id = await begun(world, shown)
  await owner`alter table identity_access rename to mislaid`
  const failed = await expect(500, guess(world, shown, id, CODE, named))
  assert(!failed.text.includes('providerResponse'))
  await owner`alter table mislaid rename to identity_access`
  await expect(200, guess(world, shown, id, CODE, named))

  await owner`alter table sandbox_message rename to mislaid`
  await expect(504, initiate(world, sent, keyed()))
  await owner`alter table mislaid rename to sandbox_message`

  await inTheWay(world, ['identity_number'], async () => {
    const asked = initiate(world, cancelled, keyed())
    const [waiting] = await waitingFor(world, ['identity_number'])
    await owner`select pg_cancel_backend(${waiting!})`
    await expect(503, asked)
  })

  const notTaken = await begun(world, refused)
  await owner`
    alter table identity_verification add constraint nothing check (details is null) not valid
  `
  await expect(500, guess(world, refused, notTaken, CODE, keyed()))
  await owner`alter table identity_verification drop constraint nothing`

  const waits = await begun(world, late)
  await inTheWay(world, ['identity_access'], async () => {
    await expect(503, guess(world, late, waits, CODE, keyed()))
  })
}

export type Killed = 'service' | 'service and database' | 'backend'

/** Kills with -9 while codes are sent to some people and the details of others are shown. */
export async function kill(world: World, how: Killed, people: Person[]): Promise<void> {
  const half = people.length >> 1
  const guessing = how === 'service' ? people.slice(0, half) : people.slice(half)
  const ids = await Promise.all(guessing.map((person) => begun(world, person)))
  const tables = ['sandbox_message', 'identity_access']
  const postmaster = postmasterOf(world.folder)
  const { child } = world.service
  const ended = once(child, 'exit')
  let asked: Promise<number | null>[] = []
  let killed = false
  const held = inTheWay(world, tables, async () => {
    asked = [
      ...guessing.map((person, i) => guess(world, person, ids[i]!, CODE, keyed())),
      ...people.filter((one) => !guessing.includes(one)).map((one) => initiate(world, one)),
    ].map((one) => one.then(({ status }) => status).catch(() => null))
    const [waiting] = await waitingFor(world, tables)
    killed = true
    process.kill(how === 'backend' ? waiting! : -child.pid!, 'SIGKILL')
    if (how === 'service and database') killTree(postmaster)
    // Never resolves: the kill ends this transaction, and a lost connection must not be written to.
    await new Promise(() => {})
  })
  // The database dies with the service, and the blocking transaction dies with the database.
  await held.catch((error: Error) => assert(killed, error))
  const statuses = await Promise.all(asked)
  if (how !== 'backend') await ended
  const answered = statuses.filter((status) => status !== null && status < 500)
  assert.deepEqual(answered, [], 'all of them were under way')
}

/** A crashed database recovers first, on a busy machine. */
const BACK_MS_MAX = 180_000

/**
 * Waits for the same process once its database is back, or starts a new one over the same folder.
 */
export async function comeBack(world: World): Promise<void> {
  await world.owner.end({ timeout: 0 })
  const isDecided = async () => hasEnded(world) || (await isReady(world))
  await until('it is ready or has ended', isDecided, BACK_MS_MAX)
  if (hasEnded(world)) {
    world.saidBefore += world.service.said()
    world.service = await startService(world.folder, world.environment)
  }
  world.owner = ownerIn(world.folder)
}

function hasEnded({ service: { child } }: World): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Every connection of both pools must work; a single request could hit a healthy one. */
async function isReady(world: World): Promise<boolean> {
  const ready = await fetch(`${world.service.baseUrl}/readyz`).catch(() => null)
  if (ready?.status !== 200) return false
  const paths = ['/identity?perPage=1', '/transactions/verify/nothing']
  const asked = Array.from({ length: 2 * CONNECTIONS }, (_, i) => get(world, paths[i % 2]!))
  const answers = await Promise.all(asked.map((one) => one.catch(() => null)))
  return answers.every((answer) => answer !== null && answer.status < 500)
}

/** Locks these tables against writes by others while `run` runs. */
export async function inTheWay(
  world: World,
  tables: string[],
  run: () => Promise<void>,
): Promise<void> {
  await world.owner.begin(async (sql) => {
    await sql.unsafe(`lock table ${tables.join(', ')} in exclusive mode`)
    await run()
  })
}

/** Backends that wait for these tables, once each table has one. */
export function waitingFor({ owner }: World, tables: string[]): Promise<number[]> {
  return until(`somebody waits for ${tables}`, async () => {
    const rows = await owner<{ pid: number; name: string }[]>`
      select pid, relation::regclass::text as name from pg_locks
      where not granted and relation is not null
    `
    const isAwaited = tables.every((table) => rows.some(({ name }) => name === table))
    return isAwaited ? rows.map(({ pid }) => pid) : null
  })
}

import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  begun,
  CODE,
  ENVIRONMENT,
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

// What can befall the service and its database while it knows of people: faults and kills, each
// staged by locks, so that they fall where something of a person is under way.

/** Of the larger pool of a process. */
const CONNECTIONS = 10

/** Tables that are not there, statements that are ended, a row that is not taken. */
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

/** -9, while codes are being sent to some of them and details are being shown of others. */
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
    // Ended from outside: on a lost connection nothing more may be written.
    await new Promise(() => {})
  })
  // The database goes with the service, and whoever stood in the way goes with the database.
  await held.catch((error: Error) => assert(killed, error))
  const statuses = await Promise.all(asked)
  if (how !== 'backend') await ended
  const answered = statuses.filter((status) => status !== null && status < 500)
  assert.deepEqual(answered, [], 'all of them were under way')
}

/** A crashed database recovers first, on a machine that does much else. */
const BACK_MS_MAX = 180_000

/** The same process when its database is back, or a new one over the same folder. */
export async function comeBack(world: World): Promise<void> {
  await world.owner.end({ timeout: 0 })
  const isDecided = async () => hasEnded(world) || (await isReady(world))
  await until('it is ready or has ended', isDecided, BACK_MS_MAX)
  if (hasEnded(world)) {
    world.saidBefore += world.service.said()
    world.service = await startService(world.folder, ENVIRONMENT)
  }
  world.owner = ownerIn(world.folder)
}

function hasEnded({ service: { child } }: World): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Each of its connections, of both pools, works again: one alone may have been the first. */
async function isReady(world: World): Promise<boolean> {
  const ready = await fetch(`${world.service.baseUrl}/readyz`).catch(() => null)
  if (ready?.status !== 200) return false
  const paths = ['/identity?perPage=1', '/transactions/verify/nothing']
  const asked = Array.from({ length: 2 * CONNECTIONS }, (_, i) => get(world, paths[i % 2]!))
  const answers = await Promise.all(asked.map((one) => one.catch(() => null)))
  return answers.every((answer) => answer !== null && answer.status < 500)
}

/** Nobody else may write to these tables meanwhile. */
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

/** Who waits: of each of these tables somebody does. */
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

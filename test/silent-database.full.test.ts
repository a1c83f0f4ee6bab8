import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { type Line, openLine } from './line.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { closeContext, openContext, type TestContext, until } from './support.ts'

// A database that says nothing: no answer, no error, no end, as over a line that somebody cut.

const ENDED_MS_MAX = 4 * MINUTE
/** Some of what a service does of itself waits for the database by then. */
const WAITING_MS = 3 * SECOND

type Silenced = { service: Started; line: Line }

const folder = newFolder()
let context: TestContext
const silenced: Silenced[] = []

before(async () => {
  context = await openContext()
  for (let i = 0; i < 2; i++) silenced.push(await given())
  for (const { line } of silenced) line.silence()
})

after(async () => {
  for (const { service, line } of silenced) {
    service.child.kill('SIGKILL')
    line.close()
  }
  removeFolder(folder)
  await closeContext(context)
})

async function given(): Promise<Silenced> {
  const line = await openLine()
  const { host, port, user } = line
  const service = await startService(folder, {
    DATABASE_URL: `postgres://${user}@${host}:${port}/${context.database}`,
    COWRIE_MASTER_KEY: 'ef'.repeat(32),
    COWRIE_LOG_LEVEL: 'fatal',
  })
  return { service, line }
}

test('when the database falls silent the service is alive, not ready, and can be stopped', async () => {
  const { service } = silenced[1]!
  await until('it is not ready', async () => (await statusOf(service, '/readyz')) === 503)
  assert.equal(await statusOf(service, '/healthz'), 200)
  await pause(WAITING_MS)

  await inTime(stopService(service))

  assert.equal(service.child.exitCode, 0, service.said())
})

// Traffic gives up the silent connections, and new ones answer; db-watch.test.ts has the process
// that nothing else heals.
test('a service to which the database is silent, while it answers others, is well again or ends', async () => {
  const { service } = silenced[0]!
  const { child } = service
  const isReady = () => statusOf(service, '/readyz').then((status) => status === 200)
  // It may end while it is asked.
  const isOver = async () => child.exitCode !== null || (await isReady().catch(() => false))

  await until('it is ready again, or has ended', isOver)

  if (child.exitCode === null) return
  assert.equal(child.exitCode, 1)
  const sentence = 'The database responds to new connections, but not to ours. Exiting.'
  assert(service.said().split('\n').includes(sentence))
})

async function statusOf({ baseUrl }: Started, path: string): Promise<number> {
  return (await fetch(`${baseUrl}${path}`)).status
}

async function inTime(ended: Promise<unknown>): Promise<void> {
  const late = pause(ENDED_MS_MAX, 'late', { ref: false })
  assert.notEqual(await Promise.race([ended, late]), 'late', 'it has not ended')
}

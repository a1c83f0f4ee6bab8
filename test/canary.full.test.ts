import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { personOf } from '../src/providers/sandbox/people.ts'
import {
  beginIn,
  get,
  letExpire,
  letThrough,
  lock,
  misplace,
  mistake,
  openAccounts,
  post,
  refuse,
  saidIn,
  sendAgain,
  trySpecialNumbers,
  type World,
} from './canary-flows.ts'
import { formsOf, givenPeople, needlesOf, searchFor } from './canary-people.ts'
import {
  dumpOf,
  type Found,
  inFolder,
  makeTalkative,
  untilLogged,
  within,
} from './canary-search.ts'
import { comeBack, failWithDatabase, kill } from './canary-violence.ts'
import { newFolder, removeFolder, stopService } from './process.ts'

// Fifty people, whose numbers are made here, go through everything that can happen to them: right
// and wrong codes, every refusal, a database that fails, processes that are killed. Then whatever
// the service has written, said or sent is read byte by byte, and nothing of them may be in it. The
// database is made to log each statement with its values. What PostgreSQL keeps compressed does not
// show its bytes: the dump, which is read too, has it in full.

const PEOPLE = 50
const LAST_WORDS = 500
/** As a person or a program would write it: no part of a longer number or hash, nor a process. */
const CODE = /(?<![0-9A-Za-z_.[-]|"pid":)123456(?![0-9A-Za-z_-])/
const folder = newFolder()
let started: World | null = null
after(async () => {
  await started?.owner.end({ timeout: 0 })
  if (started) await stopService(started.service)
  removeFolder(folder)
})

test('the search finds a person in whatever form something of them was left', () => {
  const [person, ...others] = givenPeople(50)
  const own = needlesOf(person!).map(({ bytes }) => bytes.toString('hex'))
  // Two may have one portrait, or one day of birth.
  const other = others.find((one) =>
    needlesOf(one).every(({ bytes }) => !own.includes(bytes.toString('hex'))),
  )
  const search = searchFor([person!, other!].flatMap(needlesOf))
  const { details, consent } = person!
  const json = JSON.stringify({ ...details, consent })
  const noise = Buffer.from(JSON.stringify(personOf('NIN', '22222222222')).slice(0, 300))
  const texts = Object.entries(details).filter(([, text]) => text !== '' && text !== null)
  const wanted = texts
    .map(([name]) => name)
    .filter((name) => /^(bvn|nin|fullName|date|phone|residential|email|image)/.test(name))

  for (const form of ['utf8', 'utf16le', 'hex', 'base64', 'base64url'] as const) {
    for (const before of ['', 'x', 'xx']) {
      const text = form === 'utf16le' ? json : Buffer.from(before + json).toString(form)
      const bytes = Buffer.from(text, form === 'utf16le' ? form : 'latin1')
      const found = search(Buffer.concat([noise, bytes, noise]))
      const whats = new Set(found.map(({ what }) => what))
      for (const name of [...wanted, 'number', 'consent']) {
        assert(whats.has(name), `${name} in ${form}`)
      }
      assert(found.every(({ whose }) => whose === person!.number))
    }
  }
  assert.deepEqual(search(noise), [], 'and of somebody else it finds nothing')
})

test('of fifty people nothing lies in files, log, dump or what was sent, whatever happens', async () => {
  const people = givenPeople(PEOPLE)
  const search = searchFor(people.flatMap(needlesOf))
  const world = await beginIn(folder)
  started = world
  // Before that: whoever takes a number for a reference has it looked up as one.
  await misplace(world, people.slice(22, 26))
  await makeTalkative(world)
  const planted = await plant(world)

  await letThrough(world, people.slice(0, 12))
  await mistake(world, people.slice(12, 15))
  await lock(world, people.slice(15, 18))
  await sendAgain(world, people.slice(18, 20))
  await letExpire(world, people.slice(20, 22))
  await refuse(world, people[26]!, people[27]!)
  await trySpecialNumbers(world)
  await failWithDatabase(world, people.slice(28, 33), planted.requestId)
  await openAccounts(world, people.slice(33, 37))
  const left: Found[] = []
  for (const how of ['service', 'service and database', 'backend'] as const) {
    await kill(world, how, people.slice(37))
    // Here nobody is left who works on the files.
    if (how === 'service and database') left.push(...inFolder(folder, search))
    await comeBack(world)
  }
  world.isPatient = true
  await letThrough(world, people.slice(37))

  await untilLogged(world)
  await world.owner`analyze`
  const dump = await dumpOf(world.owner)
  await world.owner.end({ timeout: 1 })
  assert.equal(await stopService(world.service), 0)
  const sent = JSON.stringify(world.receiver.received)
  const places = {
    'the dump': Buffer.from(dump),
    'what it said': Buffer.from(saidIn(world)),
    'what was sent': Buffer.from(sent),
  }
  assert.deepEqual([...left, ...inFolder(folder, search), ...within(search, places)], [])
  const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
  assertNoCode([dump, saidIn(world), sent, log].join('\n'))
  assertSearchable(planted, places)
})

test('the service outlives a process of its database that is killed while it works for it', async () => {
  const own = newFolder()
  const world = await beginIn(own)
  const { child } = world.service
  try {
    await kill(world, 'backend', givenPeople(4))
    await comeBack(world)

    assert.equal(world.service.child.pid, child.pid, world.saidBefore.slice(-LAST_WORDS))
    await mistake(world, givenPeople(1))
  } finally {
    await world.owner.end({ timeout: 0 })
    await stopService(world.service)
    removeFolder(own)
  }
})

type Planted = { email: string; requestId: string }

/** What does lie around, in clear: what is looked for must be found where it is. */
async function plant(world: World): Promise<Planted> {
  const email = `canary-${randomUUID()}@example.com`
  const requestId = randomUUID()
  const body = { amount: 500_000, email, name: 'Ada Example' }
  const headers = { 'idempotency-key': requestId }
  const { body: payment } = await post(world, '/transactions/initialize', body, headers)
  const { body: fetched } = await get(world, `/transactions/verify/${payment.data.reference}`)
  assert.equal(fetched.data.customer.email, email)
  return { email, requestId }
}

function assertSearchable({ email, requestId }: Planted, places: Record<string, Buffer>): void {
  const markers = [...formsOf(email, 'email', email), ...formsOf(requestId, 'id', requestId)]
  const sent = formsOf('all', 'event', 'identity.verified')
  const search = searchFor([...markers, ...sent])
  const found = [...inFolder(folder, search), ...within(search, places)]
  const isFound = (what: string, where: RegExp) =>
    assert(
      found.some((one) => one.what.includes(what) && where.test(one.where)),
      `${what} in ${where}`,
    )
  for (const where of [/^postgres\/base\//, /^postgres\/pg_wal\//, /^postgres\.log$/, /dump/]) {
    isFound(email, where)
  }
  isFound(requestId, /^what it said$/)
  isFound('event', /^what was sent$/)
  isFound('id', /dump/)
}

function assertNoCode(text: string): void {
  const lines = text.split('\n').filter((line) => CODE.test(line))
  assert.deepEqual(lines, [], 'the code is in no row and in no line')
}

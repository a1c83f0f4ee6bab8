import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testCards } from '../src/providers/sandbox/sandbox.ts'
import {
  type CanaryCard,
  givenCards,
  linesWithCodes,
  needlesOfCards,
  needlesOfNumber,
  numberOf,
  OTP,
  PIN,
} from './canary-cards.ts'
import { beginIn, expect, post, saidIn, type World } from './canary-flows.ts'
import { searchFor } from './canary-people.ts'
import {
  dumpOf,
  type Found,
  inFolder,
  makeTalkative,
  untilLogged,
  within,
} from './canary-search.ts'
import { comeBack, inTheWay, waitingFor } from './canary-violence.ts'
import { killTree } from './embedded-postgres.ts'
import { newFolder, postmasterOf, removeFolder, stopService } from './process.ts'
import { isWhole } from './scale.ts'
import { until } from './support.ts'

// Cards of every length go through every way to pay, every mistake, a database that fails and
// processes that are killed, while PostgreSQL logs each statement with its values. Then every file,
// the write-ahead log, the dump and whatever was said is read byte by byte: no number, CVV, PIN or
// OTP may be in it. Numbers planted on purpose must be found.

const CALL_MS_MAX = 180_000

const folder = newFolder()
let started: World | null = null
after(async () => {
  await started?.owner.end({ timeout: 0 })
  if (started) await stopService(started.service)
  removeFolder(folder)
})

test('of no card anything lies in files, log or dump, whatever happened to it', async () => {
  const cards = givenCards()
  const search = searchFor(needlesOfCards(cards))
  const world = await beginIn(folder)
  started = world
  await makeTalkative(world)

  await payWithEach(world, cards)
  await walkAllSteps(world)
  await makeMistakes(world, cards)
  await failWithDatabase(world, cards)
  const left: Found[] = []
  for (const [i, how] of (['service', 'service and database'] as const).entries()) {
    for (const [j, table] of (['card_attempt', 'sandbox_memory'] as const).entries()) {
      if (!isWhole && i !== j) continue
      await kill(world, how, table, cards)
      // Here nobody is left who works on the files.
      left.push(...inFolder(folder, search))
      await comeBack(world)
    }
  }
  await payWithEach(world, cards)
  await untilLogged(world)
  await world.owner`analyze`
  const dump = await dumpOf(world.owner)
  await world.owner.end({ timeout: 1 })
  assert.equal(await stopService(world.service), 0)

  const places = { 'the dump': Buffer.from(dump), 'what it said': Buffer.from(saidIn(world)) }
  assert.deepEqual([...left, ...inFolder(folder, search), ...within(search, places)], [])
  const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
  assert(log.includes('select card_begin('), 'statements are logged')
  for (const text of [dump, saidIn(world), log]) assert.deepEqual(linesWithCodes(text), [])
})

test('a number that is kept, logged or said on purpose is found in each place', async () => {
  const own = newFolder()
  const world = await beginIn(own)
  try {
    await makeTalkative(world)
    const [kept, said] = [numberOf('5061', 19), numberOf('4', 16)] as const
    const codes = `{"cvv":"7391","pin":"${PIN}","otp":"${OTP}"}`
    await world.owner`
      insert into sandbox_memory ${world.owner({ key: 'a leak', value: `${kept} ${codes}` })}
    `
    await world.owner`checkpoint`
    await world.owner`alter table card_attempt rename to mislaid`
    const headers = { 'x-request-id': said }
    await call(world, await givenPayment(world), '/card', bodyOf(givenCards()[0]!), headers)
    await world.owner`alter table mislaid rename to card_attempt`

    const dump = await dumpOf(world.owner)
    const search = searchFor([
      ...needlesOfNumber(kept),
      ...needlesOfNumber(said),
      ...needlesOfCards([]),
    ])
    const places = { 'the dump': Buffer.from(dump), 'what it said': Buffer.from(saidIn(world)) }
    const found = [...inFolder(own, search), ...within(search, places)]
    const isFound = (number: string, where: RegExp) =>
      found.some((one) => one.what.includes(number) && where.test(one.where))
    for (const where of [/^postgres\/base\//, /^postgres\/pg_wal\//, /^postgres\.log$/, /dump/]) {
      assert(isFound(kept, where), `${where}`)
      assert(isFound('cvv of a customer', where), `the CVV in ${where}`)
    }
    assert(isFound(said, /^what it said$/))
    assert(linesWithCodes(dump).length > 0, 'codes are found in lines')
  } finally {
    await world.owner.end({ timeout: 1 })
    await stopService(world.service)
    removeFolder(own)
  }
})

type Answered = { status: number; text: string }

const bodyOf = ({ number, cvv }: CanaryCard) => ({ number, cvv, exp_month: 12, exp_year: 99 })

async function givenPayment(world: World): Promise<string> {
  const fields = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  const { body } = await expect(200, post(world, '/transactions/initialize', fields))
  return body.data.access_code as string
}

/** As the page calls: without a key, with an Idempotency-Key. */
async function call(
  { service }: World,
  accessCode: string,
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await fetch(`${service.baseUrl}/checkout/${accessCode}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Spelled as people paste it, sent twice with the same key, and looked at afterwards. */
async function payWithEach(world: World, cards: CanaryCard[]): Promise<void> {
  for (const card of cards) {
    const accessCode = await givenPayment(world)
    const key = { 'idempotency-key': randomUUID() }
    const number = card.number.replace(/(.{4})(?=.)/g, '$1 ')
    for (const body of [bodyOf(card), bodyOf(card), bodyOf({ ...card, number })]) {
      const { text, status } = await call(world, accessCode, '/card', body, key)
      assert(status === 200 || status === 422, text)
      assert(!text.includes(card.number))
    }
    await fetch(`${world.service.baseUrl}/checkout/${accessCode}`).then((page) => page.text())
  }
}

/** Every test card, with the right codes and with the wrong ones that are looked for. */
async function walkAllSteps(world: World): Promise<void> {
  for (const { number, cvv, asks } of testCards) {
    const accessCode = await givenPayment(world)
    await call(world, accessCode, '/card', bodyOf({ number, cvv }))
    for (const { kind, expects } of asks) {
      if (kind === 'page') continue
      if (kind === 'otp') await call(world, accessCode, '/card/otp', { otp: OTP })
      await call(world, accessCode, `/card/${kind}`, { [kind]: expects })
    }
    const again = await givenPayment(world)
    await call(world, again, '/card', bodyOf({ number, cvv }))
    await call(world, again, '/card/pin', { pin: PIN })
    await call(world, again, '/card/otp', { otp: OTP })
  }
}

async function makeMistakes(world: World, cards: CanaryCard[]): Promise<void> {
  for (const { number, cvv } of cards) {
    const accessCode = await givenPayment(world)
    const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`
    const bodies = [
      `{"number":"${number}","cvv":"${cvv}"`,
      `{"number":${number},"cvv":${cvv},"exp_month":12,"exp_year":99}`,
      `{"number":"${number}","number":"${number}","cvv":"${cvv}"}`,
      `{"number":"${number}","cvv":"${cvv}","exp_month":13,"exp_year":"${number}"}`,
      `{"number":"${wrong}","cvv":"${cvv}","exp_month":12,"exp_year":99}`,
      `{"pin":"${number}","otp":"${number}"}`,
      `number=${number}&cvv=${cvv}&pin=${PIN}&otp=${OTP}`,
    ]
    for (const body of bodies) {
      for (const path of ['/card', '/card/pin', '/card/otp', '/bank-transfer', '/cancel']) {
        const { status } = await call(world, accessCode, path, body)
        assert(status < 500, `${path} ${status}`)
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      await call(world, accessCode, '/card', body, form)
    }
  }
}

async function failWithDatabase(world: World, cards: CanaryCard[]): Promise<void> {
  const { owner } = world
  const [one, other] = cards as [CanaryCard, CanaryCard]
  const accessCode = await givenPayment(world)
  await owner`alter table card_attempt rename to mislaid`
  assert.equal((await call(world, accessCode, '/card', bodyOf(one))).status, 500)
  await owner`alter table mislaid rename to card_attempt`
  await owner`alter table sandbox_memory rename to mislaid`
  assert.equal((await call(world, accessCode, '/card', bodyOf(other))).status, 504)
  await owner`alter table mislaid rename to sandbox_memory`
}

/** -9, while each card is held before the rail was asked, or while the rail works on it. */
async function kill(
  world: World,
  how: 'service' | 'service and database',
  table: 'card_attempt' | 'sandbox_memory',
  cards: CanaryCard[],
): Promise<void> {
  const postmaster = postmasterOf(world.folder)
  const { child } = world.service
  const ended = once(child, 'exit')
  const codes = await Promise.all(cards.map(() => givenPayment(world)))
  let asked: Promise<number | null>[] = []
  let killed = false
  const held = inTheWay(world, [table], async () => {
    asked = cards.map((card, i) =>
      call(world, codes[i]!, '/card', bodyOf(card)).then(
        ({ status }) => status,
        () => null,
      ),
    )
    await until('several wait', async () =>
      table === 'card_attempt'
        ? isBeginning(world)
        : (await waitingFor(world, [table])).length >= 3,
    )
    killed = true
    process.kill(-child.pid!, 'SIGKILL')
    if (how === 'service and database') killTree(postmaster)
    // Ended from outside: on a lost connection nothing more may be written.
    await new Promise(() => {})
  })
  await held.catch((error: Error) => assert(killed, error))
  await ended
  const statuses = await Promise.all(asked)
  assert.deepEqual(
    statuses.filter((status) => status !== null && status < 500),
    [],
    'all of them were under way',
  )
}

/** Attempts are begun together: one statement waits for those who came first. */
async function isBeginning({ owner }: World): Promise<boolean> {
  const waiting = await owner`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%card_begin(%'
  `
  return waiting.length > 0
}

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { creditTo, deposited } from '../../../test/payments.ts'
import { CSV_HEAD, jsonFile } from '../../../test/statements.ts'
import {
  contextOn,
  disconnect,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import type { Context } from '../../core/context.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { openAlarms } from '../notices/alarms.ts'
import { closeException } from './exceptions.ts'
import { reconcileNightly } from './nightly.ts'
import { reconcile } from './reconciliation.ts'

const context = useContext()
const api = useApi(context)
const folder = mkdtempSync(join(tmpdir(), 'cowrie-statements-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const GAP = 'no bank statement covers this period'
const BOOKS = { mode: 'test', rail: 'sandbox' } as const

let wallet: string
let other: TestContext
before(async () => {
  await context.opened
  other = contextOn(context.database)
  const business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  wallet = body.data.account.account_number
  mkdirSync(join(folder, 'test', 'sandbox'), { recursive: true })
})
after(() => disconnect(other))

/** Each test has its own nights. */
let midnight = new Date('2027-01-10T23:00:00Z')
beforeEach(() => {
  midnight = later(midnight, 10 * DAY)
})

type Told = { message: string; fields: Record<string, unknown> }

/** A process that reads the folder at this time, and the errors that it logs. */
function process(now: Date, on: Context = context): { on: Context; told: Told[] } {
  const told: Told[] = []
  const error = (fields: object, message: string) =>
    void told.push({ message, fields: { ...fields } })
  const config = { ...on.config, statementsDirectory: folder }
  return { on: { ...on, config, now: () => now, log: { ...on.log, error } }, told }
}

/** Its errors, except those about missing days. */
async function runAt(now: Date, on: Context = context): Promise<Told[]> {
  const one = process(now, on)
  assert.equal(await reconcileNightly(one.on), 0)
  return one.told.filter(({ message }) => message !== GAP)
}

const leave = (name: string, content: string | Buffer) =>
  writeFileSync(join(folder, 'test', 'sandbox', name), content)

const count = async () => {
  const [row] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from statement
  `
  return row.count
}

test('what a bank has left is imported in the night, once, and what does not agree is said each night', async () => {
  const credit = { ...creditTo(context, wallet, 5_000), occurredAt: later(midnight, -5 * HOUR) }
  await deposited(context, credit)
  const at = credit.occurredAt.toISOString()
  leave('a.csv', `${CSV_HEAD}\n${credit.sessionId},credit,50.00,${wallet},,${at}\n`)
  const extra = { session_id: 'extra', direction: 'debit', amount: 700, occurred_at: at } as const
  const period = { from: later(midnight, -DAY), to: midnight }
  leave('b.json', jsonFile('sandbox', period, [extra]).bytes)
  leave('notes.txt', 'nothing to import')

  const first = await runAt(later(midnight, 31 * MINUTE))
  const second = await runAt(later(midnight, DAY + 31 * MINUTE))

  assert.equal(await count(), 2)
  const alarm = ['an alarm has begun', 'statement_not_matching']
  for (const [told, ...before] of [[first, alarm], [second]] as const) {
    assert.deepEqual(
      told.map(({ message, fields }) => [
        message,
        fields['open'] ?? fields['class'] ?? fields['alarm'],
      ]),
      [
        ...before,
        ['bank statements and books differ', 1],
        ['a reconciliation exception is open', 'theirs_only'],
      ],
    )
  }
  assert.equal((await openAlarms(context)).length, 1)
  const { exceptions } = await reconcile(context, BOOKS)
  const by = { by: 'Ada Example', note: 'A fee of the bank.' }
  await closeException(context, { id: exceptions.listed[0]!.id, ...by })
  assert.deepEqual(await runAt(later(midnight, 2 * DAY + 31 * MINUTE)), [])
  assert.deepEqual(await openAlarms(context), [])
})

test('a day of which the bank sent no statement is said until it comes', async () => {
  const { on, told } = process(later(midnight, 3 * DAY + HOUR), onBank('gaps'))
  mkdirSync(join(folder, 'test', 'gaps'))
  const day = (n: number) => ({
    from: later(midnight, n * DAY),
    to: later(midnight, (n + 1) * DAY),
  })
  const leaveDay = (n: number) =>
    writeFileSync(join(folder, 'test', 'gaps', `${n}.json`), jsonFile('gaps', day(n), []).bytes)
  leaveDay(0)
  leaveDay(2)

  await reconcileNightly(on)
  leaveDay(1)
  const next = process(later(midnight, 4 * DAY + HOUR), onBank('gaps'))
  await reconcileNightly(next.on)
  const last = process(later(midnight, 5 * DAY + HOUR), onBank('gaps'))
  await reconcileNightly(last.on)
  rmSync(join(folder, 'test', 'gaps'), { recursive: true })

  const gaps = [told, next.told, last.told].map((all) =>
    all
      .filter(({ fields }) => fields['rail'] === 'gaps')
      .map(({ message, fields }) => [message, fields['from'], fields['to']]),
  )
  assert.deepEqual(gaps, [[[GAP, day(1).from, day(1).to]], [], [[GAP, day(3).from, day(3).to]]])
})

/** A process whose bank has this name. */
function onBank(name: string): Context {
  const { test: rails, live } = context.rails
  return { ...context, rails: { test: { ...rails, bank: { ...rails.bank, name } }, live } }
}

test('the night begins at half past twelve in Lagos, and is one for all processes', async () => {
  const before = await runAt(later(midnight, 29 * MINUTE))
  leave('broken.csv', 'session;direction')
  const nobody = await runAt(later(midnight, 29 * MINUTE))
  const now = later(midnight, 30 * MINUTE)

  const [one, another] = await Promise.all([runAt(now), runAt(now, other)])
  const again = await runAt(later(now, 20 * HOUR))
  rmSync(join(folder, 'test', 'sandbox', 'broken.csv'))

  assert.deepEqual([before, nobody, again], [[], [], []])
  const [told] = [...one, ...another]
  assert.equal(one.length + another.length, 1)
  assert.equal(told!.message, 'a statement was not imported')
  assert.match(JSON.stringify(told!.fields['problem']), /separate the cells with commas/)
})

test('a file that cannot be read does not keep the next one from being imported', async () => {
  const imported = await count()
  const at = later(midnight, -HOUR).toISOString()
  leave('1-broken.json', '{"rail": "sandbox"')
  leave('2-fine.csv', `${CSV_HEAD}\nfine,credit,1.00,,,${at}\n`)

  const told = await runAt(later(midnight, HOUR))
  rmSync(join(folder, 'test', 'sandbox', '1-broken.json'))

  assert.equal(await count(), imported + 1)
  assert.equal(told[0]!.message, 'a statement was not imported')
})

test('a night that a process did not live through is taken up by another one after an hour', async () => {
  const start = later(midnight, HOUR)
  const dying = process(start)
  const config = { ...dying.on.config, statementsDirectory: join(folder, '\0') }
  await assert.rejects(reconcileNightly({ ...dying.on, config }))
  leave('left.csv', `${CSV_HEAD}\nleft,credit,1.00,,,${later(midnight, -HOUR).toISOString()}\n`)
  const imported = await count()

  await runAt(later(start, 59 * MINUTE))
  assert.equal(await count(), imported)
  await runAt(later(start, HOUR), other)
  assert.equal(await count(), imported + 1)
})

test('without a folder, and without statements, a night is quiet', async () => {
  const { on, told } = process(later(midnight, HOUR))
  const config = { ...on.config, statementsDirectory: join(folder, 'nowhere') }

  await reconcileNightly({ ...on, config })
  const { told: later2, on: next } = process(later(midnight, DAY + HOUR))
  await reconcileNightly({ ...next, config: { ...config, statementsDirectory: null } })

  const imports = [...told, ...later2].filter(({ message }) => /import/.test(message))
  assert.deepEqual(imports, [])
})

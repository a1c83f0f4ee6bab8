import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { givenPerson } from '../../../test/logins.ts'
import { runJobs } from '../../../test/payments.ts'
import { askToPay, LATE_ACCOUNT } from '../../../test/payouts.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import type { Context } from '../../core/context.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import type { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { railHealth, watched } from '../../providers/health.ts'
import type { Notification } from '../../providers/outcomes.ts'
import type { BalancesOutcome, Mail, Provider } from '../../providers/rails.ts'
import type { AlarmKind } from '../notices/alarms.sql.ts'
import { openAlarms } from '../notices/alarms.ts'
import { sendLoginEmails } from '../notices/notices.ts'
import { judgeDue, replay } from '../notifications/notifications.ts'
import { balancesOf, readBalances } from './balances.ts'
import { reportHealth } from './health.ts'
import { watchRails } from './watch.ts'

// What begins an alarm, what ends it, and that it is reported once.

const context = useContext()
const api = useApi(context)

let says: BalancesOutcome
let asked: number
let isLockedOut: boolean
let reads: Notification
let told: string[]
beforeEach(async (t) => {
  asked = 0
  isLockedOut = false
  says = { kind: 'known', balances: [{ account: '1', available: kobo(900) }] }
  reads = { kind: 'unreadable' }
  told = []
  const { bank } = context.rails.test
  const partner: Provider = {
    bank: {
      ...bank,
      name: 'partner',
      isLockedOut: () => isLockedOut,
      readNotification: () => reads,
      balances: async () => {
        asked += 1
        return says
      },
    },
  }
  context.rails.live = [partner]
  context.config.providers.floors = { partner: kobo(1_000) }
  const note = (fields: object, message: string) => {
    const { alarm } = fields as { alarm?: string }
    if (alarm) told.push(`${alarm} ${message.endsWith('begun') ? 'begins' : 'ends'}`)
  }
  assert('mock' in t)
  t.mock.method(context.log, 'error', note)
  t.mock.method(context.log, 'warn', note)
})
afterEach(async () => {
  for (const table of [
    'alarm',
    'rail_balance',
    'rail_notification',
    'rail_health',
    'login_letter',
  ]) {
    await context.sql`delete from ${context.sql(table)}`
  }
  context.rails.live = []
})

const open = async () => (await openAlarms(context)).map(({ kind, rail }) => `${kind} ${rail}`)
const letters = async () => {
  const rows = await context.sql<{ note: string }[]>`
    select note from login_letter where kind = 'alarm' order by note
  `
  return rows.map(({ note }) => note)
}
const once = (kind: AlarmKind) => [`${kind} begins`, `${kind} ends`]

async function readBalance(outcome: BalancesOutcome): Promise<void> {
  says = outcome
  context.advance(2 * MINUTE)
  await readBalances(context)
  await watchRails(context)
}
const known = (available: number): BalancesOutcome => ({
  kind: 'known',
  balances: [
    { account: '1', available: kobo(available) },
    { account: '2', available: kobo(1) },
  ],
})

test('a balance below the floor is told once to each operator, and ends when there is enough', async () => {
  const one = await givenPerson(context, null, 'owner', { isOperator: true })
  await givenPerson(context, null, 'owner', { isOperator: true })
  await givenPerson(context, null, 'owner')
  await readBalance(known(999))
  assert.deepEqual(await open(), [], 'at the floor it is enough')
  for (let time = 0; time < 3; time++) await readBalance(known(998))

  assert.deepEqual(await open(), ['balance_below_floor partner'])
  assert.equal((await letters()).length, 2)
  assert.match((await letters())[0] ?? '', /^partner, live mode: Only ₦9\.99 can be paid out/)
  await readBalance({ kind: 'unknown' })
  assert.deepEqual(await open(), ['balance_below_floor partner'], 'nobody can say that it is over')
  await readBalance(known(5_000))
  await readBalance(known(5_000))
  assert.deepEqual(await open(), [])
  assert.deepEqual(told, once('balance_below_floor'))

  await readBalance(known(1))
  assert.equal((await letters()).length, 4, 'the next one is another')
  const mails: Mail[] = []
  const sendMail = async (mail: Mail) => {
    mails.push(mail)
    return { kind: 'sent' } as const
  }
  const live = [{ message: { name: 'smtp', sendMail } }]
  await sendLoginEmails({ ...context, rails: { ...context.rails, live } })
  assert.equal(mails.filter(({ to }) => to === one.email).length, 2)
  assert(mails.every(({ text }) => text.includes('/dashboard/operator/rails')))
})

test('without a floor nobody is told', async () => {
  context.config.providers.floors = {}
  await readBalance(known(0))
  assert.deepEqual([await open(), told], [[], []])
})

test('a balance is read once a minute by all processes together, and kept where it is not said', async () => {
  const other = contextOn(context.database)
  other.rails.live = context.rails.live
  await Promise.all([readBalances(context), readBalances(other), readBalances(context)])
  assert.equal(asked, 1)
  await disconnect(other)

  const [before] = await balancesOf(context)
  context.advance(2 * MINUTE)
  says = { kind: 'unavailable' }
  await readBalances(context)
  const [after] = await balancesOf(context)
  assert.deepEqual([after?.available, after?.readAt], [kobo(900), before?.readAt])
  assert(after?.failedAt)
})

test('who offers cards alone has a balance too', async () => {
  const { card } = context.rails.test
  const balances = async () => says
  context.rails.live = [{ card: { ...card, name: 'cards', balances } }]
  await readBalances(context)
  const found = (await balancesOf(context)).map(({ rail, available }) => [rail, available])
  assert.deepEqual(found, [['cards', kobo(900)]])
})

test('two processes that look at the same moment tell of it once', async () => {
  await givenPerson(context, null, 'owner', { isOperator: true })
  says = known(0)
  await readBalances(context)
  const count = (await context.sql`select from login where is_operator`).length
  const others = [1, 2, 3].map(() => {
    const other = contextOn(context.database)
    return Object.assign(other, { now: context.now, config: context.config, log: context.log })
  })
  await Promise.all([context, ...others].map((one: Context) => watchRails(one)))

  assert.deepEqual([(await letters()).length, told], [count, ['balance_below_floor begins']])
  await Promise.all(others.map(disconnect))
})

test('a payout of which nobody knows for an hour is told, until somebody knows', async () => {
  const business = await givenBusiness(context)
  await askToPay(api, business, { account_number: LATE_ACCOUNT })
  const enquire = context.rails.test.bank.enquireTransfer
  context.rails.test.bank.enquireTransfer = async () => ({ kind: 'unknown' })
  context.advance(59 * MINUTE)
  await watchRails(context)
  assert.deepEqual(await open(), [])
  context.advance(2 * MINUTE)
  await runJobs(context)
  await watchRails(context)
  await watchRails(context)
  assert.deepEqual(await open(), ['unknown_for_long sandbox'])
  const [alarm] = await openAlarms(context)
  assert.match(alarm?.detail ?? '', /payout po_/)

  context.rails.test.bank.enquireTransfer = enquire
  context.advance(10 * MINUTE)
  await runJobs(context)
  await watchRails(context)
  assert.deepEqual(await open(), [])
  assert.deepEqual(told, once('unknown_for_long'))
})

test('a notification that cannot be read is told, until it is judged again', async () => {
  const business = await givenBusiness(context)
  assert(business)
  await api.post('/api/v1/rails/partner/notifications', { raw: '{}' })
  await watchRails(context)
  await watchRails(context)
  assert.deepEqual(await open(), ['notification_unread partner'])

  reads = { kind: 'ignored' }
  const [row] = await context.sql<{ id: string }[]>`
    select notification_id as id from rail_notification
  `
  await replay(context, row?.id as ReturnType<typeof newId<'rail_notification'>>)
  await judgeDue(context)
  await watchRails(context)
  assert.deepEqual(await open(), [])
  assert.deepEqual(told, once('notification_unread'))
})

test('one that is not judged within an hour is told too; of an old one no more after a day', async () => {
  reads = { kind: 'hint', reference: 'S-1' }
  context.rails.live[0]!.bank!.confirmCredit = async () => ({ kind: 'unknown' })
  await api.post('/api/v1/rails/partner/notifications', { raw: '{}' })
  await watchRails(context)
  assert.deepEqual(await open(), [])
  context.advance(1 * HOUR + MINUTE)
  await judgeDue(context)
  await watchRails(context)
  assert.deepEqual(await open(), ['notification_unread partner'])

  reads = { kind: 'unreadable' }
  context.advance(1 * HOUR)
  await judgeDue(context)
  await watchRails(context)
  assert.deepEqual(await open(), ['notification_unread partner'], 'it was put aside')
  context.advance(1 * DAY)
  await watchRails(context)
  assert.deepEqual(await open(), [])
})

test('a provider that refuses our credentials is told, until it takes us for ten minutes', async () => {
  const health = railHealth()
  const rails = watched(context.rails, health, () => context.now().getTime())
  const call = async () => {
    await rails.live[0]?.bank?.balances?.()
    await reportHealth(context, 'one', health)
    context.advance(1000)
    await watchRails(context)
  }
  await call()
  assert.deepEqual(await open(), [])
  isLockedOut = true
  says = { kind: 'unavailable' }
  await call()
  await call()
  assert.deepEqual(await open(), ['credentials_refused partner'])
  isLockedOut = false
  says = known(9_999)
  await call()
  assert.deepEqual(await open(), ['credentials_refused partner'], 'another process may be refused')
  context.advance(11 * MINUTE)
  await call()
  assert.deepEqual(await open(), [])
  assert.deepEqual(told, once('credentials_refused'))
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { walletAccountOf } from '../../payments/virtual-accounts/wallet-account.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import type {
  BankCredit,
  CreditOutcome,
  Notification,
  RailRequest,
} from '../../providers/outcomes.ts'
import type { Provider } from '../../providers/rails.ts'
import type { Kept } from './notifications.sql.ts'
import { forgetNotifications, judgeDue, replay } from './notifications.ts'

// Notifications of a live provider. The test's bank reads a body as the body itself says.

const context = useContext()
const api = useApi(context)
const AMOUNT = 250_000

let business: GivenBusiness
let account: string
let says: CreditOutcome
let asked: number
let sessionId: string
beforeEach(async () => {
  const { bank, ...others } = context.rails.test
  says = { kind: 'unavailable' }
  asked = 0
  sessionId = `S-${randomUUID()}`
  const partner: Provider = {
    ...others,
    bank: {
      ...bank,
      name: 'partner',
      readNotification: ({ body }) => {
        const read = JSON.parse(body.toString()) as Notification
        return read.kind === 'credit' ? { kind: 'credit', credit: credit() } : read
      },
      confirmCredit: async () => {
        asked += 1
        return says
      },
    },
  }
  context.rails.live = [partner]
  business = await givenBusiness(context)
  const live = { businessId: business.businessId, mode: 'live' } as const
  account = (await walletAccountOf(context, live)).accountNumber
})
afterEach(async () => {
  await assertBooksTie(context)
  await context.sql`delete from rail_notification`
  context.rails.live = []
})

const credit = (): BankCredit => ({
  sessionId,
  accountNumber: account,
  amount: kobo(AMOUNT),
  senderName: 'ADA SAMPLE',
  senderBankCode: '058',
  senderAccountNumber: '0123456789',
  narration: '',
  occurredAt: context.now(),
})
const told = (notification: object) =>
  api.post('/api/v1/rails/partner/notifications', { raw: JSON.stringify(notification) })
const kept = () => context.sql<Kept[]>`select * from rail_notification order by notification_id`
const deposits = async () => {
  const rows =
    await context.sql`select from deposit where rail = 'partner' and session_id = ${sessionId}`
  return rows.length
}

test('a credit is kept sealed, and judged once', async () => {
  const { status, body } = await told({ kind: 'credit' })

  const [row, ...more] = await kept()
  assert.deepEqual([status, body.message, more.length], [200, 'Credited', 0])
  assert.deepEqual([row?.verdict, row?.dueAt, row?.mode], ['credited', null, 'live'])
  assert(!row?.sealed.includes('credit'))
  assert.equal(await judgeDue(context), 0)
  assert.equal(await deposits(), 1)
})

test('the path of a cell leads to the same place', async () => {
  const url = '/api/v1/cells/2/rails/partner/notifications'
  const { status, body } = await api.post(url, { raw: JSON.stringify({ kind: 'credit' }) })
  assert.deepEqual([status, body.message, await deposits()], [200, 'Credited', 1])
})

test('what is forged or stale is refused, and nothing of it is kept', async () => {
  assert.equal((await told({ kind: 'forged' })).status, 401)
  assert.equal((await told({ kind: 'stale' })).status, 400)

  assert.deepEqual(await kept(), [])
})

test('of what is only hinted at, what the provider confirms is booked, and nothing else', async () => {
  const hint = { kind: 'hint', reference: 'S-1' }
  const { status, body } = await told(hint)
  assert.deepEqual([status, body.message, await deposits()], [200, 'Noted', 0])

  assert.equal(await judgeDue(context), 0, 'not before it is due')
  context.advance(1 * MINUTE)
  says = { kind: 'unknown' }
  assert.equal(await judgeDue(context), 1)
  assert.equal(await deposits(), 0)
  context.advance(1 * HOUR)
  says = { kind: 'credit', credit: credit() }
  assert.equal(await judgeDue(context), 1)

  assert.deepEqual([await deposits(), (await kept())[0]?.verdict], [1, 'credited'])
})

test('what the provider does not know of yet is asked again, and then given up', async () => {
  says = { kind: 'not_found' }
  await told({ kind: 'hint', reference: 'S-1' })
  for (let time = 1; time <= 4; time += 1) {
    assert.equal((await kept())[0]?.verdict, null, `after ${time}`)
    context.advance(1 * HOUR)
    await judgeDue(context)
  }
  assert.deepEqual([(await kept())[0]?.verdict, asked, await deposits()], ['not_found', 5, 0])
})

test('the secret behind an address reaches the provider, also when it is read again', async () => {
  const { bank } = context.rails.live[0]!
  const seen: unknown[] = []
  const readNotification = ({ token }: RailRequest): Notification => {
    seen.push(token)
    return { kind: 'hint', reference: 'S-1' }
  }
  context.rails.live = [{ bank: { ...bank!, readNotification } }]
  await api.post('/api/v1/rails/partner/notifications/s3cret', { raw: '{}' })
  context.advance(1 * HOUR)
  await judgeDue(context)
  assert.deepEqual(seen, ['s3cret', 's3cret'])
})

test('what could not be judged when it came is judged by a job', async (t) => {
  t.mock.method(context.log, 'error', () => {})
  const { live } = context.rails
  const { bank } = live[0]!
  const confirmCredit = async () => ({ kind: 'unreadable' }) as never
  context.rails.live = [{ ...live[0], bank: { ...bank!, confirmCredit } }]
  await told({ kind: 'hint', reference: 'S-1' })
  context.rails.live = live

  says = { kind: 'credit', credit: credit() }
  context.advance(2 * MINUTE)
  assert.equal(await judgeDue(context), 1)
  assert.deepEqual([await deposits(), asked], [1, 1])
})

test('a credit that comes while its account is locked is booked by a job, without an alarm', async (t) => {
  const error = t.mock.method(context.log, 'error', () => {})
  const warn = t.mock.method(context.log, 'warn', () => {})
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const holding = context.sql.begin(async (sql) => {
    await sql`select from ledger_account where business_id = ${business.businessId} for update`
    locked()
    await mayEnd
  })
  await isLocked
  const { status, body } = await told({ kind: 'credit' })
  end()
  await holding

  assert.deepEqual([status, body.message, await deposits()], [200, 'Noted', 0])
  assert.deepEqual(warn.mock.calls[0]?.arguments[1], 'the database is busy')
  assert.equal(error.mock.callCount(), 0)
  context.advance(2 * MINUTE)
  assert.equal(await judgeDue(context), 1)
  assert.equal(await deposits(), 1)
})

test('while its provider is not configured it waits', async () => {
  await told({ kind: 'hint', reference: 'S-1' })
  const { live } = context.rails
  context.advance(1 * HOUR)
  context.rails.live = []
  assert.equal(await judgeDue(context), 0)
  context.rails.live = live
  assert.equal(await judgeDue(context), 1)
})

test('two jobs judge one notification once', async () => {
  await told({ kind: 'hint', reference: 'S-1' })
  asked = 0
  context.advance(1 * HOUR)
  const taken = await Promise.all([judgeDue(context), judgeDue(context), judgeDue(context)])
  assert.deepEqual([taken.reduce((sum, one) => sum + one, 0), asked], [1, 1])
})

test('an operator has it judged again, and nothing is booked twice', async () => {
  await told({ kind: 'credit' })
  const [{ notificationId } = assert.fail()] = await kept()

  const again = await replay(context, notificationId)
  assert.deepEqual([again.verdict, again.tries], [null, 0])
  assert.equal(await judgeDue(context), 1)

  assert.deepEqual([(await kept())[0]?.verdict, await deposits()], ['credited', 1])
})

test('what was given up, and is judged again, is asked about as often as the first time', async (t) => {
  t.mock.method(context.log, 'error', () => {})
  says = { kind: 'not_found' }
  await told({ kind: 'hint', reference: 'S-1' })
  const untilGivenUp = async () => {
    const before = asked
    for (let times = 0; (await kept())[0]?.dueAt !== null; times += 1) {
      assert(times < 9, 'it is given up in the end')
      context.advance(1 * HOUR)
      await judgeDue(context)
    }
    return asked - before
  }
  const first = await untilGivenUp()
  const [{ notificationId } = assert.fail()] = await kept()

  await replay(context, notificationId)
  const again = await untilGivenUp()

  assert.deepEqual([first, again], [4, 4])
})

test('what cannot be read is kept for a person, what is of no use is noted', async (t) => {
  t.mock.method(context.log, 'error', () => {})
  assert.equal((await told({ kind: 'unreadable' })).body.message, 'Quarantined for review')
  assert.equal((await told({ kind: 'ignored' })).body.message, 'Noted')
  const verdicts = (await kept()).map(({ verdict }) => verdict)
  assert.deepEqual(verdicts, ['quarantined', 'ignored'])
})

test('after thirty days it is forgotten', async () => {
  await told({ kind: 'ignored' })
  context.advance(30 * DAY - MINUTE)
  assert.equal(await forgetNotifications(context), 0)
  context.advance(2 * MINUTE)
  assert.equal(await forgetNotifications(context), 1)
  assert.deepEqual(await kept(), [])
})

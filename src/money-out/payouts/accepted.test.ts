import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { assertBooksTie } from '../../../test/books.ts'
import { endEventsOf } from '../../../test/payments.ts'
import {
  type Bank,
  bookedFor,
  type Deed,
  FAILING_LATE_ACCOUNT,
  givenBank,
  payOut,
  payoutsOf,
  type Word,
  withBank,
} from '../../../test/payouts.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { SEALED } from '../../platform/secrets.ts'
import { concludePayouts, enquireAboutTransfer } from './conclude.ts'
import type { Payout } from './payouts.sql.ts'
import { toWirePayout } from './payouts.ts'

// An accepted transfer is enquired about and never requested again.

const context = useContext()

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  // The jobs of the next test must not find open payouts of this one.
  const never = new Date('2100-01-01')
  await context.sql`update payout set next_at = ${never} where next_at is not null`
})

test('an accepted payout is never requested again, whatever the bank says later', async () => {
  const bank = givenBank(['accepts'], ['has it in hand', 'knows nothing'])
  const { process, said } = loud(withBank(context, bank))
  const { payoutId } = await payOut(process, business)

  await lookFor(process, 3 * DAY)

  assert.deepEqual(bank.asked, [payoutId], 'once')
  assert.equal((await only()).state, 'pending')
  assert.deepEqual(await bookedFor(context, await only()), ['hold'])
  assert(said.includes('the outcome of a payout is still unknown'), 'a person is told')
  bank.words = ['tells']
  await lookFor(process, 1 * HOUR)
  assert.equal((await only()).state, 'success')
})

test('a payout accepted according to an enquiry is not requested again either', async () => {
  const bank = givenBank(['loses it'], ['has it in hand', 'knows nothing'])
  const process = withBank(context, bank)
  await payOut(process, business)

  await lookFor(process, 2 * HOUR)

  assert.equal(bank.asked.length, 1)
  assert((await only()).acceptedAt)
})

test('a payout accepted for days is enquired about once an hour, without an alarm', async () => {
  const bank = givenBank(['accepts'], ['has it in hand'])
  const { process, said } = loud(withBank(context, bank))
  await payOut(process, business)
  await lookFor(process, 2 * HOUR)
  const before = bank.enquired.length

  await lookFor(process, 10 * HOUR)

  const looks = bank.enquired.length - before
  assert(looks >= 9 && looks <= 11, `${looks} enquiries in ten hours`)
  assert.deepEqual(said, [])
})

test('an accepted payout that fails days later returns the money, with one event', async () => {
  const payout = await payOut(context, business, { accountNumber: FAILING_LATE_ACCOUNT })
  assert.equal(payout.state, 'pending')

  await lookFor(context, 1 * HOUR)

  const failed = await only()
  assert.deepEqual([failed.state, failed.failure], ['failed', 'account_closed'])
  assert.deepEqual(await bookedFor(context, failed), ['hold', 'void_hold'])
  assert.deepEqual(await endEventsOf(context, business), [
    { type: 'payout.failed', data: toWirePayout(failed) },
  ])
})

test('enquiries carry the bank’s own id, which is stored sealed', async () => {
  const bank = givenBank(['accepts'], ['has it in hand', 'tells'])
  const process = withBank(context, bank)
  const { payoutId } = await payOut(process, business)
  const { handle } = await only()
  assert.match(handle ?? '', SEALED)

  await lookFor(process, 1 * HOUR)

  assert.equal((await only()).state, 'success')
  assert.deepEqual(new Set(bank.handles), new Set([`handle of ${payoutId}`]))
  assert.equal((await only()).handle, handle, 'also when the last answer brought none')
})

test('an outcome with a handle that is too long is unknown, and logged', async () => {
  const bank: Bank = givenBank(['sends'])
  const scripted = withBank(context, bank)
  const { bank: real } = scripted.rails.test
  let length = 1_001
  const { process, said } = loud({
    ...scripted,
    rails: {
      live: [],
      test: {
        ...scripted.rails.test,
        bank: {
          ...real,
          enquireTransfer: async (request) => ({
            ...(await real.enquireTransfer(request)),
            handle: 'h'.repeat(length),
          }),
          transfer: async (request) => ({
            ...(await real.transfer(request)),
            handle: 'h'.repeat(length),
          }),
        },
      },
    },
  })

  assert.equal((await payOut(process, business)).state, 'pending')
  assert.deepEqual(said, ['a rail returned a handle that is too long to store'])
  length = 1_000
  await lookFor(process, 10 * MINUTE)

  assert.equal((await only()).state, 'success')
  assert.equal(bank.asked.length, 1)
})

test('a notification about a transfer causes an enquiry at once, and decides nothing', async () => {
  const bank = givenBank(['accepts'], ['tells'])
  const process = withBank(context, bank)
  const { payoutId, rail } = await payOut(process, business)
  context.advance(2)
  for (const [mode, from, key] of [
    ['live', rail, payoutId],
    ['test', 'another', payoutId],
    ['test', rail, 'no id'],
    ['test', rail, '00000000-0000-7000-8000-000000000001'],
  ] as const) {
    await enquireAboutTransfer(process, mode, from, key)
    assert.equal(await concludePayouts(process), 0, `${mode} ${from} ${key}`)
  }

  await enquireAboutTransfer(process, 'test', rail, payoutId)

  assert.equal((await only()).state, 'pending')
  assert.equal(await concludePayouts(process), 1)
  assert.equal((await only()).state, 'success')
})

test('a notification during an enquiry is not lost', async () => {
  const bank = givenBank(['accepts'], ['has it in hand'])
  const process = withBank(context, bank)
  const { payoutId, rail } = await payOut(process, business)
  const { bank: real } = process.rails.test
  context.advance(5 * MINUTE)
  const told = {
    ...process,
    rails: {
      live: [],
      test: {
        ...process.rails.test,
        bank: {
          ...real,
          enquireTransfer: async (request: Parameters<typeof real.enquireTransfer>[0]) => {
            await enquireAboutTransfer(process, 'test', rail, payoutId)
            return real.enquireTransfer(request)
          },
        },
      },
    },
  }

  assert.equal(await concludePayouts(told), 1)

  bank.words = ['tells']
  assert.equal(await concludePayouts(process), 1, 'it is due still')
  assert.equal((await only()).state, 'success')
})

const mixtures: [Deed[], Word[]][] = [
  [['accepts'], ['tells']],
  [['accepts'], ['is down', 'is silent', 'breaks', 'has it in hand', 'tells']],
  [
    ['loses it', 'accepts'],
    ['knows nothing', 'has it in hand', 'tells'],
  ],
]
for (const [deeds, words] of mixtures) {
  test(`a bank that ${[...deeds, ...words].join(', ')}: in the end it is sent, once`, async () => {
    const bank = givenBank([...deeds], [...words])
    const process = withBank(context, bank)
    await payOut(process, business)

    await lookFor(process, 3 * HOUR)

    const payout = await only()
    assert.equal(payout.state, 'success')
    assert.deepEqual(bank.sent, [payout.payoutId])
  })
}

async function only(): Promise<Payout> {
  const [payout, ...others] = await payoutsOf(context, business)
  assert(payout && others.length === 0)
  return payout
}

/** Runs the job at intervals for some time. */
async function lookFor(process: TestContext, ms: number): Promise<void> {
  const stepMs = Math.max(5 * MINUTE, ms / 100)
  for (let passed = 0; passed < ms; passed += stepMs) {
    context.advance(stepMs)
    await concludePayouts(process)
  }
}

function loud(process: TestContext) {
  const said: string[] = []
  const error = (_fields: object, message: string) => void said.push(message)
  return { process: { ...process, log: { ...process.log, error } }, said }
}

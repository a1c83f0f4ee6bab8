import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { breakable, Stopped } from '../../../test/faults.ts'
import {
  givenAccount,
  listDeposits,
  runJobs,
  runJobsOnce,
  transfer,
} from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'
import { HOUSE } from '../../core/context.ts'
import { balancesOf, listEntries } from '../../core/ledger/ledger.ts'
import { bookReturnDuty } from '../../core/stamp-duty.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { SEALED } from '../../platform/secrets.ts'
import type { ReturnEnquiry } from '../../providers/outcomes.ts'
import type { RailSet } from '../../providers/rails.ts'
import { enquireAboutReturn, type Returning, returnDue } from './return.ts'

/** Sandbox accounts: a return to the first is unknown, then done; to the second it is refused. */
const LATE_ACCOUNT = '8888888888'
const REFUSING_ACCOUNT = '9999999999'
/** Returns to both are accepted, and then done or refused. */
const ACCEPTING_ACCOUNT = '7777777777'
const FAILING_LATE_ACCOUNT = '6666666666'
/** A return of this amount owes stamp duty. */
const DUTY_FROM = 1_000_000
/** In the commit that records a return. */
const HOLD_READ = 'select debit_account as debit, credit_account as'

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('a return without an answer is requested again, and is one return', async () => {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, {
    account_number,
    amount: 1,
    sender_account_number: LATE_ACCOUNT,
  })

  await runJobsOnce(context)

  assert.equal((await listDeposits(api, business))[0].status, 'returning')
  const held = await balancesOf(context, business)
  assert.deepEqual([held.unmatched.posted, held.unmatched.available], [1n, 0n])
  await runJobsOnce(context)
  assert.equal((await listDeposits(api, business))[0].status, 'returning', 'it pauses')
  context.advance(1 * MINUTE)
  await runJobsOnce(context)
  const [deposit] = await listDeposits(api, business)
  assert.equal(deposit.status, 'returned')
  await assertSettled(context)
})

test('a return that may have been made is enquired about, not requested again', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const sender_account_number = LATE_ACCOUNT
  await transfer(api, business, { account_number, amount: 1, sender_account_number })
  const process = counting({ kind: 'returned', sessionId: 'S-1' })
  await returnDue(process)
  assert.deepEqual([process.asked.length, process.enquired.length], [1, 0])
  context.advance(1 * MINUTE)

  await returnDue(process)

  assert.deepEqual([process.asked.length, process.enquired.length], [1, 1])
  const [deposit] = await listDeposits(api, business)
  assert.deepEqual([deposit.status, deposit.return_session_id], ['returned', 'S-1'])
})

test('the bank learns which request is the first, and an overtaken worker does not ask again', async () => {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: 1, sender_account_number: LATE_ACCOUNT })
  const answer = Promise.withResolvers<ReturnEnquiry>()
  const slow = counting(answer.promise)
  const quick = counting({ kind: 'not_found' })
  quick.rails.test.bank.returnCredit = async ({ firstAskedAt }) => {
    quick.firsts.push(firstAskedAt instanceof Date)
    return { kind: 'unknown' }
  }

  await returnDue(quick)
  context.advance(3 * MINUTE)
  const slowly = returnDue(slow)
  await until('it enquires', async () => slow.enquired.length === 1)
  context.advance(2 * MINUTE)
  await returnDue(quick)
  answer.resolve({ kind: 'not_found' })
  await slowly

  assert.deepEqual([quick.firsts, slow.firsts], [[true, true], []])
  await runJobs(context)
  assert.equal((await listDeposits(api, business))[0].status, 'returned')
})

test('a return that the bank refuses stays listed for a person to decide', async () => {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, {
    account_number,
    amount: 77,
    sender_account_number: REFUSING_ACCOUNT,
  })

  await runJobs(context)
  context.advance(30 * DAY)
  await runJobs(context)

  const [deposit] = await listDeposits(api, business, '?status=return_refused')
  assert.deepEqual([deposit.amount, deposit.return_session_id], [77, null])
  const { unmatched } = await balancesOf(context, business)
  assert.deepEqual([unmatched.posted, unmatched.available], [77n, 77n])
})

test('two workers send a deposit back once', async () => {
  const worker = contextOn(context.database)
  const returns: string[] = []
  const { bank } = context.rails.test
  const counted = {
    ...bank,
    returnCredit: (request: Parameters<typeof bank.returnCredit>[0]) => {
      returns.push(request.key)
      return bank.returnCredit(request)
    },
  }
  const deposits = []
  for (let i = 0; i < 10; i++) {
    const { business, account_number } = await givenAccount(context, api)
    const { body } = await transfer(api, business, { account_number, amount: 5 })
    deposits.push(parsePublicId('deposit', body.data.id))
  }
  const processes = [context, worker, context, worker].map((process) => ({
    ...process,
    rails: { test: { ...process.rails.test, bank: counted }, live: [] },
  }))

  await Promise.all(processes.map(runJobsOnce))

  assert.deepEqual(returns.sort(), deposits.sort())
  await assertSettled(context)
  await disconnect(worker)
})

test('a return that comes back before it is recorded costs no stamp duty', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const sent = { account_number, amount: DUTY_FROM, sender_account_number: LATE_ACCOUNT }
  await transfer(api, business, sent)
  await returnDue(context)
  context.advance(1 * MINUTE)
  const told = breakable(counting({ kind: 'returned', sessionId: 'S-1' }))
  told.arm({ point: 1, name: HOLD_READ, when: 'before', does: 'dies' })
  await assert.rejects(returnDue(told.context), Stopped)
  told.disarm()
  context.advance(1 * MINUTE)

  await returnDue(counting({ kind: 'refused', reason: 'account_closed' }))

  const [deposit] = await listDeposits(api, business)
  assert.equal(deposit.status, 'return_refused')
  const { depositId } = await givenKnown(business)
  assert.deepEqual(await listEntries(context.sql, HOUSE, 'test', depositId), [])
})

test('a return whose duty an earlier version booked before it ends, with that duty', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const sent = { account_number, amount: DUTY_FROM, sender_account_number: LATE_ACCOUNT }
  await transfer(api, business, sent)
  await returnDue(context)
  const deposit = await givenKnown(business)
  await context.sql.begin((sql) =>
    bookReturnDuty(context, sql, { ...deposit, causeId: deposit.depositId }),
  )
  context.advance(1 * MINUTE)

  await returnDue(counting({ kind: 'returned', sessionId: 'S-1' }))

  assert.equal((await listDeposits(api, business))[0].status, 'returned')
  assert.equal((await listEntries(context.sql, HOUSE, 'test', deposit.depositId)).length, 1)
})

test('a deposit that fails to be returned does not block the others', async () => {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: 8 })
  await transfer(api, business, { account_number, amount: 9 })
  const faulty = breakable(context)

  // The first call claims; the second is for the first deposit.
  faulty.arm({ point: 2, when: 'before', does: 'fails' })
  await assert.rejects(returnDue(faulty.context), Stopped)
  faulty.disarm()

  const states = (await listDeposits(api, business)).map(({ status }: { status: string }) => status)
  assert.deepEqual(states.sort(), ['returned', 'unmatched'])
  context.advance(1 * MINUTE)
  await runJobs(context)
  await assertSettled(context)
})

for (const [what, sender_account_number, end, left] of [
  ['sent back', ACCEPTING_ACCOUNT, 'returned', 0n],
  ['refused', FAILING_LATE_ACCOUNT, 'return_refused', 9n],
] as const) {
  test(`a return that is accepted, and ${what} in the end: requested once`, async () => {
    const { business, account_number } = await givenAccount(context, api)
    await transfer(api, business, { account_number, amount: 9, sender_account_number })
    const process = counting()
    await returnDue(process)
    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.status, 'returning')
    context.advance(1 * MINUTE)
    await returnDue(process)
    const known = await givenKnown(business)
    assert.match(known.returnHandle ?? '', SEALED)
    assert(known.returnAcceptedAt)
    const held = (await balancesOf(context, business)).unmatched
    assert.deepEqual([held.posted, held.available], [9n, 0n])

    context.advance(2 * DAY)
    await returnDue(process)

    const [ended] = await listDeposits(api, business)
    assert.equal(ended.status, end)
    assert.equal(process.asked.length, 1)
    assert.equal(process.enquired.length, 2)
    assert(process.enquired.every((handle) => handle !== undefined))
    const { unmatched } = await balancesOf(context, business)
    assert.deepEqual([unmatched.posted, unmatched.available], [left, left])
  })
}

test('an accepted return is not requested again, even if the bank does not know it', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const sender_account_number = ACCEPTING_ACCOUNT
  await transfer(api, business, { account_number, amount: 9, sender_account_number })
  const process = counting({ kind: 'not_found' })
  const said: string[] = []
  process.log = { ...process.log, error: (_, message) => void said.push(message) }
  for (let hour = 0; hour < 5; hour++) {
    await returnDue(process)
    context.advance(1 * HOUR)
  }

  assert.equal(process.asked.length, 1)
  assert.equal((await listDeposits(api, business))[0].status, 'returning')
  assert(said.includes('the outcome of a return is still unknown'))
  for (let looks = 0; looks < 2; looks++) {
    await enquireAboutReturn(context, 'test', 'sandbox', (await givenKnown(business)).depositId)
    assert.equal(await returnDue(context), 1, 'news makes it asked about at once')
  }
  assert.equal((await listDeposits(api, business))[0].status, 'returned')
})

test('a return is late an hour after its first request, however old its deposit is', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const sender_account_number = LATE_ACCOUNT
  await transfer(api, business, { account_number, amount: 9, sender_account_number })
  const process = counting({ kind: 'unknown' })
  const said: string[] = []
  process.log = { ...process.log, error: (_, message) => void said.push(message) }
  context.advance(1 * DAY)

  for (const minutes of [1, 53]) {
    assert.equal(await returnDue(process), 1)
    context.advance(minutes * MINUTE)
  }
  assert.equal(await returnDue(process), 1)
  assert.deepEqual(said, [])
  context.advance(6 * MINUTE)
  assert.equal(await returnDue(process), 1)

  assert.deepEqual(said, ['the outcome of a return is still unknown'])
  await runJobs(context)
})

// What the bank answers to the first request, and then to the second.
for (const [name, sender_account_number, end] of [
  ['sent it back', '1234567890', 'returned'],
  ['did not know', LATE_ACCOUNT, 'returned'],
  ['refused', REFUSING_ACCOUNT, 'return_refused'],
] as const) {
  test(`a worker that froze past its lease when the bank ${name} changes nothing`, async () => {
    const names = await pointsOfReturn(sender_account_number)
    await runJobs(context)
    const { business, account_number } = await givenAccount(context, api)
    await transfer(api, business, { account_number, amount: 6, sender_account_number })
    const frozen = breakable(context)
    const meanwhile = async () => {
      context.advance(2 * MINUTE)
      await returnDue(context)
    }

    const point = names.indexOf('bank rail: returnCredit') + 1
    frozen.arm({ point, when: 'after', does: meanwhile })
    await returnDue(frozen.context)
    frozen.disarm()

    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.status, end)
    assert.equal(deposit.return_session_id !== null, end === 'returned')
    await runJobs(context)
    await assertBooksTie(context)
  })
}

async function givenKnown({ businessId }: GivenBusiness): Promise<Returning> {
  const [row] = await context.sql<Returning[]>`
    select * from deposit where business_id = ${businessId}
  `
  assert(row)
  return row
}

/** A process that counts its calls to the bank. `says`: the answers to enquiries. */
function counting(says?: ReturnEnquiry | Promise<ReturnEnquiry>) {
  const { bank, ...others } = context.rails.test
  const asked: string[] = []
  const firsts: boolean[] = []
  const enquired: (string | undefined)[] = []
  const counted: RailSet['bank'] = {
    ...bank,
    returnCredit: (request) => {
      asked.push(request.key)
      firsts.push(request.firstAskedAt instanceof Date)
      return bank.returnCredit(request)
    },
    enquireReturn: async (request) => {
      enquired.push(request.handle)
      return says ?? bank.enquireReturn(request)
    },
  }
  return {
    ...context,
    asked,
    firsts,
    enquired,
    rails: { live: [], test: { ...others, bank: counted } },
  }
}

/** The calls of an undisturbed return. */
async function pointsOfReturn(sender_account_number: string): Promise<string[]> {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: 6, sender_account_number })
  const watched = breakable(context)
  watched.arm(null)
  await returnDue(watched.context)
  return watched.disarm()
}

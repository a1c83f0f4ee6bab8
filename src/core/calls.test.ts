import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../test/api.ts'
import { assertBooksTie } from '../../test/books.ts'
import { CALL_MS, hearing } from '../../test/heard.ts'
import { givenAccount, listDeposits, transfer } from '../../test/payments.ts'
import { useContext } from '../../test/support.ts'
import { returns } from '../payments/deposits/return.ts'
import { DAY, later, MINUTE, SECOND } from '../platform/clock.ts'
import { RECOVERED } from '../providers/switches.ts'
import type { Known } from './call-spec.ts'
import { enter, lastRecovery, release } from './recovery/recovery.ts'

// The rules of every kind of call that no feature's own tests show, by the example of returns.

const context = useContext()
const api = useApi(context)

afterEach(async () => {
  await assertBooksTie(context)
  await context.sql`delete from recovery`
  await context.sql`update deposit set next_return_at = null where state = 'unmatched'`
})

const RETURNED = { kind: 'returned', sessionId: 'S-1' }
const OPERATOR = { by: 'operator@example.com', reason: 'The statement was read.' }

/** A deposit that goes back, and a process that hears what the bank is asked. */
async function given() {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: 9 })
  const process = hearing(context, /^(returnCredit|enquireReturn)$/)
  const only = async () => (await listDeposits(api, business))[0]
  return { process, only }
}

/** A recovery that ended so long ago, and the word of it, if it is still said. */
async function restored(process: ReturnType<typeof hearing>, agoMs: number, isSaid: boolean) {
  const restoredTo = later(process.now(), -agoMs - 3 * DAY)
  await enter(context.sql, later(restoredTo, 1 * DAY), { reason: 'older_copy', restoredTo })
  const released = { ...context, now: () => later(process.now(), -agoMs) }
  await release(released, (await lastRecovery(context.sql))!, [], OPERATOR)
  process.rails.off = new Set(isSaid ? [RECOVERED] : [])
  return restoredTo
}

test('after a restore, what was never asked is enquired about first, since the restore point', async () => {
  const { process, only } = await given()
  const restoredTo = await restored(process, 0, true)
  process.says['bank.enquireReturn'] = [{ kind: 'unknown' }, RETURNED]

  await returns.runDue(process)
  const [[call, request]] = process.heard() as [[string, { askedAt: Date }]]
  assert.deepEqual([call, request.askedAt], ['bank.enquireReturn', restoredTo])
  assert.equal((await only()).status, 'unmatched', 'silence sends nothing')
  process.advance(1 * MINUTE)
  await returns.runDue(process)

  assert.deepEqual(calls(process), ['bank.enquireReturn'], 'it is not asked for')
  assert.deepEqual([(await only()).status, (await only()).return_session_id], ['returned', 'S-1'])
})

for (const [what, agoMs, madeAgoMs, isEnquired] of [
  ['made before the release, months ago', 90 * DAY, 100 * DAY, true],
  ['made a moment before the release', 90 * DAY, 90 * DAY + 1, true],
  ['made in the seven days after the release', 90 * DAY, 83 * DAY + 1, true],
  ['made in these days, a moment ago', 7 * DAY, 1, true],
  ['made seven days after the release', 90 * DAY, 83 * DAY, false],
  ['made since', 90 * DAY, 1 * DAY, false],
] as const) {
  test(`${agoMs / DAY} days after a restore, a return ${what}`, async () => {
    const { process, only } = await given()
    await restored(process, agoMs, false)
    const madeAt = later(process.now(), -madeAgoMs)
    await context.sql`update deposit set created_at = ${madeAt} where state = 'unmatched'`
    process.says['bank.enquireReturn'] = [{ kind: 'not_found' }]

    await returns.runDue(process)

    const asked = ['bank.returnCredit']
    assert.deepEqual(calls(process), isEnquired ? ['bank.enquireReturn', ...asked] : asked)
    assert.equal((await only()).status, 'returned')
  })
}

test('of several restores that a row has seen, the earliest says since when it may have left', async () => {
  const { process } = await given()
  const first = await restored(process, 30 * DAY, true)
  await restored(process, 1 * DAY, true)
  const madeAt = later(process.now(), -60 * DAY)
  await context.sql`update deposit set created_at = ${madeAt} where state = 'unmatched'`
  process.says['bank.enquireReturn'] = [RETURNED]

  await returns.runDue(process)

  const [[, { askedAt }]] = process.heard() as [[string, { askedAt: Date }]]
  assert.deepEqual(askedAt, first)
})

test('a call that is made again after two restores may have left since the first of them', async () => {
  const { process } = await given()
  const first = await restored(process, 6 * DAY, true)
  await restored(process, 1 * DAY, true)
  const askedUntil = later(process.now(), -3 * DAY)
  process.says['bank.enquireReturn'] = [RETURNED]

  await returns.runDue(process)

  const [[, request]] = process.heard() as [[string, Known]]
  assert.deepEqual([request.askedAt, request.askedUntil], [first, askedUntil])
})

test('what was asked for since a restore was asked for when its row says', async () => {
  const { process } = await given()
  await restored(process, 0, true)
  process.says['bank.enquireReturn'] = [{ kind: 'not_found' }, RETURNED]
  process.says['bank.returnCredit'] = [{ kind: 'unknown' }]
  const askedAt = later(process.now(), CALL_MS)

  await returns.runDue(process)
  process.advance(10 * MINUTE)
  await returns.runDue(process)

  const [, , [call, request]] = process.heard() as [unknown, unknown, [string, Known]]
  assert.equal(call, 'bank.enquireReturn')
  assert.deepEqual([request.askedAt, request.askedUntil], [askedAt, undefined])
})

test('an enquiry is repeated ever more rarely the longer ago the request was', async () => {
  const { process } = await given()
  const unknown = { kind: 'unknown' }
  process.says['bank.returnCredit'] = [unknown]
  process.says['bank.enquireReturn'] = Array.from({ length: 12 }, () => unknown)
  await returns.runDue(process)
  process.heard()
  const begun = process.now().getTime()

  const moments: number[] = []
  for (let second = 0; second < 1_200; second++) {
    process.advance(1 * SECOND)
    const at = process.now().getTime()
    await returns.runDue(process)
    if (process.heard().length > 0) moments.push(Math.round((at - begun) / SECOND))
  }

  const pauses = moments.map((at, i) => at - (moments[i - 1] ?? 0))
  assert(pauses.every((pause, i) => i === 0 || pause >= pauses[i - 1]! || pause >= 300))
  assert(moments[0]! < 10 && pauses.at(-1)! >= 300 && pauses.at(-1)! < 310, pauses.join())
})

function calls(process: ReturnType<typeof hearing>): string[] {
  return process.heard().map(([call]) => call)
}

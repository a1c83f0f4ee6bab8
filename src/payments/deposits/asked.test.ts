import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { CALL_MS, hearing, railFeesOf } from '../../../test/heard.ts'
import { givenAccount, transfer } from '../../../test/payments.ts'
import { useContext } from '../../../test/support.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { enquireAboutReturn, type Returning, returnDue } from './return.ts'

// Everything a bank is asked about a return, from the request to its end. Each call takes seconds,
// so no two moments are equal.

const context = useContext()
const api = useApi(context)
afterEach(() => assertBooksTie(context))

test('what the bank is asked about a return, and when', async () => {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: 12_345 })
  const process = hearing(context, /^(returnCredit|enquireReturn)$/)
  const { businessId: onBehalfOf } = business
  const row = async () => {
    const [deposit] = await context.sql<Returning[]>`
      select * from deposit where business_id = ${onBehalfOf}
    `
    return deposit!
  }
  const whenDue = async (lateMs = 0) => {
    const { nextReturnAt } = (await row()) as Returning & { nextReturnAt: Date }
    process.advance(nextReturnAt.getTime() - process.now().getTime() - 1)
    assert.equal(await returnDue(process), 0)
    process.advance(1 + lateMs)
    const at = process.now()
    assert.equal(await returnDue(process), 1)
    const { nextReturnAt: next } = (await row()) as Returning & { nextReturnAt: Date | null }
    const waitsMs = next === null ? null : next.getTime() - process.now().getTime()
    return { at, asked: process.heard(), waitsMs }
  }
  const { depositId: key, createdAt } = await row()
  const known = { key, onBehalfOf }
  const enquired = (askedAt: Date, handle?: string) => [
    'bank.enquireReturn',
    { ...known, askedAt, ...(handle !== undefined && { handle }) },
  ]
  /** The whole row of the credit is sent: the bank takes what it needs. */
  const assertAsked = async (one: unknown, firstAskedAt: Date) => {
    const [call, { credit, ...request }] = one as [string, { credit: Returning }]
    const { amount, sessionId, senderAccountNumber, senderBankCode, accountNumber } = await row()
    assert.equal(call, 'bank.returnCredit')
    assert.deepEqual(request, { ...known, amount, firstAskedAt })
    const of = { amount, sessionId, senderAccountNumber, senderBankCode, accountNumber }
    assert.partialDeepStrictEqual(credit, { ...of, depositId: key })
  }

  // The first request carries the time of the deposit.
  process.advance(10 * MINUTE)
  process.says['bank.returnCredit'] = [{ kind: 'unknown', handle: 'first' }]
  const firstAt = process.now()
  assert.equal(await returnDue(process), 1)
  const [asked, ...none] = process.heard()
  await assertAsked(asked, firstAt)
  assert.deepEqual(none, [])
  assert.deepEqual((await row()).returnAskedAt, firstAt)
  assert.notDeepEqual(createdAt, firstAt)

  // A request that had not arrived after two minutes is sent again, with a new time.
  process.says['bank.enquireReturn'] = [{ kind: 'not_found' }]
  process.says['bank.returnCredit'] = [{ kind: 'unavailable' }]
  const again = await whenDue(2 * MINUTE)
  const secondAt = later(again.at, CALL_MS)
  assert.deepEqual(again.asked[0], enquired(firstAt, 'first'))
  await assertAsked(again.asked[1], secondAt)
  assert.deepEqual([again.asked.length, again.waitsMs], [2, 30 * SECOND])
  assert.deepEqual((await row()).returnAskedAt, secondAt)

  // The enquiry carries the time of the last request, not of the first.
  process.says['bank.enquireReturn'] = [{ kind: 'unknown', handle: 'second' }]
  const unlisted = await whenDue(1 * HOUR)
  assert.deepEqual(unlisted.asked, [enquired(secondAt, 'first')])
  assert.equal(unlisted.waitsMs, 5 * MINUTE, 'it is late')

  // An accepted return is only enquired about, whatever the bank says.
  process.says['bank.enquireReturn'] = [
    { kind: 'accepted', handle: 'third' },
    { kind: 'not_found' },
    { kind: 'returned', sessionId: 'S-9', fee: kobo(5n) },
  ]
  const accepted = await whenDue()
  assert.deepEqual(accepted.asked, [enquired(secondAt, 'second')])
  assert.deepEqual((await row()).returnAcceptedAt, later(accepted.at, CALL_MS))
  assert.equal(accepted.waitsMs, 1 * HOUR)
  const denied = await whenDue()
  assert.deepEqual(denied.asked, [enquired(secondAt, 'third')])
  assert.equal(denied.waitsMs, 5 * MINUTE)
  process.advance(2 * SECOND)
  await enquireAboutReturn(process, 'test', 'sandbox', key)
  assert.equal(await returnDue(process), 1, 'news makes it due at once')
  assert.deepEqual(process.heard(), [enquired(secondAt, 'third')])
  const { state, ...ended } = (await row()) as Returning & { nextReturnAt: Date | null }
  assert.deepEqual([state, ended.nextReturnAt], ['returned', null])
  assert.deepEqual(await railFeesOf(context, key), ['rail_return_fee 5'])
})

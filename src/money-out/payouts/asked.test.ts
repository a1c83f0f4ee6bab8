import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertBooksTie } from '../../../test/books.ts'
import { CALL_MS, type Heard, hearing, railFeesOf } from '../../../test/heard.ts'
import { PAYOUT, payOut, payoutsOf } from '../../../test/payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { concludePayouts } from './conclude.ts'

// Every request to a bank about a payout, from the first to the end. Each call takes
// seconds, so that no two times are equal.

const context = useContext()
afterEach(async () => {
  await assertBooksTie(context)
  // The jobs of the next test must not find open payouts of this one.
  await context.sql`update payout set next_at = ${new Date('2100-01-01')} where next_at is not null`
})

const BANK = { code: '058', nipCode: '000013' }
const UNKNOWN = { kind: 'unknown' }
const BACK = { kind: 'reversed', reason: 'account_closed' }
const TRANSFERS = /^(enquireBeneficiary|transfer|enquireTransfer)$/

function given() {
  const process = hearing(context, TRANSFERS)
  process.says['bank.enquireBeneficiary'] = [
    { kind: 'found', accountName: 'EMEKA PAYEE', enquiry: 'answer-1' },
  ]
  return process
}

async function only(business: GivenBusiness) {
  const [payout, ...others] = await payoutsOf(context, business)
  assert(payout && others.length === 0)
  return payout
}

/** What the job asks exactly when it is due. */
async function whenDue(process: Heard, business: GivenBusiness) {
  const { nextAt } = await only(business)
  const waited = nextAt!.getTime() - process.now().getTime()
  process.advance(waited - 1)
  assert.equal(await concludePayouts(process), 0)
  process.advance(1)
  const at = process.now()
  assert.equal(await concludePayouts(process), 1)
  return { at, waited, asked: process.heard() }
}

for (const [what, naming] of [
  ['a reference', { reference: 'RENT-MAY' }],
  ['an Idempotency-Key', { requestName: 'key of the business' }],
  ['neither', {}],
] as const) {
  test(`what the bank is asked about a payout with ${what}, and when it is asked again`, async () => {
    const business = await givenBusiness(context)
    const process = given()
    const begunAt = process.now()
    process.says['bank.transfer'] = [{ ...UNKNOWN, handle: 'first' }]

    await payOut(process, business, { amount: 123_456, reason: 'Rent', ...naming })

    const { payoutId, railKey, ...row } = await only(business)
    const onBehalfOf = business.businessId
    const key = what === 'neither' ? payoutId : railKey
    const { account_number: accountNumber } = PAYOUT
    const transfer = [
      'bank.transfer',
      {
        key,
        onBehalfOf,
        enquiry: 'answer-1',
        bank: BANK,
        accountNumber,
        accountName: 'EMEKA PAYEE',
        amount: kobo(123_456n),
        narration: 'Rent',
      },
    ]
    const enquired = (handle: string, askedAt: Date) => [
      'bank.enquireTransfer',
      { key, onBehalfOf, handle, askedAt },
    ]
    const named = ['bank.enquireBeneficiary', { onBehalfOf, bank: BANK, accountNumber }]
    assert.deepEqual(process.heard(), [named, transfer])
    const first = later(begunAt, CALL_MS)
    assert.deepEqual([row.createdAt, row.askedAt], [first, first])

    // A request unknown after two minutes never arrives: it is sent again.
    // Each call takes three seconds; each wait is as long as the time since the request.
    const waits = [3, 9, 21, 45, 93].map((seconds) => seconds * SECOND)
    const kinds = ['unknown', 'unavailable', 'not_found', 'not_found', 'not_found']
    for (const [i, ms] of waits.entries()) {
      process.says['bank.enquireTransfer'] = [{ kind: kinds[i], ...(i === 1 && { handle: 'own' }) }]
      process.says['bank.transfer'] = [{ ...UNKNOWN, handle: 'second' }]
      const { at, asked, waited } = await whenDue(process, business)
      const again = i === 4
      const handle = i < 2 ? 'first' : 'own'
      assert.deepEqual(asked, [enquired(handle, first), ...(again ? [transfer] : [])])
      assert.equal(waited, ms)
      const { askedAt } = await only(business)
      assert.deepEqual(askedAt, again ? later(at, CALL_MS) : first)
    }
    const second = (await only(business)).askedAt!

    // An accepted payout is only enquired about.
    process.says['bank.enquireTransfer'] = [{ kind: 'accepted', handle: 'third' }]
    const accepted = await whenDue(process, business)
    assert.deepEqual(accepted.asked, [enquired('second', second)])
    assert.equal(accepted.waited, 3 * SECOND, 'from the beginning')
    process.advance(3 * MINUTE)
    process.says['bank.enquireTransfer'] = [{ kind: 'not_found' }]
    await concludePayouts(process)
    assert.deepEqual(process.heard(), [enquired('third', second)])

    // A sent payout is enquired about for some days.
    process.says['bank.enquireTransfer'] = [{ kind: 'sent', sessionId: 'S-1', handle: 'fourth' }]
    const sent = await whenDue(process, business)
    assert.deepEqual(sent.asked, [enquired('third', second)])
    const { state, sessionId, completedAt } = await only(business)
    assert.deepEqual([state, sessionId], ['success', 'S-1'])
    assert.deepEqual(completedAt, later(sent.at, CALL_MS))
    const pauses = [10 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR, 3 * DAY]
    let due = later(sent.at, CALL_MS)
    for (const [i, ms] of pauses.entries()) {
      process.says['bank.enquireTransfer'] = [{ kind: 'sent', sessionId: 'S-1', fee: kobo(7n) }]
      const { asked, at } = await whenDue(process, business)
      due = later(due, ms)
      assert.deepEqual([asked, at], [[enquired('fourth', second)], due], `look ${i}`)
    }
    assert.equal((await only(business)).nextAt, null)
    assert.deepEqual(await railFeesOf(context, payoutId), ['rail_fee 7'])
  })
}

test('if the bank is down, a payout is sent again after half a minute, as if never requested', async () => {
  const business = await givenBusiness(context)
  const process = given()
  process.says['bank.transfer'] = [{ kind: 'unavailable' }, { kind: 'accepted', handle: 'x' }]
  await payOut(process, business, { reference: 'RENT-MAY' })
  const { askedAt, keyedAt } = await only(business)
  assert.deepEqual([askedAt, keyedAt], [null, null])
  const [, transfer] = process.heard()

  const { at, asked, waited } = await whenDue(process, business)

  assert.deepEqual([asked, waited], [[transfer], 30 * SECOND])
  assert.deepEqual((await only(business)).askedAt, at)
  assert.equal((transfer![1] as { narration: string }).narration, 'RENT-MAY')
})

test('a return reported days later is booked when it is reported', async () => {
  const business = await givenBusiness(context)
  const process = given()
  process.says['bank.transfer'] = [{ kind: 'sent', sessionId: 'S-1', handle: 'x' }]
  const { payoutId } = await payOut(process, business)
  process.heard()
  const sent = { kind: 'sent', sessionId: 'S-1' }
  process.says['bank.enquireTransfer'] = [UNKNOWN, { kind: 'unavailable' }, sent, BACK]

  // An unanswered enquiry is repeated after an hour.
  const waits: number[] = []
  for (let look = 0; look < 4; look++) {
    const { asked, waited } = await whenDue(process, business)
    waits.push(waited)
    const [[call, request]] = asked as [[string, { key: string; handle: string }]]
    assert.deepEqual([call, request.key, request.handle], ['bank.enquireTransfer', payoutId, 'x'])
  }
  assert.deepEqual(waits.slice(0, 3), [10 * MINUTE, 1 * HOUR, 1 * HOUR])
  // Two unanswered enquiries and the duration of the calls have passed the second age.
  assert.equal(waits[3], 5 * HOUR - 3 * CALL_MS)
  const { state, reversedAt, nextAt } = await only(business)
  assert.deepEqual([state, reversedAt, nextAt], ['reversed', process.now(), null])
})

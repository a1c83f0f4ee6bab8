import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertBooksTie } from '../../../test/books.ts'
import { hearing } from '../../../test/heard.ts'
import { PAYOUT, payOut, payoutsOf } from '../../../test/payouts.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { decide, enter, lastRecovery, openDebits, release } from '../../core/recovery/recovery.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { RECOVERED } from '../../providers/switches.ts'
import { concludePayouts } from './conclude.ts'

// After a restore and a change of banks: which bank is asked about a payout that may have been
// sent, since when, and where the payout stays.

const context = useContext()
afterEach(async () => {
  await assertBooksTie(context)
  const never = new Date('2100-01-01')
  await context.sql`update payout set next_at = ${never} where next_at is not null`
  await context.sql`delete from recovered_debit`
  await context.sql`delete from rail_balance`
  await context.sql`delete from recovery`
})

const OPERATOR = { by: 'operator@example.com', reason: 'The statement was read.' }
const LIKE = { mode: 'test', amount: kobo(PAYOUT.amount) } as const

/** A process an hour after the release of recovery mode, after a change of banks. */
async function restored(debits: Parameters<typeof release>[2] = []) {
  const business = await givenBusiness(context)
  const process = hearing(context, /^(transfer|enquireTransfer)$/)
  const restoredTo = later(process.now(), -3 * DAY)
  const enteredAt = later(process.now(), -2 * DAY)
  await enter(context.sql, enteredAt, { reason: 'older_copy', restoredTo })
  const released = { ...context, now: () => later(process.now(), -1 * HOUR) }
  await release(released, (await lastRecovery(context.sql))!, debits, OPERATOR)
  const { test } = process.rails
  const former = [{ ...process.rail('old'), mode: 'test' as const }]
  process.rails = { test, live: [], former, off: new Set([RECOVERED]) }
  const only = async () => (await payoutsOf(context, business))[0]!
  return { business, process, restoredTo, enteredAt, only }
}

const NOT_FOUND = { kind: 'not_found' }
const SENT = { kind: 'sent', sessionId: 'S-before', handle: 'before' }
const ACCEPTED = { kind: 'accepted', handle: 'before' }
const TODAY = 'bank.enquireTransfer'
const OLD = 'old bank.enquireTransfer'

type Row = {
  what: string
  named?: boolean
  isRecovered?: boolean
  says: Record<string, object>
  asked: string[]
  stands: [state: string, rail: string, sessionId: string | null, isAsked: boolean]
}
const ROWS: Row[] = [
  {
    what: 'no bank has heard of',
    says: { [TODAY]: NOT_FOUND, [OLD]: NOT_FOUND },
    asked: [TODAY, OLD, 'bank.transfer'],
    stands: ['success', 'sandbox', 'S-new', true],
  },
  {
    what: 'the former bank has sent',
    says: { [TODAY]: NOT_FOUND, [OLD]: SENT },
    asked: [TODAY, OLD],
    stands: ['success', 'old', 'S-before', true],
  },
  {
    what: 'today’s bank has sent',
    says: { [TODAY]: SENT },
    asked: [TODAY],
    stands: ['success', 'sandbox', 'S-before', true],
  },
  {
    what: 'the former bank has accepted',
    says: { [TODAY]: NOT_FOUND, [OLD]: ACCEPTED },
    asked: [TODAY, OLD],
    stands: ['pending', 'old', null, true],
  },
  {
    what: 'the former bank has failed',
    says: { [TODAY]: NOT_FOUND, [OLD]: { kind: 'failed', reason: 'account_closed' } },
    asked: [TODAY, OLD],
    stands: ['failed', 'old', null, true],
  },
  {
    what: 'the former bank has back',
    says: { [TODAY]: NOT_FOUND, [OLD]: { kind: 'reversed', reason: 'account_closed' } },
    asked: [TODAY, OLD],
    stands: ['failed', 'old', null, true],
  },
  ...['unknown', 'unavailable'].flatMap((kind): Row[] => [
    {
      what: `today’s bank is ${kind} about`,
      says: { [TODAY]: { kind } },
      asked: [TODAY],
      stands: ['pending', 'sandbox', null, false],
    },
    {
      what: `the former bank is ${kind} about`,
      says: { [TODAY]: NOT_FOUND, [OLD]: { kind } },
      asked: [TODAY, OLD],
      stands: ['pending', 'sandbox', null, false],
    },
  ]),
  {
    what: 'has a name that only its row knows',
    named: false,
    says: { [TODAY]: NOT_FOUND },
    asked: [TODAY, 'bank.transfer'],
    stands: ['success', 'sandbox', 'S-new', true],
  },
  {
    what: 'is asked for when nothing was restored of late',
    isRecovered: false,
    says: {},
    asked: ['bank.transfer'],
    stands: ['success', 'sandbox', 'S-new', true],
  },
]

for (const { what, named = true, isRecovered = true, says, asked, stands } of ROWS) {
  test(`after a restore, a payout that ${what}`, async () => {
    const { business, process, restoredTo, enteredAt, only } = await restored()
    if (!isRecovered) {
      process.rails.off = new Set()
      await context.sql`delete from recovery`
    }
    for (const [call, answer] of Object.entries(says)) process.says[call] = [answer]
    process.says['bank.transfer'] = [{ kind: 'sent', sessionId: 'S-new' }]

    await payOut(process, business, { reference: named ? 'RENT-MAY' : null })

    const heard = process.heard()
    assert.deepEqual(
      heard.map(([call]) => call),
      asked,
    )
    const payout = await only()
    const key = named ? payout.railKey : payout.payoutId
    for (const [call, request] of heard.filter(([call]) => call.endsWith('enquireTransfer'))) {
      const asked = { askedAt: restoredTo, askedUntil: enteredAt }
      const enquired = { key, onBehalfOf: business.businessId, ...asked }
      assert.deepEqual(request, enquired, call)
    }
    const { state, rail, sessionId, askedAt } = payout
    assert.deepEqual([state, rail, sessionId, askedAt !== null], stands)
  })
}

const GONE = 'gone bank.enquireTransfer'

/** A provider whose balance was last asked for then. */
function configuredAt(rail: string, askedAt: Date) {
  return context.sql`
    insert into rail_balance (mode, rail, asked_at) values ('test', ${rail}, ${askedAt})
  `
}

test('what a provider may have sent before it was taken out of the settings waits for it', async () => {
  const { business, process, restoredTo, enteredAt, only } = await restored()
  await configuredAt('gone', later(restoredTo, -1 * MINUTE))
  process.says[TODAY] = [NOT_FOUND, NOT_FOUND]
  process.says[OLD] = [NOT_FOUND, NOT_FOUND]
  process.says[GONE] = [SENT]

  await payOut(process, business, { reference: 'RENT-MAY' })
  const waiting = await only()
  process.rails.former!.push({ ...process.rail('gone'), mode: 'test' })
  process.advance(1 * MINUTE)
  await concludePayouts(process)

  assert.deepEqual([waiting.state, waiting.askedAt], ['pending', null])
  const heard = process.heard()
  assert.deepEqual(
    heard.map(([call]) => call),
    [TODAY, OLD, TODAY, OLD, GONE],
  )
  const { askedAt, askedUntil } = heard.at(-1)![1] as { askedAt: Date; askedUntil: Date }
  assert.deepEqual([askedAt, askedUntil], [restoredTo, enteredAt])
  const { state, rail, sessionId } = await only()
  assert.deepEqual([state, rail, sessionId], ['success', 'gone', SENT.sessionId])
})

test('a provider taken out long before the restore point, or without payouts, holds none up', async () => {
  const { business, process, restoredTo, only } = await restored()
  await configuredAt('gone', later(restoredTo, -2 * DAY))
  await configuredAt('cards', later(restoredTo, -1 * MINUTE))
  const { card } = process.rail('cards')
  process.rails.former!.push({ card, mode: 'test' })
  process.says[TODAY] = [NOT_FOUND]
  process.says[OLD] = [NOT_FOUND]

  await payOut(process, business, { reference: 'RENT-MAY' })

  assert.equal((await only()).state, 'success')
})

test('a payout found at the former bank is then enquired about only there', async () => {
  const { business, process, only } = await restored()
  process.says = Object.assign(process.says, { [TODAY]: [NOT_FOUND], [OLD]: [ACCEPTED, SENT] })
  await payOut(process, business, { reference: 'RENT-MAY' })
  const { askedAt } = await only()
  process.heard()
  process.advance(2 * SECOND)

  assert.equal(await concludePayouts(process), 1)

  const [[call, request], ...others] = process.heard() as [[string, object]]
  const { state, rail, railKey: key } = await only()
  const enquired = { key, onBehalfOf: business.businessId, handle: 'before', askedAt }
  assert.deepEqual([call, request, others], [OLD, enquired, []])
  assert.deepEqual([state, rail], ['success', 'old'])
})

test('a payout requested before the restore point is enquired about at the bank of its row', async () => {
  const { business, process, only } = await restored()
  process.rails.off = new Set()
  process.says['bank.transfer'] = [{ kind: 'unknown' }, { kind: 'sent', sessionId: 'S-new' }]
  await payOut(process, business, { reference: 'RENT-MAY' })
  const { askedAt } = await only()
  process.rails.off = new Set([RECOVERED])
  process.heard()
  process.advance(1 * HOUR)
  process.says[TODAY] = [NOT_FOUND]

  await concludePayouts(process)

  const [enquiry, transfer, ...others] = process.heard()
  assert.equal(enquiry?.[0], TODAY)
  assert.deepEqual((enquiry[1] as { askedAt: Date }).askedAt, askedAt)
  assert.deepEqual([transfer?.[0], others], ['bank.transfer', []])
})

test('a debit matched to a payout holds no equal one', async () => {
  const left = { ...LIKE, rail: 'old', sessionId: 'S-before', accountNumber: '0000000018' }
  const { business, process } = await restored([{ ...left, occurredAt: context.now() }])
  process.says[TODAY] = [NOT_FOUND, NOT_FOUND]
  process.says[OLD] = [SENT, NOT_FOUND]
  process.says['bank.transfer'] = [{ kind: 'sent', sessionId: 'S-new' }]

  const first = await payOut(process, business, { reference: 'RENT-MAY' })
  assert.deepEqual(await openDebits(context.sql, 9), [])
  const second = await payOut(process, business, { reference: 'RENT-JUNE' })

  const sessions = [first, second].map(({ sessionId }) => sessionId)
  assert.deepEqual(sessions, ['S-before', 'S-new'])
})

// Transfers sent after the restore point without a payout.
for (const [what, debit, isHeld] of [
  ['to the same account', { accountNumber: PAYOUT.account_number }, true],
  ['to an account that is not said', { accountNumber: '' }, true],
  ['by the former bank', { accountNumber: PAYOUT.account_number, rail: 'old' }, true],
  ['to another account', { accountNumber: '0000000026' }, false],
  ['of another amount', { accountNumber: PAYOUT.account_number, amount: kobo(1n) }, false],
  ['of live mode', { accountNumber: PAYOUT.account_number, mode: 'live' }, false],
] as const) {
  test(`money that left unexplained ${what} ${isHeld ? 'holds' : 'does not hold'} a payout`, async () => {
    const left = {
      ...LIKE,
      rail: 'sandbox',
      sessionId: 'S-left',
      occurredAt: later(context.now(), -2 * DAY),
      ...debit,
    }
    const { business, process, only } = await restored([left])
    const says = { [TODAY]: [NOT_FOUND, NOT_FOUND], [OLD]: [NOT_FOUND, NOT_FOUND] }
    process.says = Object.assign(process.says, says)
    process.says['bank.transfer'] = [{ kind: 'sent', sessionId: 'S-new' }]

    await payOut(process, business, { reference: 'RENT-MAY' })

    assert.equal((await only()).state, isHeld ? 'pending' : 'success')
    if (!isHeld) return
    const { askedAt, nextAt } = await only()
    assert.deepEqual([askedAt, nextAt], [null, later(process.now(), 30 * SECOND)])
    const decision = { decidedAt: process.now(), decidedBy: OPERATOR.by, reason: 'Not ours.' }
    await context.sql.begin((sql) => decide(sql, left, decision))
    process.advance(1 * MINUTE)
    await concludePayouts(process)
    assert.equal((await only()).state, 'success')
  })
}

import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { balances, disputed } from '../../../test/disputes.ts'
import { pay, runJobs, verifyPayment } from '../../../test/payments.ts'
import { payoutsOf } from '../../../test/payouts.ts'
import { type Paid, refunded } from '../../../test/refunds.ts'
import { assertSettlementsTie, standing } from '../../../test/settlements.ts'
import {
  givenSplit,
  givenSubaccounts,
  type SplitBody,
  sharedIn,
  subaccountIdOf,
} from '../../../test/splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { payDue } from '../../money-out/payouts/subaccounts.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { DAY } from '../../platform/clock.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { closeDispute } from './close.ts'
import type { Dispute } from './disputes.sql.ts'

// A dispute of a payment that the business shares with two subaccounts.

const AMOUNT = 500_000
const RUNS = 15
const TERMS = { percentage: [33.33, 12.5], flat: [100_001, 50_000] } as const
const NOTHING = [
  [0, 0],
  [0, 0],
]
const BEARERS = ['account', 'all', 'subaccount'] as const

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let codes: string[]
beforeEach(async () => {
  business = await givenBusiness(context)
  codes = await givenSubaccounts(api, business, 2)
})
afterEach(async () => {
  await assertSettlementsTie(context)
  await assertBooksTie(context)
  // The next test must not pay what this one leaves.
  await context.sql`update subaccount set active = false where mode = 'test'`
})

const won = (dispute: Dispute) => closeDispute(context, dispute, { status: 'won', by: 'operator' })
const lost = (dispute: Dispute) =>
  closeDispute(context, dispute, { status: 'lost', by: 'operator' })
/** Available and pending of the business, and of each subaccount. */
const purses = () => standing(context, business, codes)

type Shared = Paid & { shares: number[] }

async function givenShared(
  type: SplitBody['type'] = 'flat',
  bearer: (typeof BEARERS)[number] = 'account',
  amount = AMOUNT,
): Promise<Shared> {
  const parts = codes.map((subaccount_id, i) => ({ subaccount_id, share: TERMS[type][i]! }))
  const split_code = await givenSplit(api, business, parts, {
    type,
    bearer_type: bearer,
    ...(bearer === 'subaccount' && { bearer_subaccount_id: codes[1]! }),
  })
  const { access_code, reference } = await givenPayment(api, business, { amount, split_code })
  await pay(api, access_code, 'success')
  const record = await verifyPayment(api, business, reference)
  const { subaccounts: shares } = await sharedIn(context, business, record)
  return { id: parsePublicId('transaction', record.id)!, reference, shares }
}

/** What each subaccount gave to this dispute. */
async function givenBy({ disputeId }: Dispute): Promise<number[]> {
  const rows = await context.sql<{ account: string; amount: bigint }[]>`
    select split_part(debit_account, '/', 2) as account, sum(amount)::bigint as amount
    from ledger_entry
    where cause_id = ${disputeId} and credit_account = 'disputed' group by 1
  `
  return codes.map((code) => {
    const row = rows.find(({ account }) => account === subaccountIdOf(code))
    return Number(row?.amount ?? 0)
  })
}

/** Pays out all that the subaccounts have. */
async function payOut(): Promise<void> {
  await untilDone(context, payDue)
  await runJobs(context)
  assert.deepEqual((await purses()).slice(1), NOTHING)
}

for (const type of ['percentage', 'flat'] as const) {
  for (const bearer of BEARERS) {
    for (const settlement of ['instant', 'T+1'] as const) {
      test(`a dispute takes back each ${type} share as it was paid, settled ${settlement}, fee borne by ${bearer}`, async () => {
        await changeSettings(context, business, { settlement })
        const before = await purses()
        const paid = await givenShared(type, bearer)
        const after = await purses()

        const dispute = await disputed(context, business, paid)

        assert.deepEqual(await givenBy(dispute), paid.shares)
        const [own, ...theirs] = await purses()
        const fees = sum(before[0]!) + AMOUNT - sum(after[0]!) - paid.shares[0]! - paid.shares[1]!
        assert.equal(sum(own!), sum(before[0]!) - fees, 'the business bears the fee')
        assert.deepEqual(theirs, NOTHING)

        await won(dispute)
        assert.deepEqual((await purses()).map(sum), after.map(sum))
      })
    }
  }
}

test('a subaccount that was paid out in between gives what it has, and the business bears the rest', async () => {
  const first = await givenShared('percentage')
  await payOut()
  const second = await givenShared('percentage', 'account', AMOUNT / 2)
  const [own, ...theirs] = await purses()

  const dispute = await disputed(context, business, first)

  assert.deepEqual(await givenBy(dispute), second.shares)
  const borne = AMOUNT - sum(second.shares)
  assert.deepEqual(await purses(), [[own![0]! - borne, 0], ...NOTHING])

  await won(dispute)
  assert.deepEqual(await purses(), [own, ...theirs])
})

test('what neither the subaccounts nor the business have is a debt of the business', async () => {
  const paid = await givenShared()
  await payOut()
  await setWallet(context, business, kobo(10_000))
  const dispute = await disputed(context, business, paid)
  assert((await balances(context, business)).includes(`debt -${AMOUNT - 10_000}`))

  const { shares } = await givenShared()

  assert.deepEqual((await purses()).slice(1), [
    [shares[0], 0],
    [shares[1], 0],
  ])
  await won(dispute)
  const left = await balances(context, business)
  assert(!left.some((one) => one.startsWith('debt')), left.join())
})

test('a subaccount gives its pending money first, and then what is available', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const first = await givenShared('percentage')
  await settleNow(context, business)
  const second = await givenShared('percentage', 'account', AMOUNT / 2)

  const dispute = await disputed(context, business, first)

  assert.deepEqual(await givenBy(dispute), first.shares)
  const left = second.shares.map((share) => [share, 0])
  assert.deepEqual((await purses()).slice(1), left)
})

test('a dispute between payment and settlement leaves nothing of the shares to settle', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const { shares, ...paid } = await givenShared()
  const dispute = await disputed(context, business, paid)

  context.advance(4 * DAY)
  await settleNow(context, business)
  assert.deepEqual((await purses()).slice(1), NOTHING)

  await won(dispute)
  await settleNow(context, business)
  assert.deepEqual((await purses()).slice(1), [
    [shares[0], 0],
    [shares[1], 0],
  ])
})

test('a part of a payment that is settled while it is disputed is settled without the disputed part', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const paid = await givenShared()
  const dispute = await disputed(context, business, paid, { amount: kobo(AMOUNT / 2) })
  const given = await givenBy(dispute)

  await settleNow(context, business)

  const left = paid.shares.map((share, i) => [share - given[i]!, 0])
  assert.deepEqual((await purses()).slice(1), left)
  await lost(dispute)
  assert.deepEqual((await purses()).slice(1), left)
})

test('what a lost dispute took of a subaccount is not paid out to it', async () => {
  const paid = await givenShared()
  const dispute = await disputed(context, business, paid)

  await payOut()
  await lost(dispute)
  await payOut()

  assert.deepEqual(await payoutsOf(context, business), [])
})

test('after a refund, which the business bears, each gives its part of what is left', async () => {
  const paid = await givenShared('percentage')
  await refunded(api, business, paid, 100_000)

  const dispute = await disputed(context, business, paid)

  assert.equal(dispute.amount, kobo(AMOUNT - 100_000))
  assert.deepEqual(await givenBy(dispute), [133_320, 50_000])
})

test('two halves of a payment take no more than the whole of a share', async () => {
  const paid = await givenShared('flat')
  const half = { amount: kobo(AMOUNT / 2) }

  const one = await givenBy(await disputed(context, business, paid, half))
  const other = await givenBy(await disputed(context, business, paid, half))

  assert.deepEqual(
    [one, other],
    [
      [50_000, 25_000],
      [50_000, 25_000],
    ],
  )
})

test('however a payment is disputed, part by part, shares and parts sum to the kobo', async () => {
  const parts = fc.array(fc.integer({ min: 1, max: AMOUNT }), { minLength: 1, maxLength: 5 })
  const type = fc.constantFrom('percentage' as const, 'flat' as const)
  const settlement = fc.constantFrom('instant' as const, 'T+1' as const)
  await fc.assert(
    fc.asyncProperty(
      parts,
      type,
      settlement,
      fc.boolean(),
      async (wanted, ofType, when, isPoor) => {
        business = await givenBusiness(context)
        codes = await givenSubaccounts(api, business, 2)
        await changeSettings(context, business, { settlement: when })
        const paid = await givenShared(ofType, 'all')
        if (isPoor && when === 'instant') await payOut()
        await setWallet(context, business, kobo(isPoor ? 0 : AMOUNT))
        const before = (await purses()).map(sum)
        const opened: Dispute[] = []
        let left = AMOUNT
        for (const part of wanted) {
          const amount = Math.min(part, left)
          if (amount === 0) break
          left -= amount
          const dispute = await disputed(context, business, paid, { amount: kobo(amount) })
          const whole = paid.shares.map((share) => Math.floor((share * amount) / AMOUNT))
          const given = await givenBy(dispute)
          if (!isPoor || when === 'T+1') assert.deepEqual(given, whole)
          else assert.deepEqual(given, [0, 0])
          opened.push(dispute)
        }
        const { disputed: taken } = await balancesOf(context, business)
        assert.equal(Number(taken.posted), AMOUNT - left)

        for (const dispute of opened) await won(dispute)

        assert.deepEqual((await purses()).map(sum), before)
        assert.equal((await balancesOf(context, business)).debt.posted, 0n)
        await settleNow(context, business)
        await assertBooksTie(context)
      },
    ),
    { numRuns: RUNS },
  )
})

function sum([one, other]: number[]): number {
  return one! + other!
}

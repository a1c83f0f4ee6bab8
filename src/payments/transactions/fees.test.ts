import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kobo } from '../../platform/money.ts'
import { amountToNet, type FeePlan, feesOf } from './fees.ts'

const plan: FeePlan = {
  basisPoints: 150,
  flat: kobo(10_000),
  flatFrom: kobo(250_000),
  max: kobo(200_000),
}

// Worked by hand, in kobo: amount, fee, VAT, net.
const worked: [number, number, number, number][] = [
  [100, 2, 0, 98],
  [101, 2, 0, 99],
  [5_000, 75, 6, 4_919],
  [100_000, 1_500, 113, 98_387],
  [200_000, 3_000, 225, 196_775],
  [249_999, 3_750, 281, 245_968],
  [250_000, 13_750, 1_031, 235_219],
  [500_000, 17_500, 1_313, 481_187],
  [1_234_567, 28_519, 2_139, 1_203_909],
  [5_000_000, 85_000, 6_375, 4_908_625],
  [12_666_600, 199_999, 15_000, 12_451_601],
  [12_666_601, 200_000, 15_000, 12_451_601],
  [20_000_000, 200_000, 15_000, 19_785_000],
]
for (const [amount, fee, vat, net] of worked) {
  test(`a payment of ${amount} kobo costs ${fee} and ${vat} of VAT`, () => {
    assert.deepEqual(feesOf(plan, kobo(amount)), { fee: kobo(fee), vat: kobo(vat), net: kobo(net) })
  })
}

// What the business wants, and what the customer pays for it.
const borne: [number, number][] = [
  [100, 102],
  [10_000, 10_164],
  [200_000, 203_279],
  [245_968, 249_999],
  [245_969, 260_927],
  [250_000, 265_024],
  [500_000, 519_121],
  [20_000_000, 20_215_000],
]
for (const [wanted, amount] of borne) {
  test(`to receive ${wanted} kobo the customer is asked for ${amount}`, () => {
    assert.equal(amountToNet(plan, kobo(wanted)), kobo(amount))
  })
}

const plans = fc.record({
  basisPoints: fc.integer({ min: 0, max: 10_000 }),
  flat: fc.integer({ min: 0, max: 100_000 }).map(kobo),
  flatFrom: fc.integer({ min: 0, max: 1_000_000 }).map(kobo),
  max: fc.integer({ min: 0, max: 1_000_000 }).map(kobo),
})
const amounts = fc.bigInt({ min: 100n, max: 1_000_000_000_000n }).map(kobo)

test('fee, VAT and net sum to the amount and none is negative, whatever the plan', () => {
  fc.assert(
    fc.property(plans, amounts, (anyPlan, amount) => {
      const { fee, vat, net } = feesOf(anyPlan, amount)
      assert.equal(fee + vat + net, amount)
      assert(fee >= 0n && vat >= 0n && net >= 0n)
    }),
  )
})

test('what the customer pays nets the requested amount, and one kobo less would not', () => {
  const wanted = fc.oneof(
    fc.integer({ min: 100, max: 600_000 }),
    fc.integer({ min: 12_000_000, max: 13_000_000 }),
  )
  fc.assert(
    fc.property(wanted, (requested) => {
      const amount = amountToNet(plan, kobo(requested))
      assert(feesOf(plan, amount).net >= BigInt(requested))
      // Nothing within reach below it would do. The net rises by less than an amount does.
      for (let less = BigInt(requested); less < amount; less++) {
        assert(feesOf(plan, kobo(less)).net < BigInt(requested), `${less} would do`)
      }
    }),
    { numRuns: 60 },
  )
})

test('with any plan, what the customer pays nets the requested amount', () => {
  fc.assert(
    fc.property(plans, amounts, (anyPlan, wanted) => {
      assert(feesOf(anyPlan, amountToNet(anyPlan, wanted)).net >= wanted)
    }),
  )
})

test('if the percentage leaves nothing, the customer pays the maximum fee and its VAT', () => {
  const all: FeePlan = { ...plan, basisPoints: 10_000, flat: kobo(0), max: kobo(1_000) }
  assert.equal(amountToNet(all, kobo(50_000)), kobo(51_075))
})

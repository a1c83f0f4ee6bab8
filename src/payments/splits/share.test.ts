import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Kobo, kobo } from '../../platform/money.ts'
import { apportioned, type BearerType, shareOut, type Terms } from './share.ts'

const BEARERS: BearerType[] = ['account', 'subaccount', 'all', 'all-proportional']
const AMOUNT_MIN = 100n
const AMOUNT_MAX = 1_000_000_000_000n

function shared(bearerType: BearerType, bearerId: string | null = null) {
  const shares = [
    { id: 'a', share: 2_000n },
    { id: 'b', share: 3_000n },
  ]
  const terms = { type: 'percentage', bearerType, bearerId, shares } as const
  const { service, business, subaccounts } = shareOut({ ...terms }, kobo(1_000_000), kobo(26_875))!
  return [...subaccounts.map(({ amount }) => amount), business, service].map(Number)
}

test('₦10,000.00, A 20 %, B 30 %, a fee of ₦268.75: each bearer as calculated by hand', () => {
  assert.deepEqual(shared('account'), [200_000, 300_000, 473_125, 26_875])
  assert.deepEqual(shared('subaccount', 'a'), [173_125, 300_000, 500_000, 26_875])
  assert.deepEqual(shared('all'), [191_041, 291_042, 491_042, 26_875])
  assert.deepEqual(shared('all-proportional'), [194_625, 291_937, 486_563, 26_875])
})

const amounts = fc.bigInt({ min: AMOUNT_MIN, max: AMOUNT_MAX })
/** Distinct ids, with small, large and equal weights. */
const parties = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    weight: fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 10_000n })),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 50 },
)
const cases = fc.record({
  amount: amounts,
  // In millionths of the amount. A fee may take nearly all of it.
  fee: fc.oneof(fc.bigInt({ min: 0n, max: 20_000n }), fc.bigInt({ min: 0n, max: 1_000_000n })),
  parties,
  bearerType: fc.constantFrom(...BEARERS),
  bearer: fc.nat(),
  type: fc.constantFrom('percentage' as const, 'flat' as const),
  /** In ten-thousandths of the amount: the part of the subaccounts. */
  given: fc.bigInt({ min: 1n, max: 10_000n }),
})
type Drawn = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

function termsOf({ amount, parties, bearerType, bearer, type, given }: Drawn): Terms {
  const whole = type === 'percentage' ? given : (amount * given) / 10_000n
  const weights = parties.map(({ weight }) => weight)
  const shares = apportioned(whole, weights).map((share, i) => ({ id: parties[i]!.id, share }))
  const bearerId = bearerType === 'subaccount' ? parties[bearer % parties.length]!.id : null
  return { type, bearerType, bearerId, shares }
}

function check(run: (drawn: Drawn) => void): void {
  fc.assert(fc.property(cases, run), { numRuns: 5_000 })
}

test('the parts and the fee sum to the amount, and none is negative', () => {
  check((drawn) => {
    const service = (drawn.amount * drawn.fee) / 1_000_000n
    const terms = termsOf(drawn)
    const shares = shareOut(terms, kobo(drawn.amount), kobo(service))
    const named = terms.shares.reduce((all, { share }) => all + share, 0n)
    if (shares === null) {
      assert(terms.type === 'flat' && named + service > drawn.amount)
      return
    }
    const parts = [shares.business, ...shares.subaccounts.map(({ amount }) => amount)]
    assert(parts.every((part) => part >= 0n))
    assert.equal(parts.reduce((all, part) => all + part, 0n) + shares.service, drawn.amount)
    assert.equal(shares.service, service)
  })
})

test('of equal parts the first ones get the left-over kobo', () => {
  assert.deepEqual(apportioned(1n, [1n, 1n]), [1n, 0n])
  assert.deepEqual(apportioned(11n, [2n, 2n, 2n]), [4n, 4n, 3n])
  assert.deepEqual(apportioned(5n, [0n, 0n]), [0n, 0n])
})

test('the order of the subaccounts makes no difference', () => {
  check((drawn) => {
    const terms = termsOf(drawn)
    const service = kobo((drawn.amount * drawn.fee) / 1_000_000n)
    const mixed = { ...terms, shares: [...terms.shares].sort((a, b) => Number(a.share - b.share)) }
    const [one, other] = [terms, mixed].map((named) => {
      const shares = shareOut(named, kobo(drawn.amount), service)
      return shares && new Map(shares.subaccounts.map(({ id, amount }) => [id, amount]))
    })
    assert.deepEqual(one, other)
  })
})

test('without a fee each gets its part, to within a kobo', () => {
  check((drawn) => {
    const terms = { ...termsOf(drawn), type: 'percentage' as const }
    const whole = terms.shares.reduce((all, { share }) => all + share, 0n)
    if (whole > 10_000n) return
    const { subaccounts } = shareOut(terms, kobo(drawn.amount), kobo(0))!
    for (const [i, { amount }] of subaccounts.entries()) {
      const off = amount * 10_000n - drawn.amount * terms.shares[i]!.share
      assert(off > -10_000n && off < 10_000n)
    }
  })
})

test('a bearer whose part is smaller than the fee pays all of its part, and the business the rest', () => {
  const shares = [
    { id: 'a', share: 50n },
    { id: 'b', share: 9_000n },
  ]
  const terms: Terms = { type: 'percentage', bearerType: 'subaccount', bearerId: 'a', shares }

  const out = shareOut(terms, kobo(100_000), kobo(2_000))!

  assert.deepEqual(
    out.subaccounts.map(({ amount }) => Number(amount)),
    [0, 90_000],
  )
  assert.equal(out.business, 8_000n, '9,500 less the 1,500 that a could not give')
})

test('if nothing is left for the business, the subaccounts pay its fee together', () => {
  const shares = [
    { id: 'a', share: 4_000n },
    { id: 'b', share: 6_000n },
  ]
  const terms: Terms = { type: 'percentage', bearerType: 'account', bearerId: null, shares }

  const out = shareOut(terms, kobo(100_000), kobo(2_000))!

  assert.deepEqual(
    out.subaccounts.map(({ amount }) => Number(amount)),
    [39_200, 58_800],
  )
  assert.equal(out.business, 0n)
})

test('flat shares and a fee that sum to the amount fit; a kobo more does not', () => {
  const of = (share: bigint) =>
    shareOut(
      { type: 'flat', bearerType: 'account', bearerId: null, shares: [{ id: 'a', share }] },
      kobo(100_000),
      kobo(2_000),
    )
  assert.deepEqual(of(98_000n)?.business, 0n)
  assert.equal(of(98_001n), null)
})

test('a fee below zero, or above what was paid, is a fault of ours', () => {
  const shares = [{ id: 'a', share: 5_000n }]
  const terms: Terms = { type: 'percentage', bearerType: 'account', bearerId: null, shares }
  for (const fee of [-1n, 100_001n]) {
    assert.throws(() => shareOut(terms, kobo(100_000), fee as Kobo), /a fee is a part/)
  }
  assert.equal(shareOut(terms, kobo(100_000), kobo(100_000))?.business, 0n)
})

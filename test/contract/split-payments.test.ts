import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { givenPayment, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { contentsOf, startPublicly } from '../calls.ts'
import {
  askForAccount,
  creditTo,
  eventsOf,
  givenDedicated,
  notify,
  pay,
  transfer,
  verifyPayment,
} from '../payments.ts'
import {
  changeSplit,
  changeSubaccount,
  givenSplit,
  givenSubaccount,
  givenSubaccounts,
  type SplitBody,
  sharedIn,
  subaccountOf,
} from '../splits.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// The contract, parts "split_code" and "Splits": what becomes of the payments that are shared.

const context = useContext()
const api = useApi(context)

const AMOUNT = 1_000_000
const PATH = '/api/v1/transactions/initialize'
const GOOD = { amount: AMOUNT, email: 'ada@example.com', name: 'Ada Example' }
const NOT_APPLIED = 'The split was not applied'

let business: GivenBusiness
let first: string
let second: string
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
})
beforeEach(async () => {
  business = await givenBusiness(context)
  const made = await givenSubaccounts(api, business, 2)
  ;[first, second] = made as [string, string]
})
afterEach(() => assertBooksTie(context))

const verify = (reference: string) => verifyPayment(api, business, reference)
const initialize = (more: object) =>
  api.post(PATH, { key: business.keys.secretKey, body: { ...GOOD, ...more } })
const split = (shares: [number, number], more: Partial<SplitBody> = {}) =>
  givenSplit(
    api,
    business,
    [first, second].map((subaccount, i) => ({ subaccount_id: subaccount, share: shares[i]! })),
    more,
  )

/** What there was to see before it was paid, and afterwards. */
type Paid = Awaited<ReturnType<typeof verify>>
const ways: Record<string, (body: object) => Promise<{ before: Paid; after: Paid }>> = {
  card: async (body) => {
    const { access_code, reference } = await givenPayment(api, business, { ...GOOD, ...body })
    const before = await verify(reference)
    await pay(api, access_code, 'success')
    return { before, after: await verify(reference) }
  },
  bank_transfer: async (body) => {
    const { access_code, reference } = await givenPayment(api, business, { ...GOOD, ...body })
    const before = await verify(reference)
    const account_number = await askForAccount(api, access_code)
    await transfer(api, business, { account_number, amount: before.amount })
    return { before, after: await verify(reference) }
  },
}

/** A deposit to a customer's account for ever whose deposits are shared so. */
async function deposit(split_code: string, amount = AMOUNT): Promise<Paid> {
  const account_number = await sharedAccount(split_code)
  const credit = creditTo(context, account_number, amount)
  await notify(api, context, credit)
  return verify(credit.sessionId)
}

let customers = 0
async function sharedAccount(split_code: string): Promise<string> {
  customers += 1
  const email = `shared-${customers}@example.com`
  const { body } = await api.post('/api/v1/dedicated-virtual-accounts', {
    key: business.keys.secretKey,
    body: { customer: { first_name: 'Ada', last_name: 'Example', email }, split_code },
  })
  assert.equal(body.data?.split_code, split_code, JSON.stringify(body))
  return body.data.account_number
}

async function balances() {
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const of = ({ available, pending }: Record<string, number>) => [available, pending]
  const parties = await Promise.all(
    [first, second].map((code) => subaccountOf(api, business, code)),
  )
  return [of(body.data), ...parties.map(of)]
}

// ₦10,000.00, of which the first gets 20 % and the second 30 %, in kobo. The fee with VAT is
// ₦268.75 at the checkout and ₦107.50 on a dedicated account. What does not divide goes to the
// largest remainder, of equal ones to the first.
type Worked = [Partial<SplitBody>, checkout: number[], dedicated: number[]]
const worked = (): Worked[] => [
  [{ bearer_type: 'account' }, [200_000, 300_000, 473_125], [200_000, 300_000, 489_250]],
  [
    { bearer_type: 'subaccount', bearer_subaccount_id: first },
    [173_125, 300_000, 500_000],
    [189_250, 300_000, 500_000],
  ],
  [{ bearer_type: 'all' }, [191_041, 291_042, 491_042], [196_416, 296_417, 496_417]],
  [{ bearer_type: 'all-proportional' }, [194_625, 291_937, 486_563], [197_850, 296_775, 494_625]],
]
const kinds = { percentage: [20, 30], flat: [200_000, 300_000] } as const

for (const [type, shares] of Object.entries(kinds)) {
  for (const channel of Object.keys(ways)) {
    test(`"shares + fee = amount to the kobo": ${type} shares of a payment by ${channel}, whoever bears the fee`, async () => {
      for (const [bearer, [a, b, own]] of worked()) {
        const code = await split([...shares] as [number, number], {
          type: type as 'flat',
          ...bearer,
        })
        const from = await balances()

        const { before, after } = await ways[channel]!({ split_code: code })

        const formula = {
          subaccounts: [
            { subaccount_id: first, share: shares[0] },
            { subaccount_id: second, share: shares[1] },
          ],
        }
        const bearer_subaccount_id = bearer.bearer_subaccount_id ?? null
        const kept = { split_code: code, name: 'Two cooks', type, ...bearer, bearer_subaccount_id }
        assert.deepEqual(before.split, { ...kept, formula, shares: null })
        const subaccounts = [
          { subaccount_id: first, amount: a },
          { subaccount_id: second, amount: b },
        ]
        const told = { service: 25_000, vat: 1_875, business: own, subaccounts }
        assert.deepEqual(after.split, { ...kept, formula, shares: told })
        assert.deepEqual([after.channel, after.fees, after.net_amount], [channel, 26_875, 973_125])
        await sharedIn(context, business, after)
        const gained = [own, a, b].map((amount, i) => [from[i]![0]! + amount!, 0])
        assert.deepEqual(await balances(), gained)
        const events = await eventsOf(context, business)
        assert.deepEqual(events.at(-1), { type: 'transaction.success', data: after })
      }
    })
  }

  test(`"split_code accepted on create so that deposits are split": ${type} shares, whoever bears the fee`, async () => {
    for (const [bearer, , [a, b, own]] of worked()) {
      const code = await split([...shares] as [number, number], { type: type as 'flat', ...bearer })

      const paid = await deposit(code)

      assert.equal(paid.split.split_code, code)
      const expected = { fees: 10_750, business: own, subaccounts: [a, b] }
      assert.deepEqual(await sharedIn(context, business, paid), expected)
    }
  })
}

test('"unknown, foreign or inactive split_code … are 422 invalid_split", all with one answer', async () => {
  const headers = { 'x-request-id': 'the-same-for-all' }
  const other = await givenBusiness(context, 'Other Store')
  const live = { keys: await givenLive(context, business.businessId) }
  const codes = ['SPL_unknown', `SPL_${'A'.repeat(22)}`, first, "'; drop table split", '😀']
  for (const stranger of [other, live]) {
    const subaccount = await givenSubaccount(api, stranger)
    codes.push(await givenSplit(api, stranger, [{ subaccount_id: subaccount, share: 5 }]))
  }
  codes.push(await split([20, 30]))
  await changeSplit(api, business, codes.at(-1)!, { active: false })
  codes.push(await split([20, 30]))
  await changeSubaccount(api, business, second, { active: false })
  const rows = await contentsOf(context)
  const { secretKey: key, publicKey } = business.keys
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'new@example.com' }

  const said = new Set<string>()
  for (const split_code of codes) {
    const answers = [
      await api.post(PATH, { key, headers, body: { ...GOOD, split_code } }),
      await api.post('/api/v1/dedicated-virtual-accounts', {
        key,
        headers,
        body: { customer, split_code },
      }),
      await startPublicly(
        api,
        { key: publicKey, amount: String(AMOUNT), email: GOOD.email, split_code },
        { headers },
      ),
    ]
    for (const { status, body, text } of answers) {
      assert.deepEqual([status, body.code], [422, 'invalid_split'], split_code)
      said.add(text)
    }
  }
  assert.equal(said.size, 1)
  assert.deepEqual(await contentsOf(context), rows, 'nothing was begun')

  await changeSubaccount(api, business, second, { active: true })
  assert.equal((await initialize({ split_code: codes.at(-1) })).status, 200, 'active again')
})

test('"flat shares + fee must fit the amount": to the kobo, or it is 422 invalid_split', async () => {
  const fits = await split([900_000, 73_125], { type: 'flat' })
  const doesNot = await split([900_000, 73_126], { type: 'flat' })

  const { after } = await ways['card']!({ split_code: fits })
  const rows = await contentsOf(context)
  const refused = await initialize({ split_code: doesNot })

  const expected = { fees: 26_875, business: 0, subaccounts: [900_000, 73_125] }
  assert.deepEqual(await sharedIn(context, business, after), expected)
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_split'])
  assert.deepEqual(await contentsOf(context), rows)
  assert.equal((await initialize({ split_code: doesNot, amount: AMOUNT + 2 })).status, 200)
})

test('"A split is frozen into the transaction at initialize", whatever is changed afterwards', async () => {
  const split_code = await split([20, 30])
  const { access_code, reference } = await givenPayment(api, business, { ...GOOD, split_code })
  const { split: before } = await verify(reference)
  const subaccounts = [{ subaccount_id: second, share: 90 }]
  const change = { name: 'Later', bearer_type: 'all', active: false, subaccounts }
  assert.equal((await changeSplit(api, business, split_code, change)).status, 200)
  await changeSubaccount(api, business, first, { active: false })

  await pay(api, access_code, 'success')

  const paid = await verify(reference)
  assert.deepEqual({ ...paid.split, shares: null }, before)
  const expected = { fees: 26_875, business: 473_125, subaccounts: [200_000, 300_000] }
  assert.deepEqual(await sharedIn(context, business, paid), expected)
})

test('asked for again with its reference it is the same payment with the same split_code alone', async () => {
  const [one, other] = [await split([20, 30]), await split([20, 30])]
  const asked = { reference: 'order-1', split_code: one }
  const { access_code } = (await initialize(asked)).body.data
  await changeSplit(api, business, one, { name: 'Later' })

  assert.equal((await initialize(asked)).body.data.access_code, access_code)
  for (const split_code of [other, undefined]) {
    const { status, body } = await initialize({ ...asked, split_code })
    assert.deepEqual([status, body.code], [409, 'duplicate_reference'])
  }
  assert.equal((await verify('order-1')).split.name, 'Two cooks')
})

test('"fee_bearer: customer": what the customer pays is shared, and the business bears the fee in it', async () => {
  const split_code = await split([20, 30])

  const { before, after } = await ways['card']!({ split_code, fee_bearer: 'customer' })

  assert.deepEqual([before.requested_amount, before.amount > AMOUNT], [AMOUNT, true])
  const { fees, business: own, subaccounts } = await sharedIn(context, business, after)
  assert.deepEqual(subaccounts, [Math.round(after.amount / 5), Math.round((after.amount * 3) / 10)])
  assert(own + subaccounts[0]! + subaccounts[1]! >= AMOUNT)
  assert.equal(fees, after.fees)
})

test('"accept overpayment": percentages are of what came, flat shares stay, and the rest is the business’s', async () => {
  await changeSettings(context, business, { acceptOverpayment: true })
  for (const [type, shares, subaccounts] of [
    ['percentage', [20, 30], [240_000, 360_000]],
    ['flat', [200_000, 300_000], [200_000, 300_000]],
  ] as const) {
    const split_code = await split([...shares], { type })
    const { access_code, reference } = await givenPayment(api, business, { ...GOOD, split_code })
    const account_number = await askForAccount(api, access_code)

    await transfer(api, business, { account_number, amount: 1_200_000 })

    const paid = await verify(reference)
    // 1.5 % and ₦100 of ₦12,000.00 are ₦280.00, and ₦21.00 of VAT.
    const fees = 30_100
    const own = 1_200_000 - fees - sum(subaccounts)
    const expected = { fees, business: own, subaccounts }
    assert.deepEqual(await sharedIn(context, business, paid), expected)
  }
})

test('flat shares that do not fit a deposit: all of it is the business’s, and the log tells so', async () => {
  const code = await split([200_000, 300_000], { type: 'flat' })
  // With 1 % and its VAT, 505,434 kobo is the first amount in which all fit.
  for (const [amount, fees, isShared] of [
    [505_433, 5_434, false],
    [505_434, 5_434, true],
    [100, 1, false],
  ] as const) {
    const paid = await deposit(code, amount)

    const subaccounts = isShared ? [200_000, 300_000] : [0, 0]
    const own = amount - fees - sum(subaccounts)
    assert.deepEqual(await sharedIn(context, business, paid), {
      fees,
      business: own,
      subaccounts,
    })
    const { message } = paid.log.history.at(-1)
    assert.equal(message.includes(NOT_APPLIED), !isShared, message)
    assert.equal(paid.status, 'success')
  }
})

test('a fee that has risen until the payment came: shares that no longer fit are told of likewise', async () => {
  const split_code = await split([900_000, 73_125], { type: 'flat' })
  const { access_code, reference } = await givenPayment(api, business, { ...GOOD, split_code })
  await changeSettings(context, business, { checkoutFeeBasisPoints: 160 })

  await pay(api, access_code, 'success')

  const paid = await verify(reference)
  const expected = { fees: 27_950, business: 972_050, subaccounts: [0, 0] }
  assert.deepEqual(await sharedIn(context, business, paid), expected)
  assert(paid.log.history.at(-1).message.includes(NOT_APPLIED))
})

test('a deposit comes in unshared while its split, or somebody in it, is inactive', async () => {
  const code = await split([20, 30])
  const account_number = await sharedAccount(code)
  const sharedNow = async () => {
    const credit = creditTo(context, account_number, AMOUNT)
    await notify(api, context, credit)
    const paid = await verify(credit.sessionId)
    assert.deepEqual([paid.status, paid.net_amount], ['success', AMOUNT - 10_750])
    return paid.split === null ? null : (await sharedIn(context, business, paid)).subaccounts
  }

  assert.deepEqual(await sharedNow(), [200_000, 300_000])
  await changeSplit(api, business, code, { active: false })
  assert.equal(await sharedNow(), null)
  await changeSplit(api, business, code, { active: true })
  assert.deepEqual(await sharedNow(), [200_000, 300_000])
  await changeSubaccount(api, business, first, { active: false })
  assert.equal(await sharedNow(), null)
})

test('an account asked for again takes the split that is named, keeps it where none is, and tells it', async () => {
  const [one, other] = [await split([20, 30]), await split([1, 2])]
  const account = await givenDedicated(api, business)
  const { first_name, last_name, email } = account.customer
  const ask = async (more: object) => {
    const { body } = await api.post('/api/v1/dedicated-virtual-accounts', {
      key: business.keys.secretKey,
      body: { customer: { first_name, last_name, email }, ...more },
    })
    assert.equal(body.data.account_number, account.account_number)
    return body.data.split_code
  }
  const sharedNow = async () => {
    const credit = creditTo(context, account.account_number, AMOUNT)
    await notify(api, context, credit)
    return (await verify(credit.sessionId)).split?.split_code
  }

  assert.deepEqual([account.split_code, await sharedNow()], [null, undefined])
  for (const code of [one, other]) {
    assert.deepEqual([await ask({ split_code: code }), await sharedNow()], [code, code])
    assert.deepEqual([await ask({}), await sharedNow()], [code, code])
  }
})

test('"T+1": each part waits for its settlement where it belongs', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const split_code = await split([20, 30])
  const from = await balances()

  const { after } = await ways['card']!({ split_code })
  const deposited = await deposit(split_code)

  await sharedIn(context, business, after)
  await sharedIn(context, business, deposited)
  const pending = [473_125 + 489_250, 400_000, 600_000]
  assert.deepEqual(
    await balances(),
    from.map(([available], i) => [available, pending[i]]),
  )
})

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

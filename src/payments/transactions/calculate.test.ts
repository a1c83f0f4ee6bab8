import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Answer, givenPayment, useApi } from '../../../test/api.ts'
import { contentsOf } from '../../../test/calls.ts'
import { givenPerson, signedInAs } from '../../../test/logins.ts'
import { creditTo, notify, pay, verifyPayment } from '../../../test/payments.ts'
import {
  changeSubaccount,
  givenSplit,
  givenSubaccounts,
  type SplitBody,
} from '../../../test/splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { publicId } from '../../platform/ids.ts'

// What a split would make of an amount, asked before anybody pays: it is what becomes of a payment.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/splits/calculate'
/** Around where the flat part of the fee begins, and where the fee is the highest it can be. */
const AMOUNTS = [333_33, 249_999, 250_000, 1_000_001, 13_000_001]

let business: GivenBusiness
let codes: [string, string]
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  codes = (await givenSubaccounts(api, business, 2)) as [string, string]
})

function calculate(body: object): Promise<Answer> {
  return api.post(PATH, { key: business.keys.secretKey, body })
}

function termsOf(more: Partial<SplitBody> = {}): Omit<SplitBody, 'name'> {
  const subaccounts = codes.map((subaccount, i) => ({
    subaccount_id: subaccount,
    share: [33.33, 12.5][i]!,
  }))
  return { type: 'percentage', bearer_type: 'account', subaccounts, ...more }
}

function bearers(): Partial<SplitBody>[] {
  return [
    { bearer_type: 'account' },
    { bearer_type: 'subaccount', bearer_subaccount_id: codes[1] },
    { bearer_type: 'all' },
    { bearer_type: 'all-proportional' },
  ]
}

async function calculated(body: object) {
  const { status, body: answer, text } = await calculate(body)
  assert.equal(status, 200, text)
  const { amount, fees, net_amount, shares } = answer.data
  const { service, vat, business: own } = shares
  const parts = shares.subaccounts as { subaccount_id: string; amount: number }[]
  assert.equal(
    parts.reduce((sum, part) => sum + part.amount, service + vat + own),
    amount,
    'the fee, its VAT and the parts sum to the amount',
  )
  assert.deepEqual([fees, net_amount], [service + vat, amount - service - vat])
  return shares
}

test('a calculation gives the shares that the payment then has, whoever bears the fee', async () => {
  for (const bearer of bearers()) {
    const terms = termsOf(bearer)
    const split_code = await givenSplit(api, business, terms.subaccounts, terms)
    for (const amount of AMOUNTS) {
      const paid = await givenPayment(api, business, { amount, split_code })
      await pay(api, paid.access_code, 'success')
      const { split } = await verifyPayment(api, business, paid.reference)
      assert.deepEqual(await calculated({ amount, split_code }), split.shares)
      assert.deepEqual(await calculated({ amount, split: terms, channel: 'card' }), split.shares)
    }
  }
})

test('a payment, its split, its calculation and its item of a settlement agree in every figure', async () => {
  for (const bearer of bearers()) {
    const { subaccounts } = termsOf(bearer)
    const split_code = await givenSplit(api, business, subaccounts, bearer)
    for (const amount of AMOUNTS) {
      await changeSettings(context, business, { settlement: 'T+1' })
      const paid = await givenPayment(api, business, { amount, split_code })
      await pay(api, paid.access_code, 'success')
      const record = await verifyPayment(api, business, paid.reference)
      const { fees, fees_breakdown, net_amount, split } = record
      const settlement = (await settleNow(context, business)).find(
        (one) => one.subaccountId === null,
      )
      const { body: items } = await api.get(
        `/api/v1/settlements/${publicId('settlement', settlement!.settlementId)}/items`,
        { key: business.keys.secretKey },
      )
      const item = items.data.find(({ id }: { id: string }) => id === record.id)

      const { body: before } = await calculate({ amount, split_code })

      const told = { fees, fees_breakdown, shares: split.shares }
      const { service, vat } = split.shares
      assert.deepEqual(fees_breakdown, [
        { type: 'service', amount: service },
        { type: 'vat', amount: vat },
      ])
      assert.deepEqual([fees, net_amount], [service + vat, amount - service - vat])
      assert.partialDeepStrictEqual(before.data, { amount, net_amount, ...told })
      assert.partialDeepStrictEqual(item, { paid: amount, amount: split.shares.business, ...told })
      assert.equal(item.shared, net_amount - split.shares.business)
    }
  }
})

test('a dedicated account has another fee, so its shares differ', async () => {
  const { subaccounts } = termsOf()
  const split_code = await givenSplit(api, business, subaccounts, { bearer_type: 'all' })
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'shared@example.com' }
  const { body } = await api.post('/api/v1/dedicated-virtual-accounts', {
    key: business.keys.secretKey,
    body: { customer, split_code },
  })
  const credit = creditTo(context, body.data.account_number, 1_000_001)
  await notify(api, context, credit)
  const { split } = await verifyPayment(api, business, credit.sessionId)
  const asked = { amount: 1_000_001, split_code }
  const dedicated = await calculated({ ...asked, channel: 'dedicated_virtual_account' })
  assert.deepEqual(dedicated, split.shares)
  assert.notDeepEqual(await calculated(asked), split.shares)
})

test('flat shares that exceed the amount with the fee are refused; one kobo more fits', async () => {
  const flat = termsOf({ type: 'flat', subaccounts: [{ subaccount_id: codes[0], share: 10_000 }] })
  const fits = await calculated({ amount: 10_164, split: flat })
  assert.deepEqual([fits.business, fits.service + fits.vat], [0, 164])
  const { status, body } = await calculate({ amount: 10_163, split: flat })
  assert.deepEqual([status, body.code], [422, 'invalid_split'])
  assert.deepEqual(body.errors[0].field, 'amount')
})

test('a calculation needs a split code or terms, not both', async () => {
  const split_code = await givenSplit(api, business, termsOf().subaccounts)
  for (const body of [{ amount: 10_000 }, { amount: 10_000, split_code, split: termsOf() }]) {
    const { status, body: answer } = await calculate(body)
    assert.deepEqual([status, answer.errors?.[0].field], [400, 'split_code'])
  }
})

test('invalid terms are refused with the names of their fields, and nothing is stored', async () => {
  const rows = await contentsOf(context)
  const [subaccount] = codes
  const cases: [Partial<SplitBody>, string][] = [
    [{ subaccounts: [{ subaccount_id: 'ACCT_x', share: 5 }] }, 'split.subaccounts.0.subaccount_id'],
    [{ subaccounts: [{ subaccount_id: subaccount, share: 0.001 }] }, 'split.subaccounts.0.share'],
    [{ bearer_type: 'subaccount' }, 'split.bearer_subaccount_id'],
  ]
  for (const [more, field] of cases) {
    const { status, body, text } = await calculate({ amount: 10_000, split: termsOf(more) })
    assert.deepEqual([status, body.code], [422, 'invalid_split'], text)
    assert.equal(body.errors[0].field, field)
  }
  await calculated({ amount: 10_000, split: termsOf() })
  assert.deepEqual(await contentsOf(context), rows)
})

test('a subaccount that is not active any more gets nothing of an amount', async () => {
  const [subaccount] = (await givenSubaccounts(api, business, 1)) as [string]
  const subaccounts = [{ subaccount_id: subaccount, share: 5 }]
  const split_code = await givenSplit(api, business, subaccounts)
  await changeSubaccount(api, business, subaccount, { active: false })
  for (const by of [{ split_code }, { split: termsOf({ subaccounts }) }]) {
    const { status, body } = await calculate({ amount: 10_000, ...by })
    assert.deepEqual([status, body.code], [422, 'invalid_split'])
  }
})

test('calculating a split in the dashboard changes nothing, so it is not audited', async () => {
  const { businessId } = business
  const person = await givenPerson(context, business, 'support')
  const browser = await signedInAs(api, person, businessId)
  const written = async () =>
    (
      await context.sql`
        select 1 from audit_entry where business_id = ${businessId} and login_id is not null
      `
    ).length
  const before = await written()
  const { status, text } = await browser.post('/splits/calculate', {
    amount: 10_000,
    split: termsOf(),
  })
  assert.deepEqual([status, await written()], [200, before], text)
  const bank = { bank_code: '058', account_number: '0000000018' }
  assert.equal((await browser.post('/accounts/resolve', bank)).status, 200)
  assert.equal(await written(), before + 2, 'as what asks a bank is')
})

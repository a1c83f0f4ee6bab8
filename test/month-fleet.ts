import assert from 'node:assert/strict'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { SECOND } from '../src/platform/clock.ts'
import { kobo } from '../src/platform/money.ts'
import type { Api } from './api.ts'
import type { Plan, Terms } from './month-arithmetic.ts'
import { type ShareBody, subaccountIdOf } from './splits.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from './support.ts'

// The businesses of the simulated month, each with its own settings and splits, all set up through
// the API.

export type Party = { code: string; id: string; accountNumber: string }
export type Shop = GivenBusiness & {
  name: string
  settlement: 'instant' | 'T+1'
  acceptOverpayment: boolean
  receipts: boolean
  /** Its wallet is emptied regularly, so that refunds draw on pending money. */
  isLean: boolean
  checkoutPlan: Plan
  dedicatedPlan: Plan
  /** In creation order. */
  parties: Party[]
  splits: Terms[]
  /** Account number of its wallet. */
  wallet: string
  /** The code of a plan of a few days. */
  plan: string
  dedicated: { number: string; terms: Terms | null }[]
}

type Profile = Partial<Pick<Shop, 'settlement' | 'acceptOverpayment' | 'receipts' | 'isLean'>> & {
  name: string
  plans?: [checkout: Plan, dedicated: Plan]
  splits?: [Terms['type'], Terms['bearer'], shares: number[]][]
}

/** The periods of each plan. */
export const TIMES = 3
const CHECKOUT: Plan = { basisPoints: 150, flat: 10_000, flatFrom: 250_000, max: 200_000 }
const DEDICATED: Plan = { basisPoints: 100, flat: 0, flatFrom: 0, max: 30_000 }

const profiles: Profile[] = [
  { name: 'Ada Example Stores' },
  { name: 'Ngozi Sample Fabrics', acceptOverpayment: true, receipts: false },
  {
    name: 'Two Cooks',
    splits: [
      ['percentage', 'account', [20, 30]],
      ['percentage', 'all', [33.33, 33.33, 33.33]],
    ],
  },
  {
    name: 'Night Market',
    settlement: 'T+1',
    splits: [
      ['percentage', 'subaccount', [7.5, 12.25]],
      ['percentage', 'all-proportional', [12.5, 0.01, 87.49]],
    ],
  },
  { name: 'Lean Shoes', settlement: 'T+1', isLean: true },
  {
    name: 'Bus Park',
    acceptOverpayment: true,
    splits: [
      ['flat', 'account', [5_001, 20_000]],
      ['flat', 'all', [33_333, 1]],
    ],
  },
  {
    name: 'Lean Bakers',
    settlement: 'T+1',
    isLean: true,
    acceptOverpayment: true,
    splits: [
      ['flat', 'subaccount', [15_000]],
      ['percentage', 'all', [10, 10, 10, 0.03]],
      ['flat', 'all-proportional', [9_999, 7]],
    ],
  },
  {
    name: 'Own Terms',
    plans: [
      { basisPoints: 317, flat: 777, flatFrom: 100_000, max: 90_001 },
      { basisPoints: 55, flat: 0, flatFrom: 0, max: 10_000 },
    ],
    splits: [['percentage', 'subaccount', [0.5, 99]]],
  },
]

export async function givenFleet(
  context: TestContext,
  api: Api,
  dedicatedEach: number,
): Promise<Shop[]> {
  const fleet: Shop[] = []
  for (const profile of profiles) fleet.push(await given(context, api, profile, dedicatedEach))
  return fleet
}

async function given(context: TestContext, api: Api, profile: Profile, dedicatedEach: number) {
  const business = await givenBusiness(context, profile.name)
  const [checkoutPlan, dedicatedPlan] = profile.plans ?? [CHECKOUT, DEDICATED]
  const { settlement = 'instant', acceptOverpayment = false, receipts = true } = profile
  await changeSettings(context, business, {
    settlement,
    acceptOverpayment,
    receipts,
    checkoutFeeBasisPoints: checkoutPlan.basisPoints,
    checkoutFeeFlat: kobo(checkoutPlan.flat),
    checkoutFeeFlatFrom: kobo(checkoutPlan.flatFrom),
    checkoutFeeMax: kobo(checkoutPlan.max),
    dedicatedFeeBasisPoints: dedicatedPlan.basisPoints,
    dedicatedFeeMax: kobo(dedicatedPlan.max),
  })
  const { account } = await post(api, business, 'GET', '/balance')
  const days = { name: 'Days', amount: 120_000, interval: 'daily', times: TIMES }
  const shop: Shop = {
    ...business,
    name: profile.name,
    settlement,
    acceptOverpayment,
    receipts,
    isLean: profile.isLean ?? false,
    checkoutPlan,
    dedicatedPlan,
    parties: [],
    splits: [],
    wallet: account.account_number,
    plan: (await post(api, business, 'POST', '/plans', days)).plan_code,
    dedicated: [],
  }
  for (const split of profile.splits ?? []) await giveSplit(context, api, shop, split)
  for (let i = 0; i < dedicatedEach; i++) {
    // Every other account has a split.
    const terms =
      shop.splits.length > 0 && i % 2 === 1 ? shop.splits[i % shop.splits.length]! : null
    const customer = { first_name: 'Ada', last_name: 'Example', email: `own-${i}@example.com` }
    const body = { customer, ...(terms && { split_code: terms.code }) }
    const { account_number } = await post(api, shop, 'POST', '/dedicated-virtual-accounts', body)
    shop.dedicated.push({ number: account_number, terms })
  }
  return shop
}

async function giveSplit(
  context: TestContext,
  api: Api,
  shop: Shop,
  [type, bearer, shares]: NonNullable<Profile['splits']>[number],
): Promise<void> {
  const named: ShareBody[] = []
  for (const [i, share] of shares.entries()) {
    named.push({ subaccount_id: (await giveParty(context, api, shop, i)).code, share })
  }
  const bearerCode = bearer === 'subaccount' ? named[0]!.subaccount_id : null
  const body = {
    name: `${type} ${bearer}`,
    type,
    bearer_type: bearer,
    ...(bearerCode && { bearer_subaccount_id: bearerCode }),
    // Ties in rounding follow creation order, not the order in this list.
    subaccounts: named.toReversed(),
  }
  const { split_code: code } = await post(api, shop, 'POST', '/splits', body)
  shop.splits.push({ code, type, bearer, bearerCode, shares: named })
}

/** A second split of a business reuses its subaccounts and creates only the missing ones. */
async function giveParty(context: TestContext, api: Api, shop: Shop, place: number) {
  const known = shop.parties[place]
  if (known) return known
  // Ids made in the same millisecond have no order.
  context.advance(1 * SECOND)
  const digits = shop.businessId.replace(/\D/g, '')
  const accountNumber = `30${shop.name.length}${place}${digits}`.slice(0, 10)
  const body = { business_name: `Party ${place}`, bank_code: '058', account_number: accountNumber }
  const { subaccount_code: code } = await post(api, shop, 'POST', '/subaccounts', body)
  const party = { code, id: subaccountIdOf(code), accountNumber }
  shop.parties.push(party)
  return party
}

async function post(
  api: Api,
  { keys }: Pick<Shop, 'keys'>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) {
  const call = { key: keys.secretKey, ...(body && { body }) }
  const answer = await (method === 'GET' ? api.get : api.post)(`/api/v1${path}`, call)
  assert(answer.status === 200 || answer.status === 201, answer.text)
  return answer.body.data
}

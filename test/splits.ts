import assert from 'node:assert/strict'
import type { Context, Scope } from '../src/core/context.ts'
import { listEntries } from '../src/core/ledger/ledger.ts'
import type { SubaccountId } from '../src/payments/splits/subaccounts.ts'
import { parsePublicId } from '../src/platform/ids.ts'
import type { Answer, Api } from './api.ts'
import type { GivenBusiness } from './support.ts'

// Subaccounts and splits in tests, made through the API alone, and what became of shared money.

export type ShareBody = { subaccount_id: string; share: number }
export type SplitBody = {
  name: string
  type: 'percentage' | 'flat'
  bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
  bearer_subaccount_id?: string
  subaccounts: ShareBody[]
}
/** The shares of a payment with a split. */
export type Shared = { fees: number; business: number; subaccounts: number[] }

type Owner = Pick<GivenBusiness, 'keys'>
let accounts = 0

/** Uses a new bank account unless one is given. */
export function postSubaccount(api: Api, { keys }: Owner, body: object = {}): Promise<Answer> {
  accounts += 1
  return api.post('/api/v1/subaccounts', {
    key: keys.secretKey,
    body: {
      business_name: 'Ada Example Foods',
      bank_code: '058',
      account_number: String(1_000_000_000 + accounts),
      ...body,
    },
  })
}

export async function givenSubaccount(api: Api, owner: Owner, body: object = {}): Promise<string> {
  const { status, body: answer, text } = await postSubaccount(api, owner, body)
  assert.equal(status, 201, text)
  return answer.data.id
}

/** In creation order. */
export async function givenSubaccounts(api: Api, owner: Owner, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let i = 0; i < count; i++) codes.push(await givenSubaccount(api, owner))
  return codes
}

export function postSplit(api: Api, { keys }: Owner, body: object): Promise<Answer> {
  return api.post('/api/v1/splits', { key: keys.secretKey, body })
}

/** By default percentages, with the business bearing the fee. */
export async function givenSplit(
  api: Api,
  owner: Owner,
  subaccounts: ShareBody[],
  more: Partial<SplitBody> = {},
): Promise<string> {
  const body = { name: 'Two cooks', type: 'percentage', bearer_type: 'account', subaccounts }
  const { status, body: answer, text } = await postSplit(api, owner, { ...body, ...more })
  assert.equal(status, 201, text)
  return answer.data.split_code
}

export async function splitOf(api: Api, { keys }: Owner, code: string) {
  const { status, body, text } = await api.get(`/api/v1/splits/${code}`, { key: keys.secretKey })
  assert.equal(status, 200, text)
  return body.data
}

export async function subaccountOf(api: Api, { keys }: Owner, code: string) {
  const path = `/api/v1/subaccounts/${code}`
  const { status, body, text } = await api.get(path, { key: keys.secretKey })
  assert.equal(status, 200, text)
  return body.data
}

export function changeSubaccount(api: Api, { keys }: Owner, code: string, body: object) {
  return api.put(`/api/v1/subaccounts/${code}`, { key: keys.secretKey, body })
}

export function changeSplit(api: Api, { keys }: Owner, code: string, body: object) {
  return api.put(`/api/v1/splits/${code}`, { key: keys.secretKey, body })
}

export function subaccountIdOf(code: string): SubaccountId {
  return parsePublicId('subaccount', code) ?? assert.fail(`${code} is the code of a subaccount`)
}

/**
 * A summary of a payment's recorded shares. Checks that they and the fee add up to the amount, and
 * that each is booked to its recipient.
 */
export async function sharedIn(
  { sql }: Context,
  { businessId, mode }: Scope,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of a record.
  { id, amount, fees, split }: any,
): Promise<Shared> {
  const { service, vat, business, subaccounts } = split.shares
  const parts = subaccounts as { subaccount_id: string; amount: number }[]
  const all = parts.reduce((sum, part) => sum + part.amount, service + vat + business)
  assert.equal(all, amount, 'the shares and the fee sum to the amount')
  assert.equal(service + vat, fees, 'the fee and its VAT')
  const entries = await listEntries(sql, businessId, mode, parsePublicId('transaction', id)!)
  const booked = entries
    .filter(({ reason }) => reason !== 'debt_paid')
    .map(({ credit, amount: moved }) => [credit, Number(moved)] as const)
  const wallet = booked.some(([credit]) => credit.startsWith('pending')) ? 'pending' : 'available'
  const said = [
    [wallet, business],
    ...parts.map((part) => [`${wallet}/${subaccountIdOf(part.subaccount_id)}`, part.amount]),
  ].filter(([, moved]) => (moved as number) > 0)
  const ours = booked.filter(([credit]) => credit !== 'fees' && credit !== 'vat')
  assert.deepEqual(ours.toSorted(), said.toSorted(), 'each has what the record says')
  return { fees, business, subaccounts: parts.map((part) => part.amount) }
}

import assert from 'node:assert/strict'
import { cardNamed } from '../payments.ts'
import { eventually } from './service.ts'
import type { Place } from './visit.ts'

// What a business's server and the sandbox do with subscriptions before a journey begins.

export type Called = Record<string, unknown>

/** A call of the API that succeeds. */
export async function called(
  { service }: Place,
  method: string,
  path: string,
  body?: object,
): Promise<Called> {
  const { http, data, ...rest } = await service.call(method, path, body)
  assert(http < 300, `${method} ${path}: ${http} ${JSON.stringify(rest)}`)
  return data
}

/** Pays with a test card that the customer lets the business keep. Returns its code. */
export async function givenKeptCard(place: Place, email: string, name = 'success') {
  const sent = { amount: 500_000, email, name: 'Ada Example', save_card: 'required' }
  const { access_code, reference } = await called(place, 'POST', '/transactions/initialize', sent)
  const answer = await fetch(`${place.service.baseUrl}/checkout/${access_code}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cardNamed(name)),
  })
  assert.equal(answer.status, 200, await answer.text())
  const { authorization } = await called(place, 'GET', `/transactions/verify/${reference}`)
  return String((authorization as Called)['authorization_code'])
}

export async function givenPlan(place: Place, more: object = {}): Promise<string> {
  const body = { name: 'Membership', amount: 500_000, interval: 'monthly', ...more }
  return String((await called(place, 'POST', '/plans', body))['plan_code'])
}

/** Waits until the newest invoice of the subscription is so. */
export async function untilInvoice(place: Place, code: string, status: string): Promise<Called> {
  return eventually(`an invoice is ${status}`, async () => {
    const listed = await called(place, 'GET', `/subscriptions/${code}/invoices`)
    const [newest] = listed as unknown as Called[]
    return newest?.['status'] === status ? newest : null
  })
}

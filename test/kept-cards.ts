import assert from 'node:assert/strict'
import type { toWireAuthorization } from '../src/payments/authorizations/authorizations.ts'
import type { TokenRail } from '../src/providers/rails.ts'
import { type Api, givenPayment } from './api.ts'
import { cardNamed, verifyPayment } from './payments.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// Customers who keep cards at the checkout, and a business that charges them again.

export const EMAIL = 'ada@example.com'
/** Has read what the page says of keeping the card. */
export const AGREES = {
  saving: { isTicked: true, words: () => ({ offer: 'You may keep it.', required: 'It is kept.' }) },
}

/** Makes what was kept in test mode what live mode has kept. */
export async function moveToLive({ sql }: TestContext, { businessId }: GivenBusiness) {
  await sql`
    update payer_authorization set mode = 'live'
    where business_id = ${businessId} and mode = 'test'
  `
}

/** `business`: the one of the running test. */
export function useKeptCards(context: TestContext, api: Api, business: () => GivenBusiness) {
  const credentials = () => ({ key: business().keys.secretKey })

  async function payCard(access_code: string, name: string, save_card: boolean) {
    const body = { ...cardNamed(name), ...(save_card && { save_card }) }
    return api.post(`/checkout/${access_code}/card`, { body })
  }

  /** Returns the reference. */
  async function paid(name: string, body: object, ticks = false): Promise<string> {
    const asked = { email: EMAIL, ...body }
    const { access_code, reference } = await givenPayment(api, business(), asked)
    await payCard(access_code, name, ticks)
    return reference
  }

  /** The authorization code of a test card. */
  async function givenCode(name = 'success'): Promise<string> {
    const reference = await paid(name, { save_card: 'offer' }, true)
    const { authorization } = await verifyPayment(api, business(), reference)
    assert(authorization.authorization_code)
    return authorization.authorization_code
  }

  async function listed(): Promise<ReturnType<typeof toWireAuthorization>[]> {
    const path = `/api/v1/customers/${EMAIL}/authorizations`
    const { body } = await api.get(path, credentials())
    return body.data
  }

  async function charge(body: object) {
    const { status, body: answer } = await api.post('/api/v1/transactions/charge-authorization', {
      ...credentials(),
      body: { email: EMAIL, amount: 500_000, ...body },
    })
    return { status, data: answer.data, code: answer.code, errors: answer.errors }
  }

  /** While this runs, the sandbox answers so to the charge of a kept card. */
  async function withCharge<Result>(
    answer: TokenRail['chargeToken'],
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { card } = context.rails.test
    const { chargeToken } = card
    card.chargeToken = answer
    try {
      return await run()
    } finally {
      card.chargeToken = chargeToken
    }
  }

  return { credentials, payCard, paid, givenCode, listed, charge, withCharge }
}

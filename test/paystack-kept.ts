import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { cardNamed } from './payments.ts'
import { ask } from './paystack-clients.ts'

/** The code of a card that a customer let the business keep, at the checkout. */
export async function keptCode(app: FastifyInstance, key: string, card: string): Promise<string> {
  const body = { email: 'ada@example.com', amount: 5_000, save_card: 'required' }
  const { data } = (await ask(app, 'POST /transaction/initialize', { key, body })).body
  const paid = await app.inject({
    method: 'POST',
    url: `/checkout/${data.access_code}/card`,
    payload: cardNamed(card),
  })
  assert.equal(paid.statusCode, 200, paid.payload)
  const verified = await ask(app, `GET /transaction/verify/${data.reference}`, { key })
  const { authorization } = verified.body.data
  assert.equal(authorization.reusable, true, verified.text)
  return authorization.authorization_code
}

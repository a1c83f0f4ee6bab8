import { runBatches } from '../src/money-out/batches/due.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { SECOND } from '../src/platform/clock.ts'
import type { Answer, Api } from './api.ts'
import type { GivenBusiness, TestContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Payout batches in tests.

export const LINE = { amount: 250_000, bank_code: '058', account_number: '0000000018' }

export type Sent = Partial<typeof LINE> & {
  reference?: string
  reason?: string
  metadata?: object
}

export function askForBatch(
  api: Api,
  { keys }: GivenBusiness,
  lines: Sent[],
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const payouts = lines.map((line) => ({ ...LINE, ...line }))
  const sent = { key: keys.secretKey, body: { payouts, ...more }, headers }
  return api.post('/api/v1/payout-batches', sent)
}

/** Lets the jobs bring a batch as far as they can, within `seconds`. */
export async function runBatchJobs(context: TestContext, seconds = 20): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 4) {
    context.advance(4 * SECOND)
    await untilDone(context, runBatches, concludePayouts)
  }
}

/** A batch that is checked. */
export async function givenBatch(
  context: TestContext,
  api: Api,
  business: GivenBusiness,
  lines: Sent[],
  more: object = {},
) {
  const { body } = await askForBatch(api, business, lines, more)
  await runBatchJobs(context, 8)
  const { id } = body.data
  const key = business.keys.secretKey
  return {
    id: id as string,
    read: async () => (await api.get(`/api/v1/payout-batches/${id}`, { key })).body.data,
    lines: async (query = '') =>
      (await api.get(`/api/v1/payout-batches/${id}/payouts${query}`, { key })).body.data,
    send: () => api.post(`/api/v1/payout-batches/${id}/send`, { key }),
    cancel: () => api.post(`/api/v1/payout-batches/${id}/cancel`, { key }),
  }
}

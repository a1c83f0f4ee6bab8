import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { type Answer, type Api, openApi } from '../api.ts'
import { contentsWithUses } from '../calls.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from '../support.ts'

// A refusal changes nothing: every column of every table stays as it was. Refused credentials are
// in routes-and-credentials.test.ts, refused bodies in bad-input, refused logins in
// logins-and-routes.test.ts.

/** Sets up the case and returns the request that is refused. */
type Refused = (business: GivenBusiness) => Promise<() => Promise<Answer>>
export type Row = [status: number, code: string, refused: Refused]

/**
 * With the Paystack façade on. The clock stands still, so a key's last use is the same before and
 * after.
 */
export function useRefusals(context: TestContext) {
  const api = {} as Api
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-03T08:00:00Z') })
    await context.opened
    const config = { ...context.config, paystackApi: true }
    Object.assign(api, await openApi({ ...context, config }))
  })
  after(async () => {
    mock.timers.reset()
    await api.app.close()
  })
  type Owner = GivenBusiness
  const post = ({ keys }: Owner, path: string, body: object, headers = {}) =>
    api.post(`/api/v1${path}`, { key: keys.secretKey, body, headers })
  const put = ({ keys }: Owner, path: string, body: object) =>
    api.put(`/api/v1${path}`, { key: keys.secretKey, body })
  /** These refusals have a different format from the OpenAPI document's. */
  const paystack = async ({ keys }: Owner, path: string, body: object): Promise<Answer> => {
    const { statusCode, payload } = await api.app.inject({
      method: 'POST',
      url: `/paystack${path}`,
      headers: {
        authorization: `Bearer ${keys.secretKey}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify(body),
    })
    return { status: statusCode, headers: {}, body: JSON.parse(payload), text: payload }
  }
  return { api, post, put, paystack }
}

export function refuseEach(context: TestContext, api: Api, rows: Record<string, Row>): void {
  for (const [name, [status, code, refused]] of Object.entries(rows)) {
    test(`nothing is left of what is refused: ${name}`, async () => {
      const business = await givenBusiness(context)
      const ask = await refused(business)
      await api.get('/api/v1/balance', { key: business.keys.secretKey })
      const earlier = await contentsWithUses(context)

      const answer = await ask()

      assert.deepEqual([answer.status, answer.body?.code], [status, code], answer.text)
      assert.deepEqual(await contentsWithUses(context), earlier)
    })
  }
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addKey, revokeKey } from '../../src/accounts/businesses/businesses.ts'
import { openPaystackApi } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

test('an export link needs a valid key, from its addresses and within its limit', async () => {
  const [office, elsewhere] = ['203.0.113.7', '198.51.100.7']
  const grant = { scopes: ['transactions:export'], allowedIps: ['203.0.113.0/24'] }
  const { key, keyId } = await addKey(context, business, 'secret', grant as never)
  const slow = await openPaystackApi({
    ...context,
    config: { ...context.config, limits: { ...context.config.limits, perSecond: 0.001, burst: 3 } },
  })
  const fetched = async (app: typeof open.app, url: string, remoteAddress: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await app.inject({ url, remoteAddress, headers })
    return { status: response.statusCode, text: response.payload }
  }
  const { text } = await fetched(slow.app, '/paystack/transaction/export', office)
  const at = new URL(JSON.parse(text).data.path).pathname

  const inOffice = await fetched(slow.app, at, office)
  const outside = await fetched(slow.app, at, elsewhere)
  const tooMany = [await fetched(slow.app, at, office), await fetched(slow.app, at, office)]
  await revokeKey(context, business, keyId)
  const revoked = await fetched(open.app, at, office)
  await slow.close()

  const said = [inOffice, outside, ...tooMany, revoked].map(({ status }) => status)
  assert.deepEqual(said, [200, 403, 200, 429, 404])
  assert.match(outside.text, /"code":"ip_not_allowed"/)
  assert.match(revoked.text, /"code":"link_not_valid"/)
})

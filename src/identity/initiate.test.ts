import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { useApi } from '../../test/api.ts'
import { initiate, validate, WRONG } from '../../test/contract/identity-calls.ts'
import { creditTo } from '../../test/payments.ts'
import { CODE, type MonoWorld, monoWorld, PERSON } from '../../test/providers/mono.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../test/support.ts'
import { receive } from '../payments/deposits/receive.ts'
import { personOf } from '../providers/sandbox/people.ts'

// Which registry is asked, where one of several has no code for a NIN.

const context = useContext()
const api = useApi(context)

let mono: MonoWorld
before(async () => {
  mono = await monoWorld()
})
after(() => mono.close())

let business: GivenBusiness
beforeEach(async () => {
  const { bank, identity } = context.rails.test
  context.rails.live = [{ bank }, { identity: mono.identity }]
  context.rails.live.push({ identity: { ...identity, name: 'second' } })
  mono.billed.splice(0)
  const given = await givenBusiness(context)
  business = { ...given, mode: 'live', keys: await givenLive(context, given.businessId) }
  // In live mode there is no play money: somebody transfers.
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  await receive(context, 'live', creditTo(context, body.data.account.account_number, 1_000_000))
})

const registries = async () => {
  const rows = await context.sql<{ rail: string; state: string }[]>`
    select rail, state from identity_verification
    where business_id = ${business.businessId} and mode = 'live' order by created_at
  `
  return rows.map(({ rail, state }) => `${rail}: ${state}`)
}

test('a BVN is verified by the first registry, with the code that it sent', async () => {
  const begun = await initiate(api, business, { number: PERSON })
  const id = begun.body.verification_id
  const wrong = await validate(api, business, { id, type: 'BVN' }, WRONG)
  const right = await validate(api, business, { id, type: 'BVN' }, CODE)

  assert.deepEqual([wrong.status, wrong.body.code], [422, 'invalid_otp'])
  assert.equal(right.status, 200, right.text)
  const { lastName } = personOf('BVN', PERSON)
  assert.equal(right.body.data.providerResponse.lastName, lastName)
  assert.deepEqual(await registries(), ['mono: SUCCESS'])
})

test('a NIN goes to the next registry that sends a code for it', async () => {
  const { status, text } = await initiate(api, business, { type: 'NIN', number: PERSON })

  assert.equal(status, 200, text)
  assert.deepEqual(await registries(), ['second: Pending'])
  assert.deepEqual(mono.billed, [])
})

test('where no registry sends a code for a NIN, it is refused without a fee', async () => {
  context.rails.live.pop()

  const { status, body } = await initiate(api, business, { type: 'NIN', number: PERSON })

  assert.deepEqual([status, body.code], [501, 'not_available_live'])
  assert.match(body.message, /^NIN verifications \(identity\) are not available/)
  assert.deepEqual(await registries(), [])
  assert.deepEqual(mono.billed, [])
})

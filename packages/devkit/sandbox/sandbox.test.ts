import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../src/platform/ids.ts'
import { kobo } from '../../../src/platform/money.ts'
import { useApi } from '../../../test/api.ts'
import { givenDedicated } from '../../../test/payments.ts'
import { givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { transferIn } from './sandbox.ts'

const context = useContext()
const api = useApi(context)

const TRANSFER = {
  amount: kobo(5_000),
  senderName: 'Ngozi Sample',
  senderBankCode: '001',
  senderAccountNumber: '0000000000',
  narration: '',
  sessionId: null,
}

test('a second try of the same request, whose answer was lost, is the same transfer', async () => {
  const business = await givenBusiness(context)
  const { account_number: accountNumber } = await givenDedicated(api, business)
  const transfer = { ...TRANSFER, accountNumber }
  const effectId = newId(context.now())

  const first = await transferIn(context, business, transfer, effectId)
  context.advance(60_000)
  const again = await transferIn(context, business, transfer, effectId)
  const other = await transferIn(context, business, transfer, null)

  assert.equal(again.depositId, first.depositId)
  assert.notEqual(other.depositId, first.depositId)
  assert.match(first.sessionId, /^999999[0-9]{24}$/)
})

test('what was said of the schedule can be read, of its own business and of test mode alone', async () => {
  context.rails.live = [context.rails.test]
  const [business, other] = [await givenBusiness(context), await givenBusiness(context, 'Other')]
  const live = await givenLive(context, business.businessId)
  const path = '/api/v1/sandbox/settlements/schedule'
  const show = (key: string) => api.get(path, { key })
  assert.deepEqual((await show(business.keys.secretKey)).body.data, { schedule: 'instant' })

  await api.put(path, { key: business.keys.secretKey, body: { schedule: 'T+1' } })

  assert.deepEqual((await show(business.keys.secretKey)).body.data, { schedule: 'T+1' })
  assert.deepEqual((await show(other.keys.secretKey)).body.data, { schedule: 'instant' })
  const { status, body } = await show(live.secretKey)
  assert.deepEqual([status, body.code], [403, 'test_mode_only'])
})

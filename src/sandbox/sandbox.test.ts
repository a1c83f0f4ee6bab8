import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../test/api.ts'
import { givenDedicated } from '../../test/payments.ts'
import { givenBusiness, useContext } from '../../test/support.ts'
import { newId } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
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

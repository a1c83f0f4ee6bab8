import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import { verifyPayment } from '../../../test/payments.ts'
import { givenLater, paidByCard } from '../../../test/settlements.ts'
import { givenSplit, givenSubaccounts } from '../../../test/splits.ts'
import { useContext } from '../../../test/support.ts'
import { readCsv } from '../../operator/reconciliation/csv.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'

const context = useContext()
const api = useApi(context)

/** What each part adds to a settlement. */
const SIGNS = { paid: 1, fees: -1, shared: -1, refunds: 1, disputes: 1 } as const
const PARTS = Object.keys(SIGNS) as (keyof typeof SIGNS)[]

test('a settlement adds up, in its totals and in each row of its file', async () => {
  const business = await givenLater(context)
  await setWallet(context, business, kobo(0))
  const key = business.keys.secretKey
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  const split_code = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 20 }])
  await paidByCard(api, business, { reference: 'plain' })
  await paidByCard(api, business, { reference: 'shared', split_code })
  await paidByCard(api, business, { reference: 'contested' })
  const refund = { transaction: 'plain', amount: 12_345 }
  assert.equal((await api.post('/api/v1/refunds', { key, body: refund })).status, 201)
  const { id } = await verifyPayment(api, business, 'contested')
  await disputed(context, business, { id: parsePublicId('transaction', id)! })

  const { body } = await api.post('/api/v1/sandbox/settlements', { key })

  const made: { id: string; subaccount_id: string | null; amount: number }[] = body.data
  assert.equal(made.length, 2)
  for (const { id, amount } of made) {
    const { body: found } = await api.get(`/api/v1/settlements/${id}/totals`, { key })
    const { text } = await api.get(`/api/v1/settlements/${id}/statement`, { key })
    const lines = linesIn(text)
    const sumOf = (part: string) => lines.reduce((sum, line) => sum + line[`${part}_kobo`]!, 0)

    assert.equal(added(found.data), amount)
    assert.equal(found.data.amount, amount)
    for (const line of lines) {
      const parts = Object.fromEntries(PARTS.map((part) => [part, line[`${part}_kobo`]!]))
      assert.equal(added(parts), line['settled_kobo'])
    }
    for (const part of PARTS) assert.equal(sumOf(part), found.data[part], part)
  }
  const mine = made.find((one) => one.subaccount_id === null)!
  const { body: own } = await api.get(`/api/v1/settlements/${mine.id}/totals`, { key })
  const { payments, refunds, disputes } = own.data
  assert.deepEqual(
    { payments, refunds, disputes },
    {
      payments: 3,
      refunds: -12_345,
      disputes: -500_000,
    },
  )
})

function added(parts: Record<string, number>): number {
  return PARTS.reduce((sum, part) => sum + SIGNS[part] * parts[part]!, 0)
}

/** Numbers by the names of the columns; what is empty is 0. */
function linesIn(text: string): Record<string, number>[] {
  const [head, ...lines] = readCsv(text.slice(1)).map((one) => {
    assert('fields' in one)
    return one.fields
  })
  return lines.map((fields) =>
    Object.fromEntries(head!.map((name, i) => [name, Number(fields[i] || 0)])),
  )
}

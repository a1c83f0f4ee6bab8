import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { watched } from '../../../test/refunds.ts'
import {
  arrives,
  assertSettlementsTie,
  givenLater,
  givenNumber,
  settleAt,
  standing,
} from '../../../test/settlements.ts'
import { type GivenBusiness, useContext } from '../../../test/support.ts'
import { begin } from '../../payments/refunds/begin.ts'
import { sendDue } from '../../payments/refunds/send.ts'
import { kobo } from '../../platform/money.ts'
import type { ReturnOutcome } from '../../providers/outcomes.ts'

// A refund from the pending balance that the bank refuses later.

const AMOUNT = 1_000_000
/** After the fee of 1 % and its VAT. */
const NET = 989_250
const REFUND = 300_000

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenLater(context)
  await setWallet(context, business, kobo(0))
})
afterEach(async () => {
  await assertSettlementsTie(context)
  await assertBooksTie(context)
})

const own = async () => (await standing(context, business))[0]

test('a refund returned after settlement is available the same day', async () => {
  const { refuseAt } = await givenRefund('2026-11-16T10:00:00Z')
  await settleAt(context, new Date('2026-11-17T10:00:00Z'))
  await refuseAt('2026-11-17T11:00:00Z')
  assert.deepEqual(await own(), [NET - REFUND, REFUND])

  await settleAt(context, new Date('2026-11-17T12:00:00Z'))

  assert.deepEqual(await own(), [NET, 0])
})

test('a refund and its return in one settlement are both listed, one per page', async () => {
  const { secretKey: key } = business.keys
  const { refuseAt } = await givenRefund('2026-11-16T10:00:00Z')
  await refuseAt('2026-11-16T11:00:00Z')
  await settleAt(context, new Date('2026-11-17T10:00:00Z'))
  const { body } = await api.get('/api/v1/settlements', { key })

  const listed: string[] = []
  const path = `/api/v1/settlements/${body.data[0].id}/items?perPage=1`
  for (let next: string | null = path; next !== null; ) {
    const { body: page } = await api.get(next, { key })
    listed.push(...page.data.map(({ type }: { type: string }) => type))
    next = page.meta.next && `${path}&cursor=${page.meta.next}`
  }

  assert.deepEqual(listed.sort(), ['payment', 'refund', 'refund_returned'])
})

/** From the pending balance of a payment at this time. The bank refuses it when told to. */
async function givenRefund(paid: string) {
  const number = await givenNumber(api, business)
  const transaction = await arrives(context, number, AMOUNT, new Date(paid))
  let outcome: ReturnOutcome = { kind: 'unknown' }
  const process = watched(context, async () => outcome)
  const at = (moment: string) => ({ ...process, now: () => new Date(moment) })
  const amount = kobo(REFUND)
  await begin(at(paid), business, { transaction, amount, reason: null, effectId: null })
  return {
    async refuseAt(moment: string) {
      outcome = { kind: 'refused', reason: 'account_closed' }
      await sendDue(at(moment))
    },
  }
}

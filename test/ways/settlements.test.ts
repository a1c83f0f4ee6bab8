import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { settleDue, settleNow } from '../../src/money-out/settlements/settlements.ts'
import { DAY } from '../../src/platform/clock.ts'
import { notify } from '../payments.ts'
import { useContext } from '../support.ts'
import { byTransfer, shared, ticking } from './acts.ts'
import { play, useWays, type Way } from './ways.ts'

// A settlement, on each way to it: its record, items and statement, the same as Paystack's API
// tells it, and the rows.

const context = useContext()
const ways = useWays(context, 'settlements.txt')
const { api } = ways

async function waits(way: Way, body: object = {}): Promise<void> {
  await changeSettings(context, way.business, { settlement: 'T+1' })
  way.step('the wallet is emptied')
  await way.post('/sandbox/wallet', { amount: 0 })
  await notify(api, context, await byTransfer(ways, way, { ...body }))
}

async function settles(way: Way): Promise<void> {
  context.advance(3 * DAY)
  way.step('the job settles')
  await settleDue(ticking(context))
}

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  async 'at once'(way) {
    await waits(way)
    way.step('it is settled')
    await settleNow(ticking(context), way.business)
  },
  async 'by the job'(way) {
    await waits(way)
    await settles(way)
  },
  async shared(way) {
    await waits(way, { split_code: await shared(way) })
    await settles(way)
  },
  async 'with a refund'(way) {
    await waits(way)
    way.step('it is refunded')
    await way.post('/refunds', { transaction: 'the-reference', amount: 234_561 })
    await settles(way)
  },
  async 'with a refund that came back'(way) {
    await waits(way, { sender: '9999999999' })
    way.step('it is refunded')
    await way.post('/refunds', { transaction: 'the-reference', amount: 234_561 })
    await settles(way)
  },
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a settlement is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      const settlements = await way.get('/settlements')
      const parts: Record<string, object[]> = { items: [], statements: [], their_payments: [] }
      for (const one of settlements) {
        assert.deepEqual(await way.get(`/settlements/${one.id}`), one)
        parts['items']!.push(await way.get(`/settlements/${one.id}/items`))
        parts['statements']!.push(await way.csv(`/settlements/${one.id}/statement`))
        const number = (await way.paystack('/settlement'))[parts['their_payments']!.length].id
        const theirs = await way.paystack(`/settlement/${number}/transactions`)
        parts['their_payments']!.push(
          theirs.map(({ reference }: { reference: string }) => reference),
        )
      }
      return {
        settlements,
        theirs: await way.paystack('/settlement'),
        ...parts,
        rows: await way.rows(['settlement', 'settlement_item']),
      }
    }))
}

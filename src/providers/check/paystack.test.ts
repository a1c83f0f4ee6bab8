import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPaystackStandIn } from '../../../test/providers/paystack.ts'
import { later } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { naira } from '../../platform/money.ts'
import { checkProvider } from './check.ts'
import { checkedProviders } from './providers.ts'

// What `rails:check` says of Paystack, by what it is used for.

const SPEND = {
  bank: { code: '058', nipCode: '000013' },
  accountNumber: '0123456789',
  amount: naira(100),
}

async function check(offers: string | null, needsOtp = false) {
  let at = new Date('2026-11-23T09:00:00Z')
  const now = () => at
  const standIn = await startPaystackStandIn({ now })
  standIn.books.transfers.needsOtp = needsOtp
  const config = readConfig({
    COWRIE_PAYSTACK_SECRET_KEY: standIn.credentials.secretKey,
    COWRIE_PAYSTACK_URL: standIn.url,
    ...(offers && { COWRIE_PAYSTACK_OFFERS: offers }),
  })
  const [checked] = checkedProviders(config, { banks: [], now })
  const pause = async (ms: number) => {
    at = later(at, ms)
  }
  const asked = { now, email: 'check@example.com', say: () => {}, pause, spend: SPEND }
  const says: Record<string, string> = {}
  for await (const row of checkProvider(checked!, { ...asked, account: SPEND })) {
    says[row.what] = `${row.kind}: ${row.says}`
  }
  await standIn.close()
  return says
}

test('without a choice, Paystack is checked for cards, and pays nothing out', async () => {
  const says = await check(null)

  assert.match(says['card page']!, /^held/)
  for (const what of ['payout', 'name enquiry', 'list of banks']) {
    assert.match(says[what]!, /^not_tried: not offered/, what)
  }
})

test('for payouts alone, the money is sent, and no card page is opened', async () => {
  const says = await check('payouts')

  assert.match(says['payout']!, /^held: sent, as TRF_\w+, for a fee of ₦10\.00/)
  assert.match(says['list of banks']!, /^held/)
  assert.match(says['name enquiry']!, /^held: 0123456789 is /)
  assert.match(says['balance']!, /^held/)
  assert.match(says['card page']!, /^not_tried: not offered/)
})

test('where one-time passwords hold transfers, the operator reads what to turn off', async () => {
  const says = await check('cards,payouts', true)

  assert.match(says['payout']!, /^failed: .*turn off one-time passwords for transfers/)
})

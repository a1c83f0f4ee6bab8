import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlutterwaveStandIn } from '../../../test/providers/flutterwave.ts'
import { later } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { naira } from '../../platform/money.ts'
import { checkProvider } from './check.ts'
import { checkedProviders } from './providers.ts'

// What `rails:check` says of Flutterwave, by what it is used for.

const SPEND = {
  bank: { code: '058', nipCode: '000013' },
  accountNumber: '0123456789',
  amount: naira(100),
}

async function check(offers: string | null, secretKey?: string) {
  let at = new Date('2026-11-23T09:00:00Z')
  const now = () => at
  const standIn = await startFlutterwaveStandIn({ now })
  const config = readConfig({
    COWRIE_FLUTTERWAVE_SECRET_KEY: secretKey ?? standIn.credentials.secretKey,
    COWRIE_FLUTTERWAVE_HASH: standIn.credentials.hash,
    COWRIE_FLUTTERWAVE_URL: standIn.url,
    COWRIE_FLUTTERWAVE_PAGE_ORIGIN: standIn.pageOrigin,
    ...(offers && { COWRIE_FLUTTERWAVE_OFFERS: offers }),
  })
  const [checked] = checkedProviders(config, { banks: [], now })
  const pause = async (ms: number) => {
    at = later(at, ms)
  }
  const told = standIn.notices.write('charge.completed', { data: { tx_ref: 'k' } })
  const asked = { now, email: 'check@example.com', say: () => {}, pause, spend: SPEND }
  const says: Record<string, string> = {}
  const settings = { ...asked, account: SPEND, notification: told }
  for await (const row of checkProvider(checked!, settings)) {
    says[row.what] = `${row.kind}: ${row.says}`
  }
  await standIn.close()
  return says
}

test('without a choice, Flutterwave is checked for cards, and pays nothing out', async () => {
  const says = await check(null)

  assert.match(says['log in']!, /^held/)
  assert.match(says['card page']!, /^held/)
  assert.match(says['notification signature']!, /^held: from the provider; about a charge/)
  for (const what of ['payout', 'name enquiry', 'list of banks', 'one-off account']) {
    assert.match(says[what]!, /^not_tried: not offered/, what)
  }
})

test('with everything chosen, accounts and payouts hold too', async () => {
  const says = await check('cards,accounts,payouts')

  assert.match(says['payout']!, /^held: sent, as \d+, for a fee of ₦10\.75/)
  assert.match(says['list of banks']!, /^held/)
  assert.match(says['name enquiry']!, /^held: 0123456789 is /)
  assert.match(says['balance']!, /^held/)
  assert.match(says['statement']!, /^held/)
  assert.match(says['one-off account']!, /^held: 78\d{8} at WEMA BANK; it expires/)
})

test('a wrong key is told as one', async () => {
  const says = await check(null, `FLWSECK-${'x'.repeat(20)}-X`)

  assert.match(says['log in']!, /^failed: the provider rejects the login/)
})

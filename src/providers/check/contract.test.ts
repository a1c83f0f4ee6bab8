import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type MonnifyStandIn, startMonnifyStandIn } from '../../../test/providers/monnify.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { naira } from '../../platform/money.ts'
import { type CheckSettings, checkProvider } from './check.ts'
import { checkedProviders } from './providers.ts'

// What `rails:check` says in each state of a new contract with Monnify.

let at = new Date('2026-11-23T09:00:00Z')
const now = () => at
const advance = async (ms: number) => {
  at = later(at, ms)
}
const SPEND = {
  bank: { code: '058', nipCode: '000013' },
  accountNumber: '0123456789',
  amount: naira(100),
}
const NUMBER = { bvn: '22222222221', nin: null }

let monnify: MonnifyStandIn
before(async () => {
  monnify = await startMonnifyStandIn({ now })
})
after(() => monnify.close())
beforeEach(async () => {
  // Nobody has asked for the same transfer a moment ago.
  await advance(5 * MINUTE)
  const { contract, closedIssuers } = monnify.books
  for (const one of Object.keys(contract) as (keyof typeof contract)[]) contract[one] = false
  closedIssuers.clear()
})

async function check(changes: Partial<CheckSettings> = {}) {
  const { apiKey, secretKey, contractCode, walletAccount } = monnify.credentials
  const config = readConfig({
    COWRIE_MONNIFY_API_KEY: apiKey,
    COWRIE_MONNIFY_SECRET_KEY: secretKey,
    COWRIE_MONNIFY_CONTRACT_CODE: contractCode,
    COWRIE_MONNIFY_WALLET_ACCOUNT: walletAccount,
    COWRIE_MONNIFY_URL: monnify.url,
  })
  const [checked] = checkedProviders(config, { banks: [], now })
  assert(checked)
  const settings = { now, email: 'check@example.com', say: () => {}, pause: advance, ...changes }
  const says: Record<string, string> = {}
  for await (const { what, kind, says: text } of checkProvider(checked, settings)) {
    says[what] = `${kind}: ${text}`
  }
  return says
}

type Row = {
  state: string
  switches: Partial<MonnifyStandIn['books']['contract']>
  closed?: string[]
  asked?: Partial<CheckSettings>
  what: string
  says: RegExp
}
const ROWS: Row[] = [
  {
    state: 'transfers by API are off',
    switches: { transfersOff: true },
    asked: { spend: SPEND },
    what: 'payout',
    says: /^failed: nothing was sent.*HTTP 403.*: transfers by API \(disbursements\) may be off/,
  },
  {
    state: 'the address of this machine is not listed',
    switches: { unlisted: true },
    asked: { spend: SPEND },
    what: 'payout',
    says: /^failed: nothing was sent.*D06 Unauthorized IP.*: ask them to list the address/,
  },
  {
    state: 'one-time passwords are on',
    switches: { otpOn: true },
    asked: { spend: { ...SPEND, accountNumber: '0123456780' } },
    what: 'payout',
    says: /^failed: still unknown after ten minutes.*one-time passwords.*waits there for a person/,
  },
  {
    state: 'all is on',
    switches: {},
    asked: { spend: { ...SPEND, accountNumber: '0123456781' } },
    what: 'payout',
    says: /^held: sent/,
  },
  {
    state: 'nobody asked for a transfer',
    switches: { transfersOff: true },
    what: 'payout',
    says: /^not_tried: moves money: needs --spend/,
  },
  {
    state: 'refunds by API are off',
    switches: { refundsOff: true },
    what: 'return',
    says: /^failed: refunds by API may be off: ask them to activate it \(return HTTP 403/,
  },
  {
    state: 'refunds by API are on',
    switches: {},
    what: 'return',
    says: /^held: they take requests/,
  },
  {
    state: 'the customer pays the fee',
    switches: { customerPaysFee: true },
    what: 'one-off account',
    says: /^held: .*₦100\.00 costs the customer ₦110\.75.*change the fee bearer/,
  },
  {
    state: 'we pay the fee',
    switches: {},
    what: 'one-off account',
    says: /^held: 50\d{8} at [^,]+; it expires/,
  },
  {
    state: 'other amounts are rejected',
    switches: { exactOnly: true },
    what: 'other amounts',
    says: /^not_tried: their API does not say.*look in their dashboard/,
  },
  {
    state: 'the first bank opens no accounts',
    switches: { needsNumber: true },
    closed: ['035'],
    asked: { number: NUMBER },
    what: 'permanent account',
    says: /^held: opened at Sterling Bank \(.*at 035 HTTP 422, 99 Preferred bank is not avail/,
  },
  {
    state: 'no bank opens accounts',
    switches: {},
    closed: ['035', '232', '50515'],
    asked: { number: NUMBER },
    what: 'permanent account',
    says: /^failed: unavailable \(.*at 035.*at 232.*at 50515/,
  },
  {
    state: 'an account needs a number, and there is one',
    switches: { needsNumber: true },
    asked: { number: NUMBER },
    what: 'permanent account',
    says: /^held: opened at Wema Bank, and closed again$/,
  },
  {
    state: 'an account needs a number, and there is none',
    switches: { needsNumber: true },
    what: 'permanent account',
    says: /^not_tried: needs --bvn FILE or --nin FILE/,
  },
  {
    state: 'the number is wrong',
    switches: {},
    asked: { number: { bvn: '00000000000', nin: null } },
    what: 'permanent account',
    says: /^failed: they reject this BVN$/,
  },
]

for (const { state, switches, closed = [], asked, what, says } of ROWS) {
  test(`rails:check says of ${what}, when ${state}`, async () => {
    Object.assign(monnify.books.contract, switches)
    for (const code of closed) monnify.books.closedIssuers.add(code)

    const told = await check(asked)

    assert.match(told[what]!, says)
    assert.equal(monnify.books.reserved.size, 0, 'no account stays open')
    assert(!JSON.stringify(told).includes(NUMBER.bvn))
  })
}

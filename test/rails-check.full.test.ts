import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { banks, findBank } from '../src/accounts/banks/banks.ts'
import { later, MINUTE } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { naira } from '../src/platform/money.ts'
import type { ProviderName } from '../src/platform/provider-settings.ts'
import { type CheckSettings, checkProvider } from '../src/providers/check/check.ts'
import { checkedProviders } from '../src/providers/check/providers.ts'
import { liveProviders } from '../src/providers/live.ts'
import type { RailRequest } from '../src/providers/outcomes.ts'

import { useApi } from './api.ts'
import { type AllStandIns, CALLBACK_TOKEN, environmentOf } from './providers/environment.ts'
import { startFlutterwaveStandIn } from './providers/flutterwave.ts'
import {
  FAILING_ACCOUNT,
  LATE_ACCOUNT,
  NOBODYS_ACCOUNT,
  REVERSING_ACCOUNT,
  SLOW_ACCOUNT,
} from './providers/monnify/books.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from './providers/monnify.ts'
import { startMonoStandIn } from './providers/mono.ts'
import { type PaystackStandIn, startPaystackStandIn } from './providers/paystack.ts'
import { type SafehavenStandIn, startSafehavenStandIn } from './providers/safehaven.ts'
import { useContext } from './support.ts'

// `rails:check` before stand-ins of all providers, and a service that they notify.

const context = useContext()
const api = useApi(context)
const GTB = findBank('058')!
const SOMEBODYS = { bank: GTB, accountNumber: '0123456789' }
const CALLBACK = 'https://pay.example.com/api/v1/rails/safehaven/notifications'

let monnify: MonnifyStandIn
let paystack: PaystackStandIn
let safehaven: SafehavenStandIn
let flutterwave: AllStandIns['flutterwave']
let mono: AllStandIns['mono']
let environment: Record<string, string>
before(async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { now } = context
  monnify = await startMonnifyStandIn({ now })
  paystack = await startPaystackStandIn({ now })
  safehaven = await startSafehavenStandIn({ now, reach: () => 'http://127.0.0.1:1/' })
  flutterwave = await startFlutterwaveStandIn({ now })
  mono = await startMonoStandIn({ now })
  const all = { flutterwave, monnify, mono, paystack, safehaven }
  environment = { ...environmentOf(all, CALLBACK), BASE_URL: url }
  const { log } = context
  context.rails.live = liveProviders(readConfig(environment), { now, log, banks, mail: null })
})
after(() =>
  Promise.all([flutterwave, monnify, mono, paystack, safehaven].map((one) => one.close())),
)
// Nobody asks for the same a moment ago.
beforeEach(() => context.advance(5 * MINUTE))

type Changes = Partial<CheckSettings> & { settings?: Record<string, string>; url?: string }

/** What was said of each check, and each step of a payout. */
async function check(name: ProviderName, { settings, url, ...changes }: Changes = {}) {
  const steps: string[] = []
  const config = readConfig({ ...environment, ...settings })
  const found = checkedProviders(config, { banks, now: changes.now ?? context.now })
  const checked = found.find((one) => one.name === name)
  assert(checked)
  const address = {
    ...checked.address,
    ...(name === 'safehaven' && {
      url: `${environment['BASE_URL']}${new URL(CALLBACK).pathname}/x`,
    }),
    ...(url !== undefined && { url }),
  }
  const rows = checkProvider(
    { ...checked, address },
    {
      now: context.now,
      email: 'check@example.com',
      account: SOMEBODYS,
      say: (line) => void steps.push(line),
      pause: async (ms) => context.advance(ms),
      ...changes,
    },
  )
  const says: Record<string, string> = {}
  for await (const { what, kind, says: text } of rows) says[what] = `${kind}: ${text}`
  return { says, steps }
}

function told(by: MonnifyStandIn | PaystackStandIn): RailRequest {
  const json = { eventType: 'SETTLEMENT', eventData: {}, event: 'charge.success', data: {} }
  const { headers, body } =
    'notices' in by.controls
      ? by.controls.notices.sign('charge.success', { ...json, data: { reference: 'another-s' } })
      : by.controls.sign(json)
  return { headers, body }
}

test('everything that Monnify offers holds, and no money moves', async () => {
  const moved = monnify.books.movements.length
  const { says } = await check('monnify', { notification: told(monnify) })
  assert.match(says['one-off account']!, /^held: 50\d{8} at .+; it expires at \d\d:\d\d UTC$/)
  const base = environment['BASE_URL']
  assert.deepEqual(
    { ...says, 'one-off account': '' },
    {
      'log in': 'held: the provider accepts the credentials',
      'list of banks': 'held: 6 banks',
      'name enquiry': "held: 0123456789 is SAMPLE & O'HOLDER (NIG) LTD 6789",
      balance: 'held: ₦10,000,000.00 in 3934178936',
      statement: 'held: 0 lines from the last 24 hours',
      'one-off account': '',
      'card page': `held: opened at ${new URL(monnify.url).host} and left unpaid`,
      'other amounts':
        'not_tried: their API does not say whether the contract accepts less or more than the ' +
        'exact amount: look in their dashboard',
      'permanent account': 'not_tried: needs --bvn FILE or --nin FILE: opens one, closes it',
      return: 'held: they take requests: that of an unknown payment was refused as such',
      identity: 'not_tried: not offered by this provider',
      payout: 'not_tried: moves money: needs --spend NAIRA --to BANK:NUMBER',
      clock: 'held: within 30 s of ours',
      'notification address':
        `held: ${base}/api/v1/rails/monnify/notifications responds here, and rejects unsigned ` +
        'requests; only a real notification shows whether the provider can reach it',
      'notification signature': 'held: from the provider; not needed here',
    },
  )
  assert.equal(monnify.books.movements.length, moved)
})

test('everything that Paystack offers holds: cards, their balance and statement', async () => {
  const { says } = await check('paystack', { notification: told(paystack) })
  const offered = Object.entries(says).filter(([, text]) => !text.includes('not offered'))
  assert.deepEqual(
    offered.map(([what, text]) => `${what} ${text.split(':')[0]}`),
    ['log in', 'balance', 'statement', 'card page', 'clock', 'notification address']
      .concat('notification signature')
      .map((what) => `${what} held`),
  )
})

test('everything that Safe Haven offers holds, and its account is closed again', async () => {
  const moved = safehaven.books.movements.length
  const body = Buffer.from(JSON.stringify({ type: 'account.updated', data: {} }))
  const notification = { headers: {}, body, token: CALLBACK_TOKEN }
  const { says } = await check('safehaven', { notification })
  const failures = Object.values(says).filter((text) => text.startsWith('failed'))
  assert.deepEqual(failures, [])
  assert.match(says['one-off account']!, /^held: 80\d{8} at Safe Haven MFB, closed again$/)
  assert.equal(says['identity'], 'not_tried: costs a fee, and needs a person')
  assert.equal(safehaven.books.virtualAccounts.at(-1)?.isDeleted, true)
  assert.equal(safehaven.books.movements.length, moved)
})

test('of Flutterwave what it is used for here holds, and of Mono nothing is asked', async () => {
  const { says } = await check('flutterwave')
  const tried = Object.entries(says).filter(([, text]) => !text.startsWith('not_tried'))
  assert.deepEqual(
    tried.map(([what, text]) => `${what} ${text.split(':')[0]}`),
    ['log in', 'balance', 'statement', 'card page', 'clock', 'notification address'].map(
      (what) => `${what} held`,
    ),
  )
  await check('mono')
  assert.deepEqual(mono.billed, [])
})

test('a login that is rejected or not answered ends the questions, not the rest', async () => {
  const elsewhere = 'http://127.0.0.1:1'
  for (const [name, settings, reason] of [
    [
      'monnify',
      { COWRIE_MONNIFY_SECRET_KEY: 'x'.repeat(20) },
      /rejects the login \(login HTTP 401/,
    ],
    ['safehaven', { COWRIE_SAFEHAVEN_CLIENT_ID: 'another' }, /rejects the login \(login HTTP 401/],
    ['paystack', { COWRIE_PAYSTACK_SECRET_KEY: `sk_live_${'x'.repeat(20)}` }, /balance HTTP 401/],
    ['monnify', { COWRIE_MONNIFY_URL: elsewhere }, /does not respond \(login not reached\)$/],
    ['safehaven', { COWRIE_SAFEHAVEN_URL: elsewhere }, /does not respond \(login not reached\)$/],
    ['paystack', { COWRIE_PAYSTACK_URL: elsewhere }, /does not respond \(balance not reached\)$/],
  ] as const) {
    const { says } = await check(name, { settings })
    assert.match(says['log in']!, /^failed: /)
    assert.match(says['log in']!, reason)
    assert.equal(says['card page'], 'not_tried: not logged in')
    assert.match(says['notification address']!, /^held/)
  }
})

test('each check fails by itself, and says why', async () => {
  const { fail } = monnify.controls
  const twice = (call: string) => {
    fail('502', call)
    fail('502', call)
  }
  const cases: [string, () => void, RegExp][] = [
    [
      'list of banks',
      () => fail('forbidden', 'banks'),
      /^failed: unavailable \(list banks HTTP 403/,
    ],
    ['balance', () => twice('balance'), /^failed: unknown \(balance HTTP 502\)$/],
    ['statement', () => fail('502', 'search'), /^failed: unknown \(payments HTTP 502\)$/],
    ['one-off account', () => fail('502', 'init transfer'), /\(init bank transfer HTTP 502\)$/],
    ['card page', () => fail('502', 'query'), /^failed: unknown \(query transaction HTTP 502\)$/],
  ]
  for (const [what, breaks, reason] of cases) {
    breaks()
    const { says } = await check('monnify')
    assert.match(says[what]!, reason)
    const failures = Object.values(says).filter((text) => text.startsWith('failed'))
    assert.equal(failures.length, 1, JSON.stringify(says))
  }
  const nobodys = { bank: GTB, accountNumber: NOBODYS_ACCOUNT }
  const { says } = await check('monnify', { account: nobodys })
  assert.match(says['name enquiry']!, /^failed: there is no account 0000000000 at that bank/)
})

test('an account that Safe Haven does not close is told', async () => {
  safehaven.controls.fail({ call: 'DELETE /virtual-accounts/:id', how: 'text_502' })
  const { says } = await check('safehaven')
  assert.match(
    says['one-off account']!,
    /^failed: 80\d{8} at Safe Haven MFB was not closed \(unknown\); it expires at/,
  )
})

test('a clock that differs is told', async () => {
  const now = () => later(context.now(), -2 * MINUTE)
  for (const name of ['monnify', 'safehaven'] as const) {
    const { says } = await check(name, { now })
    assert.match(says['clock']!, /^failed: 1(19|20) s ahead of ours$/)
  }
})

test('a notification address is held only where this service rejects what is forged', async () => {
  const base = environment['BASE_URL']
  for (const [url, says] of [
    ['', 'not_tried: needs BASE_URL'],
    [`${base}/api/v1/rails/nobody/notifications`, /^failed: .+ provider is not configured there$/],
    [`${base}/readyz`, /^failed: .+ returns HTTP 405: that is not this service$/],
    [`${monnify.url}/`, /^failed: .+ returns HTTP 401: that is not this service$/],
    ['http://127.0.0.1:1/', /^failed: http:\/\/127\.0\.0\.1:1\/ does not respond/],
  ] as const) {
    const row = (await check('monnify', { url })).says['notification address']!
    if (typeof says === 'string') assert.equal(row, says)
    else assert.match(row, says)
  }
})

test('a signature holds for its own body and secret only', async () => {
  const right = told(monnify)
  const other = { ...right, body: Buffer.from(`${right.body} `) }
  const { headers, body } = monnify.controls.sign({ eventType: 'an odd kind', eventData: {} })
  for (const [name, notification, says] of [
    ['monnify', other, /^failed: forged/],
    ['monnify', { ...right, headers: {} }, /^failed: forged/],
    ['paystack', right, /^failed: forged/],
    ['safehaven', { ...right, token: 'another' }, /^failed: forged/],
    ['monnify', { headers, body }, /^failed: from the provider, but unreadable$/],
  ] as const) {
    const row = (await check(name, { notification })).says['notification signature']!
    assert.match(row, says)
  }
})

test('₦100 is sent once where that is asked for, and seen through', async () => {
  const spend = { ...SOMEBODYS, amount: naira(100) }
  const paidTo = () => monnify.books.paidTo(spend.accountNumber)
  const before = paidTo()
  const { says, steps } = await check('monnify', { spend })
  assert.match(says['payout']!, /^held: sent, as MFDS\|.+, for a fee of ₦10\.00$/)
  assert.match(
    steps[0]!,
    /^0123456789 is SAMPLE & O'HOLDER \(NIG\) LTD 6789\. Sending ₦100\.00 with the key /,
  )
  assert.deepEqual(steps.slice(1), ['the transfer is sent'])
  assert.equal(paidTo() - before, naira(100))

  safehaven.controls.fates.set(SLOW_ACCOUNT, 'processing')
  const slow = { bank: GTB, accountNumber: SLOW_ACCOUNT, amount: naira(100) }
  const seen = await check('safehaven', { spend: slow })
  assert.match(seen.says['payout']!, /^held: sent, as \d{30}, for a fee of ₦10\.75$/)
  assert.equal(seen.steps[1], 'the transfer is accepted')
  assert.equal(seen.steps.at(-1), 'the enquiry says sent')
  assert.equal(safehaven.books.paidTo(SLOW_ACCOUNT), naira(100))
})

test('a transfer whose answer is lost is enquired about, and not sent again', async () => {
  monnify.controls.fail('after', 'transfer')
  const accountNumber = '0123456780'
  const { says } = await check('monnify', {
    spend: { bank: GTB, accountNumber, amount: naira(100) },
  })
  assert.match(says['payout']!, /^held: sent/)
  assert.equal(monnify.books.paidTo(accountNumber), naira(100))
})

test('a transfer that fails, never arrives, or stays unknown has failed the check', async () => {
  const order = (accountNumber: string) => ({ bank: GTB, accountNumber, amount: naira(100) })
  const payout = async (accountNumber: string) =>
    (await check('monnify', { spend: order(accountNumber) })).says['payout']!
  assert.match(await payout(FAILING_ACCOUNT), /^failed: failed: refused by bank \(FAILED\)$/)
  assert.match(await payout(NOBODYS_ACCOUNT), /^failed: nothing was sent: the name enquiry is not/)
  monnify.controls.fail('before', 'transfer')
  assert.match(await payout('0123456781'), /^failed: nothing was sent: it was never received/)
  // Under way for an hour: longer than anybody waits.
  assert.match(await payout(SLOW_ACCOUNT), /^failed: still unknown after ten minutes: look for /)
  assert.match(await payout(LATE_ACCOUNT), /^held: sent/)
  monnify.books.fates.set(REVERSING_ACCOUNT, 'reversed')
  assert.match(await payout(REVERSING_ACCOUNT), /^held: sent/)
})

/** The command as an operator runs it. */
async function run(words: string[], settings: Record<string, string> = {}) {
  const ours = /^(COWRIE_|NODE_TEST|npm_|DATABASE_URL$|BASE_URL$|HOST$|PORT$)/
  const own = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const line = ['--disable-warning=ExperimentalWarning', 'scripts/rails-check.ts', ...words]
  const env = { ...Object.fromEntries(own), ...settings }
  const child = spawn(process.execPath, line, { env, timeout: 180_000 })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: child.exitCode ?? (await once(child, 'exit'))[0], said, complained }
}

test('the command prints a table, and its exit code says whether a check failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-check-'))
  const file = join(folder, 'captured.txt')
  const { headers, body } = told(monnify)
  const signature = String(headers['monnify-signature'])
  const head = `POST /api/v1/rails/monnify/notifications HTTP/1.1\nMonnify-Signature: ${signature}`
  writeFileSync(file, `${head}\nContent-Length: ${body.length}\n\n${body}\n`)
  context.advance(-context.now().getTime() + Date.now())

  const good = await run(
    ['monnify', '--account', '058:0123456789', '--notification', file],
    environment,
  )
  assert.equal(good.code, 0, good.said + good.complained)
  assert.match(good.said, /^monnify\n {2}passed {3}log in {19}the provider accepts/m)
  assert.match(good.said, /passed {3}notification signature {3}from the provider/)
  assert.match(good.said, /\n11 passed, 0 failed, 4 skipped\.\n$/)

  const bad = await run([], { ...environment, COWRIE_PAYSTACK_URL: 'http://127.0.0.1:1' })
  assert.equal(bad.code, 1)
  assert.match(bad.said, /^paystack\n {2}FAILED {3}log in/m)
  for (const name of ['monnify', 'safehaven']) assert.match(bad.said, new RegExp(`^${name}$`, 'm'))
  rmSync(folder, { recursive: true })
})

test('the command refuses what it cannot do, before it asks anybody', async () => {
  const withoutMono = { ...environment, COWRIE_MONO_SECRET_KEY: '', COWRIE_MONO_URL: '' }
  const before = monnify.controls.calls()
  const to = ['--to', '058:0123456789']
  for (const [words, code, says] of [
    [['--spend', '100', ...to], 2, /^Usage:/],
    [['monnify', '--spend', '100'], 2, /^Usage:/],
    [['monnify', '--spend', '1001', ...to], 2, /^Usage:/],
    [
      ['monnify', '--account', '058:012345678'],
      2,
      /must be BANK:NUMBER, a bank code and ten digits/,
    ],
    [['mono'], 1, /^mono is not configured/],
  ] as const) {
    const { code: ended, said, complained } = await run([...words], withoutMono)
    assert.equal(ended, code, words.join(' '))
    assert.match(complained, says)
    assert.equal(said, '')
  }
  assert.deepEqual(monnify.controls.calls(), before)
})

test('what is said has no secret in it', async () => {
  const all = await Promise.all(
    (['flutterwave', 'monnify', 'mono', 'paystack', 'safehaven'] as const).map((name) =>
      check(name),
    ),
  )
  const shown = JSON.stringify(all)
  const secrets = Object.entries(environment).filter(([name]) =>
    /SECRET|TOKEN|PRIVATE|API_KEY|HASH/.test(name),
  )
  assert.equal(secrets.length, 8)
  for (const [name, secret] of secrets) assert(!shown.includes(secret), name)
})

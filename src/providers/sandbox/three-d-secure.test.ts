import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naira } from '../../platform/money.ts'
import { sha256 } from '../../platform/secrets.ts'
import { tokenOf } from './charges.ts'
import { memoryOf, sandboxRails, threeDSecure, threeDSecureStyleHash } from './sandbox.ts'

const RETURN_URL = 'https://pay.example/checkout/abc?a=1&b="><script>'
const BOTH = { number: '5192602720584796', cvv: '123' }
const ONLY_DECLINE = { number: '5192600000000319', cvv: '319' }
const NEVER_BACK = { number: '5192600000000327', cvv: '327' }
const NO_PAGE = { number: '5060666666666666666', cvv: '123' }

async function givenCharge({ number, cvv }: { number: string; cvv: string }) {
  const options = {
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => new Date('2026-03-15T12:00:00Z'),
  }
  const rail = sandboxRails(options).card
  const outcome = await rail.charge({
    key: 'k',
    amount: naira(5_000),
    email: 'ada@example.com',
    card: { number: Buffer.from(number), cvv: Buffer.from(cvv), expMonth: 9, expYear: 2030 },
    returnUrl: RETURN_URL,
  })
  const page = threeDSecure(options)
  return { rail, page, outcome, token: tokenOf('k') }
}

const buttonsOf = (html: string | null) =>
  [...(html ?? '').matchAll(/<button name="decision" value="(\w+)">/g)].map(([, value]) => value)

test('the customer is sent to an address that names the charge and cannot be guessed', async () => {
  const { outcome, token } = await givenCharge(BOTH)

  assert(outcome.kind === 'redirect_required')
  assert.equal(outcome.url, `https://pay.example/sandbox/3ds/${token}`)
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
})

test('the bank shows the amount, the card and both buttons', async () => {
  const { page, token } = await givenCharge(BOTH)

  const html = await page.show(token)

  assert.match(html!, /₦5,000\.00/)
  assert.match(html!, /•••• 4796/)
  assert.match(html!, /sandbox's own bank: no money moves/)
  assert.match(html!, /<form class="act" method="post">/)
  assert.deepEqual(buttonsOf(html), ['approve', 'decline'])
})

test('the page holds no script, and one style, which the policy knows by its hash', async () => {
  const { page, token } = await givenCharge(BOTH)

  const html = (await page.show(token))!

  const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)]
  assert.equal(styles.length, 1)
  assert.equal(threeDSecureStyleHash, `sha256-${sha256(styles[0]![1]!).toString('base64')}`)
  assert.doesNotMatch(html, /<script|<link| style=| on\w+=/)
})

test('who has decided finds the way back, and no button', async () => {
  const { page, token } = await givenCharge(BOTH)
  await page.decide(token, 'approve')

  const html = await page.show(token)

  const escaped = 'https://pay.example/checkout/abc?a=1&amp;b=&quot;&gt;&lt;script&gt;'
  assert(html!.includes(`href="${escaped}"`))
  assert.deepEqual(buttonsOf(html), [])
  assert.doesNotMatch(html!, /<script/)
})

test('one test card can only be declined', async () => {
  const { page, rail, token } = await givenCharge(ONLY_DECLINE)

  assert.deepEqual(buttonsOf(await page.show(token)), ['decline'])
  assert.equal(await page.decide(token, 'approve'), null)
  assert.equal((await rail.enquire({ key: 'k' })).kind, 'redirect_required')
  assert.deepEqual(await page.decide(token, 'decline'), { returnUrl: RETURN_URL })
})

test('at another nobody decides, and nothing leads back', async () => {
  const { page, token } = await givenCharge(NEVER_BACK)

  const html = await page.show(token)

  assert.doesNotMatch(html!, /<button|<form|<a /)
  assert.equal(await page.decide(token, 'approve'), null)
  assert.equal(await page.decide(token, 'decline'), null)
})

test('deciding both ways at once, or again, changes nothing after the first', async () => {
  const { page, rail, token } = await givenCharge(BOTH)

  const decided = await Promise.all([page.decide(token, 'decline'), page.decide(token, 'approve')])
  const again = await page.decide(token, 'approve')

  for (const answer of [...decided, again]) assert.deepEqual(answer, { returnUrl: RETURN_URL })
  const outcome = await rail.enquire({ key: 'k' })
  assert(outcome.kind === 'declined' && outcome.reason === 'authentication_failed')
})

test('a token that names no charge, or one without a page, is not found', async () => {
  const { page, token } = await givenCharge(BOTH)
  await page.decide(token, 'approve')
  const other = await givenCharge(NO_PAGE)
  const wrong = ['', 'x', `${token}/answer/0`, `${token}\n`, '__proto__', tokenOf('other')]

  for (const name of wrong) {
    assert.equal(await page.show(name), null)
    assert.equal(await page.decide(name, 'approve'), null)
  }
  assert.equal(await other.page.show(other.token), null)
  assert.equal(await other.page.decide(other.token, 'approve'), null)
})

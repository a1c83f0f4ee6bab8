import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kobo, naira } from '../../platform/money.ts'
import { fits } from '../nuban.ts'
import type { BankCredit } from '../outcomes.ts'
import type { Card, CardOutcome } from '../rails.ts'
import { digestOf } from './memory.ts'
import { memoryOf, sandboxRails, TEST_BANK, testCards, threeDSecure } from './sandbox.ts'

const AMOUNT = naira(5_000)
const KEY = 'a charge'

type Sandbox = ReturnType<typeof givenSandbox>

function givenSandbox() {
  const options = {
    memory: memoryOf(new Map()),
    baseUrl: () => 'https://pay.example',
    now: () => new Date('2026-03-15T12:34:56.789Z'),
  }
  const rails = sandboxRails(options)
  const charge = (card: Card, key = KEY) =>
    rails.card.charge({
      key,
      amount: AMOUNT,
      email: 'ada@example.com',
      card,
      returnUrl: 'https://pay.example/checkout/abc',
    })
  return { ...rails, memory: options.memory, page: threeDSecure(options), charge }
}

const card = (number: string, cvv: string): Card => ({
  ...{ number: Buffer.from(number), cvv: Buffer.from(cvv) },
  ...{ expMonth: 9, expYear: 2030 },
})

// Each row: what the customer does, and each answer of the sandbox.
const stories = `
  4084084084084081     408  charge → approved, enquire → approved, reverse → returned
  507850785078507812   081  charge → pin_required, pin 1111 → approved
  5060666666666666666  123  charge → pin_required, pin 1234 → otp_required, otp 123456 → approved
  507850785078507804   884  charge → pin_required, pin 0000 → otp_required, otp 123456 → approved
  5192602720584796     123  charge → redirect_required, page approve → approved
  5192602720584796     123  charge → redirect_required, page decline → authentication_failed
  4084080000005408     001  charge → declined, reverse → refused
  507850785078507853   082  charge → pin_required, pin 0000 → otp_not_sent
  4084080000670037     787  charge → insufficient_funds
  4084080000671803     180  charge → approved, reverse → refused
  4084080000671902     190  charge → approved, reverse → unknown, reverse → unknown
  4084080000672009     200  charge → approved, reverse → accepted, refund → accepted,
                            refund → returned
  4084080000672108     210  charge → approved, reverse → accepted, refund → accepted,
                            refund → refused, reverse → accepted
  4084080000672207     220  charge → approved, reverse → returned

  4084080000000912     912  charge → unknown, enquire → approved, reverse → returned
  4084080000000920     920  charge → unknown, enquire → declined, reverse → refused
  4084080000000938     938  charge → unavailable, enquire → not_found
  5192600000000319     319  charge → redirect_required, page approve → redirect_required,
                            page decline → authentication_failed
  5192600000000327     327  charge → redirect_required, page approve → redirect_required,
                            page decline → redirect_required, enquire → redirect_required

  507850785078507812   081  charge → pin_required, pin 1112 → incorrect_pin,
                            pin 1111 → incorrect_pin
  507850785078507853   082  charge → pin_required, pin 1111 → incorrect_pin
  5060666666666666666  123  charge → pin_required, otp 123456 → pin_required, enquire → pin_required
  5060666666666666666  123  charge → pin_required, pin 1234 → otp_required, pin 9999 → otp_required
  5060666666666666666  123  charge → pin_required, pin 1234 → otp_required,
                            otp 000000 → otp_incorrect, otp 111111 → otp_incorrect,
                            otp 123456 → approved, otp 000000 → approved
  5060666666666666666  123  charge → pin_required, pin 1234 → otp_required,
                            otp 000000 → otp_incorrect, otp 111111 → otp_incorrect,
                            enquire → otp_incorrect, otp 222222 → incorrect_otp,
                            otp 123456 → incorrect_otp, reverse → refused
  4084084084084081     409  charge → incorrect_cvv
  4084080000000938     123  charge → incorrect_cvv
  5531886652142950     564  charge → not_a_test_card
  5399834697894723     123  charge → not_a_test_card
  5258585922666506     123  charge → not_a_test_card
  5143010522339965     123  charge → not_a_test_card
  4111111111111111     123  charge → not_a_test_card, pin 1234 → not_a_test_card
  4084080000680010     801  charge → approved
  4084080000680028     802  charge → approved
  4084080000680036     803  charge → approved
  4084080000680044     804  charge → approved
  4084080000680051     805  charge → approved
  4084080000680069     806  charge → approved
  4084080000680077     807  charge → approved
  4084080000690019     809  charge → approved
`
  .trim()
  .split(/\n+ {2}(?=\d)/)
  .map((row) => {
    const [, number = '', cvv = '', story = ''] = /^(\d+) +(\d+) +(.+)$/s.exec(row)!
    return { number, cvv, story: story.trim().split(/,\s+/) }
  })

for (const { number, cvv, story } of stories) {
  test(`card ${number}, CVV ${cvv}: ${story.join(', ')}`, async () => {
    const sandbox = givenSandbox()

    for (const line of story) {
      const [deed = '', outcome] = line.split(' → ')
      assert.equal(await play(sandbox, deed, card(number, cvv)), outcome, line)
    }
  })
}

async function play({ card: rail, page, charge }: Sandbox, deed: string, of: Card) {
  const [verb, text = ''] = deed.split(' ')
  switch (verb) {
    case 'charge':
      return inAWord(await charge(of))
    case 'pin':
      return inAWord(await rail.submitPin({ key: KEY, pin: text }))
    case 'otp':
      return inAWord(await rail.submitOtp({ key: KEY, otp: text }))
    case 'reverse':
      return (await rail.reverse({ key: KEY, amount: AMOUNT })).kind
    case 'refund':
      return (await rail.enquireRefund({ key: KEY, charge: KEY })).kind
    case 'page':
      await page.decide(tokenOf(await charge(of)), text as 'approve' | 'decline')
  }
  return inAWord(await rail.enquire({ key: KEY }))
}

function tokenOf(outcome: CardOutcome): string {
  assert(outcome.kind === 'redirect_required')
  return outcome.url.slice('https://pay.example/sandbox/3ds/'.length)
}

/** The kind; if declined, the reason. */
function inAWord(outcome: CardOutcome): string {
  return outcome.kind === 'declined' ? outcome.reason : outcome.kind
}

test('every test card has its story', () => {
  const told = new Set(stories.map(({ number, cvv }) => `${number} ${cvv}`))
  for (const { number, cvv } of testCards) assert(told.has(`${number} ${cvv}`), number)
})

test('an authorization holds what may be kept of the card', async () => {
  const { charge } = givenSandbox()

  const outcome = await charge(card('4084084084084081', '408'))

  assert(outcome.kind === 'approved')
  const { token, ...rest } = outcome
  assert(token)
  assert.deepEqual(rest, {
    kind: 'approved',
    authorization: {
      bin: '408408',
      last4: '4081',
      expMonth: '09',
      expYear: '2030',
      brand: 'visa',
      cardType: 'visa debit',
      bank: 'TEST BANK',
      countryCode: 'NG',
      reusable: true,
    },
  })
})

test('only the cards that say so can be charged again', async () => {
  const { charge } = givenSandbox()
  const reusable: string[] = []

  for (const { number, cvv } of testCards) {
    const outcome = await charge(card(number, cvv), number)
    if ('authorization' in outcome && outcome.authorization?.reusable) reusable.push(number)
  }

  const kept = testCards.filter(
    ({ again, holds, country }) => (again ?? holds ?? country) !== undefined,
  )
  const expected = ['4084084084084081', '5192602720584796', ...kept.map(({ number }) => number)]
  assert.deepEqual(reusable, expected)
})

test('a reversal gives back what was charged, and no other amount', async () => {
  const { card: rail, charge } = givenSandbox()
  await charge(card('4084084084084081', '408'))

  const part = await rail.reverse({ key: KEY, amount: kobo(AMOUNT - 1n) })

  assert.deepEqual(part, { kind: 'refused', reason: 'request_rejected' })
  assert.equal((await rail.reverse({ key: KEY, amount: AMOUNT })).kind, 'returned')
})

test('accounts are issued at the Test Bank with a right check digit', async () => {
  const { bank } = givenSandbox()
  const request = { accountName: 'Ada', amount: AMOUNT, expiresAt: new Date('2026-03-16') }

  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const outcome = await bank.issueOneOffAccount({ ...request, key: 'k', attempt })
    assert(outcome.kind === 'issued')
    assert.deepEqual(outcome.bank, { name: 'Test Bank', code: '001', slug: 'test-bank' })
    assert.equal(fits(TEST_BANK.code, outcome.accountNumber), true)
  }
})

test('a return is named as NIP does: virtual bank, UTC, serial', async () => {
  const { bank } = givenSandbox()

  const outcome = await bank.returnCredit({
    key: 'k',
    credit: creditFrom('0123456789'),
    amount: AMOUNT,
  })

  assert(outcome.kind === 'returned')
  assert.match(outcome.sessionId, /^999999260315123456\d{12}$/)
})

test('account 9999999999 takes nothing back, and 8888888888 answers when asked again', async () => {
  const { bank } = givenSandbox()
  const refused = { key: 'a', credit: creditFrom('9999999999'), amount: AMOUNT }
  const late = { key: 'b', credit: creditFrom('8888888888'), amount: AMOUNT }

  assert.equal((await bank.returnCredit(refused)).kind, 'refused')
  assert.equal((await bank.returnCredit(refused)).kind, 'refused')
  assert.equal((await bank.returnCredit(late)).kind, 'unknown')
  const returned = await bank.returnCredit(late)
  assert.equal(returned.kind, 'returned')
  assert.deepEqual(await bank.returnCredit(late), returned)
})

test('what was returned before parts could be is still the same return', async () => {
  const { bank, memory } = givenSandbox()
  const request = { key: 'k', credit: creditFrom('0123456789'), amount: AMOUNT }
  const before = '999999260101000000123456789012'
  await memory.remember(`return/${digestOf('k')}`, before)

  assert.deepEqual(await bank.returnCredit(request), { kind: 'returned', sessionId: before })
})

function creditFrom(senderAccountNumber: string): BankCredit {
  return {
    sessionId: '000058260315120000123456789012',
    accountNumber: '0000000014',
    amount: AMOUNT,
    senderName: 'Ada Obi',
    senderBankCode: '058',
    senderAccountNumber,
    narration: '',
    occurredAt: new Date('2026-03-15T12:00:00Z'),
  }
}

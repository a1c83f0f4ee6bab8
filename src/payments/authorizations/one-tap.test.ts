import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { EMAIL, moveToLive, useKeptCards } from '../../../test/kept-cards.ts'
import { decide, eventsOf, runJobs, verifyPayment } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import { GUESSES_MAX, SENDS_MAX } from './one-tap.ts'
import { mailCodes } from './one-tap-mail.ts'

// A customer pays at the checkout with a card that the business keeps, after a code by email.

const STRANGER = 'nobody@example.com'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))
const kept = useKeptCards(context, api, () => business)
const { credentials, givenCode, listed, withCharge } = kept

const opened = (email = EMAIL, more = {}) =>
  givenPayment(api, business, { email, save_card: 'offer', ...more })

async function call(accessCode: string, path: string, body: object = {}, key = '') {
  const headers = { ...(key && { 'idempotency-key': key }) }
  const answer = await api.post(`/checkout/${accessCode}/kept-cards${path}`, { body, headers })
  return { ...answer.body, status: answer.status }
}

/** The codes that were emailed, newest first. */
async function codes(email = EMAIL): Promise<string[]> {
  await untilDone(context, mailCodes)
  const { body } = await api.get('/api/v1/sandbox/messages?perPage=100', credentials())
  const texts: string[] = body.data
    .filter(({ to }: { to: string }) => to === email)
    .map(({ text }: { text: string }) => text)
  return texts.flatMap((text) => /^(\d{6})$/m.exec(text)?.[1] ?? [])
}

/** Asks for a code and enters it. */
async function proven(accessCode: string, email = EMAIL) {
  assert.equal((await call(accessCode, '/code')).status, 200)
  const [otp] = await codes(email)
  const { status, data } = await call(accessCode, '', { otp })
  assert.equal(status, 200)
  const [card] = data.cards
  return { ...data, otp, body: { proof: data.proof, authorization_code: card?.authorization_code } }
}

test('a customer with a kept card pays with it after a code by email', async () => {
  const authorization_code = await givenCode()
  const { access_code, reference } = await opened()

  const { cards, body } = await proven(access_code)
  const { status, data } = await call(access_code, '/pay', body)

  assert.deepEqual(cards, [{ authorization_code, brand: 'Visa', last4: '4081' }])
  assert.deepEqual([status, data.status], [200, 'success'])
  const payment = await verifyPayment(api, business, reference)
  assert.equal(payment.status, 'success')
  assert.equal(payment.authorization.authorization_code, authorization_code)
  assert(payment.fees > 0)
  const types = (await eventsOf(context, business))
    .filter(({ data: { reference: of } }) => of === reference)
    .map(({ type }) => type)
  assert.deepEqual(types, ['transaction.success'])
  await assertSettled(context)
})

test('page and answers are the same for a customer with a card and for one without', async () => {
  await givenCode()
  const seen = async (email: string) => {
    const { access_code, reference } = await opened(email)
    const page = await api.get(`/checkout/${access_code}`)
    const status = await api.get(`/checkout/${access_code}/status`)
    const sent = await call(access_code, '/code')
    const wrong = await call(access_code, '', { otp: '000000' })
    await codes(email)
    const again = await api.get(`/checkout/${access_code}/status`)
    const tooSoon = await call(access_code, '/code')
    const all = [page.text, status.body, sent, wrong, again.body, tooSoon]
    return JSON.stringify(all, null, 1)
      .replaceAll('\\n', '\n')
      .replaceAll(access_code, 'CODE')
      .replaceAll(reference, 'REFERENCE')
      .replaceAll(email, 'EMAIL')
      .replaceAll(
        /[0-9a-f]{8}-[0-9a-f-]{27}|data-now=\\"\d+|data-ends=\\"\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g,
        '',
      )
  }

  const [withCard, without] = [await seen(EMAIL), await seen(STRANGER)]

  assert.deepEqual(withCard.split('\n'), without.split('\n'))
  assert.match(withCard, /Use a saved card/)
  assert.doesNotMatch(withCard, /ending 4081|"4081"/)
  assert.deepEqual([(await codes()).length, (await codes(STRANGER)).length], [1, 0])
})

for (const [what, more, isOffered] of [
  ['asks whether to keep the card', { save_card: 'offer' }, true],
  ['keeps the card', { save_card: 'required' }, true],
  ['does not keep cards', { save_card: 'never' }, false],
  ['takes no cards', { channels: ['bank_transfer'] }, false],
] as const) {
  test(`a payment that ${what} ${isOffered ? 'offers' : 'does not offer'} kept cards`, async () => {
    const { access_code } = await opened(EMAIL, more)

    const { text } = await api.get(`/checkout/${access_code}`)
    const { status, code } = await call(access_code, '/code')

    assert.equal(text.includes('id="kept"'), isOffered)
    assert.deepEqual([status, code], isOffered ? [200, undefined] : [422, 'channel_not_allowed'])
  })
}

test('a wrong code shows nothing, and after five the payment takes no further code', async () => {
  await givenCode()
  const { access_code } = await opened()
  await call(access_code, '/code')
  const [right] = await codes()
  const otp = right === '123456' ? '654321' : '123456'

  const left: (number | string)[] = []
  for (let i = 0; i < GUESSES_MAX; i++) {
    const { code, attempts_left, data } = await call(access_code, '', { otp })
    assert.equal(data, undefined)
    left.push(code === 'invalid_otp' ? attempts_left : code)
    context.advance(2 * MINUTE)
  }
  const rightNow = await call(access_code, '', { otp: right })
  const again = await call(access_code, '/code')

  assert.deepEqual(left, [4, 3, 2, 1, 'otp_locked'])
  assert.equal(rightNow.code, 'otp_locked')
  assert.equal(again.code, 'otp_locked')
})

test('a code works for ten minutes, once, and for its payment only', async () => {
  await givenCode()
  const [first, second] = [await opened(), await opened()]
  await call(first.access_code, '/code')
  const [otp] = await codes()
  context.advance(9 * MINUTE)

  const elsewhere = await call(second.access_code, '', { otp })
  const once = await call(first.access_code, '', { otp })
  const twice = await call(first.access_code, '', { otp })
  await call(second.access_code, '/code')
  const [late] = await codes()
  context.advance(10 * MINUTE)
  const tooLate = await call(second.access_code, '', { otp: late })

  assert.deepEqual(
    [elsewhere, once, twice, tooLate].map(({ code }) => code),
    ['otp_expired', undefined, 'otp_expired', 'otp_expired'],
  )
})

test('a new code ends the earlier one; at most four are sent, a minute apart', async () => {
  await givenCode()
  const { access_code } = await opened()

  const answers: string[] = []
  const all: string[] = []
  for (let i = 0; i <= SENDS_MAX; i++) {
    const { code, data } = await call(access_code, '/code')
    answers.push(code ?? data.sends_left)
    all.unshift(...(await codes()).slice(0, 1))
    answers.push((await call(access_code, '/code')).code)
    context.advance(1 * MINUTE)
  }
  const old = await call(access_code, '', { otp: all.at(-1) })

  const soon = 'otp_too_soon'
  assert.deepEqual(answers.slice(0, 6), [3, soon, 2, soon, 1, soon])
  assert.deepEqual(answers.slice(6), [0, 'resends_used_up', 'resends_used_up', 'resends_used_up'])
  assert.equal(old.code, 'invalid_otp')
})

test('only the browser that entered the code sees and charges the card', async () => {
  const authorization_code = await givenCode()
  const [mine, other] = [await opened(), await opened()]
  const { body, proof } = await proven(mine.access_code)

  const guessed = await call(mine.access_code, '/pay', { proof: 'a', authorization_code })
  const elsewhere = await call(other.access_code, '/pay', body)
  const { text } = await api.get(`/checkout/${mine.access_code}`)
  const status = await api.get(`/checkout/${mine.access_code}/status`)
  context.advance(15 * MINUTE)
  const late = await call(mine.access_code, '/pay', body)

  assert.deepEqual(
    [guessed, elsewhere, late].map(({ code }) => code),
    Array(3).fill('otp_expired'),
  )
  assert.doesNotMatch(text + JSON.stringify(status.body), new RegExp(`4081"|${proof}`))
  // Who has lost the proof asks for another code.
  assert.notEqual((await proven(mine.access_code)).proof, proof)
})

test('emails to an address, and guesses at it, are limited over all payments', async () => {
  await givenCode()
  const asked: string[] = []
  for (let i = 0; i < 7; i++) asked.push((await call((await opened()).access_code, '/code')).code)
  const rest = await call((await opened(STRANGER)).access_code, '/code')
  context.advance(1 * HOUR)

  let guesses = 0
  for (; guesses < 30; guesses++) {
    const { access_code } = await opened()
    await call(access_code, '/code')
    const { code } = await call(access_code, '', { otp: '000000' })
    if (code === 'too_many_tries') break
    context.advance(21 * MINUTE)
  }

  assert.deepEqual(asked, [...Array(6).fill(undefined), 'too_many_tries'])
  assert.equal(rest.status, 200)
  assert.equal(guesses, 20)
})

test('two presses at once, and the same press again, charge once', async () => {
  await givenCode()
  const { access_code, reference } = await opened()
  const { body } = await proven(access_code)

  const both = await Promise.all([1, 2].map(() => call(access_code, '/pay', body, 'one-press')))
  const again = await call(access_code, '/pay', body)
  await runJobs(context)

  assert(both.some(({ status }) => status === 200))
  assert.equal(again.code, 'already_paid')
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  const [row] = await context.sql<{ count: number }[]>`
    select count(*)::int as count from card_attempt where authorization_id is not null
      and business_id = ${business.businessId}
  `
  assert.equal(row?.count, 1)
})

test('a decline leaves the payment open for another card or channel', async () => {
  await givenCode('kept_no_funds')
  const { access_code, reference } = await opened()
  const { body } = await proven(access_code)

  const { status, data } = await call(access_code, '/pay', body)

  assert.deepEqual([status, data.status, data.message_code], [200, 'ongoing', 'declined_funds'])
  await kept.payCard(access_code, 'success', false)
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
})

test('a step that the bank asks for is taken at the checkout', async () => {
  await givenCode('kept_asks')
  const { access_code, reference } = await opened()
  const { body } = await proven(access_code)

  const { data } = await call(access_code, '/pay', body)
  const { comeBack } = await decide(api, data.next.url, 'approve')
  await comeBack()

  assert.deepEqual([data.next.kind, data.next.channel], ['redirect', 'card'])
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
})

test('a provider without an answer is never told as no, and charges once', async () => {
  await givenCode('kept_late')
  const { access_code, reference } = await opened()
  const { body } = await proven(access_code)

  const first = await call(access_code, '/pay', body)
  const second = await call(access_code, '/pay', body)

  assert.deepEqual([first.status, first.code], [504, 'rail_timeout'])
  assert.equal(second.code, 'already_in_progress')
  await runJobs(context)
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
})

test('while the provider is down, nothing is charged, and the press can be repeated', async () => {
  await givenCode()
  const { access_code, reference } = await opened()
  const { body } = await proven(access_code)

  const down = await withCharge(
    async () => ({ kind: 'unavailable' }),
    () => call(access_code, '/pay', body),
  )
  const again = await call(access_code, '/pay', body)

  assert.deepEqual([down.status, down.code], [503, 'rail_unavailable'])
  assert.equal(again.status, 200)
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
})

test('a customer removes a card at the checkout, and nobody charges it again', async () => {
  await givenCode()
  const { access_code } = await opened()
  const { body } = await proven(access_code)

  const removed = await call(access_code, '/remove', body)
  const paid = await call(access_code, '/pay', body)
  const next = await opened()
  await call(next.access_code, '/code')

  assert.deepEqual([removed.status, removed.data], [200, { cards: [] }])
  assert.equal(paid.code, 'authorization_not_found')
  assert.deepEqual(await listed(), [])
  assert.equal((await codes()).length, 1, 'no code for a customer without a card')
})

test('a card of another business, or an expired one, is not offered', async () => {
  const authorization_code = await givenCode('success')
  const other = await givenBusiness(context)
  const elsewhere = await givenPayment(api, other, { email: EMAIL, save_card: 'offer' })
  const foreign = await call(elsewhere.access_code, '/code')
  await untilDone(context, mailCodes)
  const mails = await api.get('/api/v1/sandbox/messages', { key: other.keys.secretKey })
  const mine = await opened()
  const { body } = await proven(mine.access_code)
  await context.sql`
    update payer_authorization set details = replace(details, '"exp_year":"20', '"exp_year":"19')
    where business_id = ${business.businessId}
  `

  const next = await opened()
  context.advance(1 * MINUTE)
  await call(next.access_code, '/code')
  const sent = (await codes()).length
  const theirs = await call(elsewhere.access_code, '/pay', { ...body, authorization_code })

  assert.equal(foreign.status, 200)
  assert.deepEqual(mails.body.data, [])
  assert.equal(sent, 1, 'no code for an expired card')
  assert.equal(theirs.code, 'otp_expired')
})

test('a card of live mode is not offered to a payment of test mode', async () => {
  const authorization_code = await givenCode()
  const before = await opened()
  const { body } = await proven(before.access_code)
  await moveToLive(context, business)

  const paid = await call(before.access_code, '/pay', body)
  const next = await opened()
  context.advance(1 * MINUTE)
  await call(next.access_code, '/code')

  assert.equal(body.authorization_code, authorization_code)
  assert.equal(paid.code, 'authorization_not_found')
  assert.equal((await codes()).length, 1, 'no code for a card of the other mode')
})

test('a clock that is set back charges nobody twice, and revives no code', async () => {
  await givenCode()
  const { access_code } = await opened()
  const { body, otp } = await proven(access_code)
  await call(access_code, '/pay', body)

  const { now } = context
  context.now = () => later(now(), -1 * HOUR)
  const paidAgain = await call(access_code, '/pay', body)
  const enteredAgain = await call(access_code, '', { otp })
  context.now = now

  assert.deepEqual([paidAgain.code, enteredAgain.code], ['already_paid', 'already_paid'])
})

test('what a customer agreed to is kept with the attempt: the words of the button', async () => {
  await givenCode()
  const { access_code } = await opened()
  const { body } = await proven(access_code)

  await call(access_code, '/pay', body)

  const [row] = await context.sql<{ consent: string }[]>`
    select consent from card_attempt
    where business_id = ${business.businessId} and authorization_id is not null
  `
  const { words, address } = JSON.parse(row!.consent)
  assert.deepEqual([words, address], ['Pay with Visa ending 4081', '127.0.0.1'])
})

import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { EMAIL, moveToLive, useKeptCards } from '../../../test/kept-cards.ts'
import { decide, eventsOf, runJobs, verifyPayment } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { railKeyOf } from '../../core/rail-key.ts'
import { enter } from '../../core/recovery/recovery.ts'

// Cards that customers let a business keep: at the checkout, and charged again.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))
const kept = useKeptCards(context, api, () => business)
const { credentials, payCard, paid, givenCode, listed, charge, withCharge } = kept

for (const [save_card, ticks, isKept] of [
  ['offer', true, true],
  ['offer', false, false],
  ['required', false, true],
  ['never', true, false],
  [undefined, true, false],
] as const) {
  const box = ticks ? 'ticked' : 'unticked'
  test(`save_card ${save_card}, the box ${box}: the card is ${isKept ? '' : 'not '}kept`, async () => {
    const reference = await paid('success', { ...(save_card && { save_card }) }, ticks)

    const { authorization } = await verifyPayment(api, business, reference)
    assert.equal(/^AUTH_/.test(authorization.authorization_code ?? ''), isKept)
    const all = await listed()
    assert.deepEqual(
      all.map(({ last4, reusable }) => [last4, reusable]),
      isKept ? [['4081', true]] : [],
    )
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.equal(types.includes('authorization.created'), isKept)
  })
}

test('what the customer agreed to is kept: the words of the page, when, and from where', async () => {
  await givenCode()

  const [only] = await listed()
  const { consent } = only!

  assert.match(consent.text, /may keep this card and charge it again/)
  assert.equal(consent.ip_address, '127.0.0.1')
  assert(Date.parse(consent.given_at) <= context.now().getTime())
})

test('the same card is kept once, also by two payments at once', async () => {
  const save_card = 'required'

  await Promise.all([paid('success', { save_card }), paid('success', { save_card })])
  await paid('success', { save_card })

  assert.equal((await listed()).length, 1)
})

test('a card that the provider gives no token for is not kept', async () => {
  const { access_code, reference } = await givenPayment(api, business, { save_card: 'required' })
  await payCard(access_code, 'pin', false)
  await api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })

  const { status, authorization } = await verifyPayment(api, business, reference)

  assert.deepEqual([status, authorization.authorization_code], ['success', undefined])
  assert.deepEqual(await listed(), [])
})

test('a kept card is charged as a payment at the checkout: fees, event, record', async () => {
  const authorization_code = await givenCode()

  const { status, data } = await charge({ authorization_code, reference: 'again-1' })

  assert.deepEqual([status, data.status, data.decline_reason], [200, 'success', null])
  assert.equal(data.transaction.authorization.authorization_code, authorization_code)
  assert.equal(data.transaction.channel, 'card')
  assert(data.transaction.fees > 0)
  const events = (await eventsOf(context, business)).filter(
    ({ data: { reference } }) => reference === 'again-1',
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['transaction.success'],
  )
  await assertSettled(context)
})

for (const [card, reason] of [
  ['kept_no_funds', 'insufficient_funds'],
  ['kept_expires', 'card_expired'],
  ['kept_stolen', 'card_stolen'],
] as const) {
  test(`a decline is an answer, and fails the payment: ${reason}`, async () => {
    const authorization_code = await givenCode(card)

    const { status, data } = await charge({ authorization_code, reference: 'again-1' })

    assert.deepEqual([status, data.status, data.decline_reason], [200, 'failed', reason])
    assert.equal(data.transaction.status, 'failed')
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.equal(types.at(-1), 'transaction.failed')
  })
}

test('a step that the bank asks for is taken at the checkout', async () => {
  const authorization_code = await givenCode('kept_asks')

  const { data } = await charge({ authorization_code, reference: 'again-1' })

  assert.equal(data.status, 'action_required')
  const accessCode = data.checkout_url.split('/').at(-1)
  const { body } = await api.get(`/checkout/${accessCode}/status`)
  const { comeBack } = await decide(api, body.data.next.url, 'approve')
  await comeBack()
  assert.equal((await verifyPayment(api, business, 'again-1')).status, 'success')
})

for (const [card, end] of [
  ['kept_late', 'success'],
  ['kept_late_decline', 'failed'],
] as const) {
  test(`without an answer it is processing, never told as no; then ${end}`, async () => {
    const authorization_code = await givenCode(card)

    const { status, data } = await charge({ authorization_code, reference: 'again-1' })
    const again = await charge({ authorization_code, reference: 'again-1' })

    assert.deepEqual([status, data.status, again.data.status], [200, 'processing', 'processing'])
    await runJobs(context)
    assert.equal((await verifyPayment(api, business, 'again-1')).status, end)
    assert.equal((await charge({ authorization_code, reference: 'again-1' })).data.status, end)
  })
}

test('the same request again answers the same, and other content is refused', async () => {
  const authorization_code = await givenCode()
  const other = await givenCode('kept_no_funds')
  const first = await charge({ authorization_code, reference: 'again-1' })

  const again = await charge({ authorization_code, reference: 'again-1' })

  assert.equal(again.data.transaction.id, first.data.transaction.id)
  for (const body of [
    { authorization_code, reference: 'again-1', amount: 100_100 },
    { authorization_code: other, reference: 'again-1' },
  ]) {
    const { status, code } = await charge(body)
    assert.deepEqual([status, code], [409, 'duplicate_reference'])
  }
})

test('ten requests at once under one reference charge once', async () => {
  const authorization_code = await givenCode()
  const keys = new Set<string>()
  const { card } = context.rails.test
  const { chargeToken } = card
  card.chargeToken = (request) => {
    keys.add(request.key)
    return chargeToken(request)
  }

  const all = await Promise.all(
    Array.from({ length: 10 }, () => charge({ authorization_code, reference: 'again-1' })),
  )
  card.chargeToken = chargeToken

  assert.equal(keys.size, 1)
  for (const { status, data } of all) {
    assert.equal(status, 200)
    assert(['success', 'processing'].includes(data.status), data.status)
  }
  await assertSettled(context)
})

test('a crash between the payment and its attempt is made good by the same request', async () => {
  const authorization_code = await givenCode()
  await givenPayment(api, business, { reference: 'again-1', email: EMAIL })

  const { data } = await charge({ authorization_code, reference: 'again-1' })

  assert.equal(data.status, 'success')
})

test('a provider that is down has charged nothing, and the same request may charge later', async () => {
  const authorization_code = await givenCode()
  const down = await withCharge(
    async () => ({ kind: 'unavailable' }),
    () => charge({ authorization_code, reference: 'again-1' }),
  )

  const again = await charge({ authorization_code, reference: 'again-1' })

  assert.deepEqual(
    [down.status, down.code, again.data.status],
    [503, 'rail_unavailable', 'success'],
  )
})

test('a call that was lost before it arrived ends as nothing, and charges when asked again', async () => {
  const authorization_code = await givenCode()
  const lost = await withCharge(
    async () => ({ kind: 'unknown' }),
    () => charge({ authorization_code, reference: 'again-1' }),
  )
  assert.equal(lost.data.status, 'processing')
  await runJobs(context)

  const again = await charge({ authorization_code, reference: 'again-1' })

  assert.equal(again.data.status, 'success')
})

test('the key of a charge follows from its reference, so that a provider knows a repeated one', async () => {
  const authorization_code = await givenCode()
  const keys: string[] = []
  const asked = async ({ key }: { key: string }) => {
    keys.push(key)
    return { kind: 'unavailable' } as const
  }
  const scope = { ...business, mode: 'test' } as const
  const keyOf = (reference: string) => railKeyOf('charge', scope, { reference }, async () => false)

  for (const reference of ['again-1', 'again-1', 'again-2']) {
    await withCharge(asked, () => charge({ authorization_code, reference }))
  }

  assert.deepEqual(keys, [
    await keyOf('again-1\n0'),
    await keyOf('again-1\n1'),
    await keyOf('again-2\n0'),
  ])
})

test('after a restore, the provider is queried before a card is charged', async (t) => {
  t.after(() => context.sql`delete from recovery`)
  const authorization_code = await givenCode()
  const charged: string[] = []
  const { card } = context.rails.test
  const { chargeToken, enquire } = card
  const counting: typeof chargeToken = (asked) => {
    charged.push(asked.key)
    return chargeToken(asked)
  }
  await enter(context.sql, context.now(), { reason: 'older_copy', restoredTo: context.now() })

  const anew = await withCharge(counting, () => charge({ authorization_code, reference: 'new' }))
  card.enquire = async (asked) => ({
    ...(await enquire({ ...asked, key: charged[0]! })),
  })
  t.after(() => Object.assign(card, { enquire }))
  const known = await withCharge(counting, () => charge({ authorization_code, reference: 'lost' }))

  assert.deepEqual([anew.data.status, known.data.status], ['success', 'success'])
  assert.equal(charged.length, 1)
})

test('the code of another business, or of another mode, is not found', async () => {
  const authorization_code = await givenCode()
  const other = await givenBusiness(context)
  const body = { authorization_code, email: EMAIL, amount: 500_000 }

  const { status, body: answer } = await api.post('/api/v1/transactions/charge-authorization', {
    key: other.keys.secretKey,
    body,
  })

  assert.deepEqual([status, answer.code], [404, 'authorization_not_found'])
  const path = `/api/v1/customers/${EMAIL}/authorizations/${authorization_code}`
  const { status: removed } = await api.delete(path, { key: other.keys.secretKey })
  assert.equal(removed, 404)

  await moveToLive(context, business)
  const inTest = await charge({ authorization_code })
  assert.deepEqual([inTest.status, inTest.code], [404, 'authorization_not_found'])
  assert.deepEqual(await listed(), [])
  assert.equal((await api.delete(path, credentials())).status, 404)
})

test('another email than that of the customer is refused, by its name', async () => {
  const authorization_code = await givenCode()

  const { status, errors } = await charge({ authorization_code, email: 'bola@example.com' })

  assert.equal(status, 400)
  assert.equal(errors[0].field, 'email')
})

test('a card is not removed by the name of another customer', async () => {
  const authorization_code = await givenCode()
  await givenPayment(api, business, { email: 'bola@example.com' })

  const path = `/api/v1/customers/bola@example.com/authorizations/${authorization_code}`
  const { status, body } = await api.delete(path, credentials())

  assert.deepEqual([status, body.code], [404, 'authorization_not_found'])
  assert.equal((await listed()).length, 1)
})

test('a card whose provider does not know its token stays: another charge may pass', async () => {
  const authorization_code = await givenCode()
  const reason = 'authorization_unknown' as const
  const answer = async () => ({ kind: 'declined', reason, authorization: null }) as const

  const { data } = await withCharge(answer, () => charge({ authorization_code }))

  assert.equal(data.status, 'failed')
  assert.equal((await listed()).length, 1)
})

test('a removed card is listed no more, cannot be charged, and its token is forgotten', async () => {
  const authorization_code = await givenCode()
  const path = `/api/v1/customers/${EMAIL}/authorizations/${authorization_code}`
  const { key } = credentials()

  const { status, body } = await api.delete(path, { key })

  assert.deepEqual([status, body.data.active, body.data.reusable], [200, false, false])
  assert.deepEqual(await listed(), [])
  const { status: charged, code } = await charge({ authorization_code })
  assert.deepEqual([charged, code], [404, 'authorization_not_found'])
  assert.equal((await api.delete(path, { key })).status, 404)
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(types.at(-1), 'authorization.deactivated')
  const rows = await context.sql<{ token: string | null }[]>`
    select token from payer_authorization where business_id = ${business.businessId}
  `
  assert.deepEqual(
    rows.map(({ token }) => token),
    [null],
  )
})

test('the token of the provider is sealed, and in no event, answer or other column', async () => {
  let secret = ''
  const { card } = context.rails.test
  const { charge: first } = card
  card.charge = async (request) => {
    const outcome = await first(request)
    if (outcome.kind === 'approved') secret = outcome.token?.secret ?? ''
    return outcome
  }
  const authorization_code = await givenCode()
  card.charge = first
  const answered = await charge({ authorization_code })

  assert(secret.length > 20)
  assert(!JSON.stringify([answered, await listed()]).includes(secret))
  for (const table of ['payer_authorization', 'card_attempt', 'transaction', 'event']) {
    const rows = await context.sql.unsafe(
      `select 1 from ${table} t where to_json(t)::text like '%${secret}%'`,
    )
    assert.equal(rows.length, 0, table)
  }
})

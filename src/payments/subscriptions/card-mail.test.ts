import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { type Breakable, breakable } from '../../../test/faults.ts'
import {
  EMAIL,
  givenCard,
  givenSubscription,
  runSubscriptions,
  send,
} from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { erase } from '../../operator/subjects/subjects.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import { dayOf } from '../../platform/lagos.ts'
import { tellExpiring } from '../authorizations/expiring.ts'
import { LANGUAGES, type Language } from '../checkout/languages.ts'
import { mailExpiring } from './card-mail.ts'
import { SUBSCRIPTION_WORDS } from './words.ts'

// Customers are emailed when the card of a subscription expires.

const context = useContext()
const api = useApi(context)

let broken: Breakable
before(async () => {
  await context.opened
  broken = breakable(context)
})
let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

for (const language of Object.keys(LANGUAGES) as Language[]) {
  test(`a card that expires is mailed once, with the link to change it, in ${language}`, async () => {
    await changeSettings(context, business, { checkoutLanguage: language })
    const { manage_url } = await givenExpiring()

    await Promise.all([mailExpiring(context), mailExpiring(context)])
    context.advance(1 * HOUR)
    await untilDone(context, tellExpiring, mailExpiring)

    const words = SUBSCRIPTION_WORDS[language]
    const [mail, ...more] = await mails(words.expiring)
    assert.equal(more.length, 0)
    assert.equal(mail!.to, EMAIL)
    assert.match(mail!.subject, /^\[Test\] /)
    assert(mail!.text.includes(`\n${manage_url}\n`))
    assert(mail!.text.includes('Visa •••• 4081'))
  })
}

test('a card of two subscriptions is one email with both links', async () => {
  const { authorization_code, manage_url } = await givenSubscribed()
  const other = await givenSubscription(api, business, { authorization_code })
  await expire()

  await untilDone(context, mailExpiring)

  const [mail, ...more] = await mails()
  assert.equal(more.length, 0)
  for (const url of [manage_url, other.manage_url]) assert(mail!.text.includes(`\n${url}\n`))
})

test('a card that pays for no subscription is not mailed', async () => {
  await givenCard(api, business)
  await expire()
  const authorization_code = await givenCard(api, business, 'kept_no_funds')
  await givenSubscription(api, business, { authorization_code })

  await untilDone(context, mailExpiring)

  assert.deepEqual(await mails(), [])
})

for (const [what, change] of [
  ['is cancelled', { path: '/cancel', body: {} }],
  ['ends with its period', { path: '/cancel', body: { at: 'period_end' } }],
  ['is paused', { path: '/pause', body: {} }],
] as const) {
  test(`the card of a subscription that ${what} is not mailed`, async () => {
    const { subscription_code } = await givenSubscribed()
    await send(
      api,
      business,
      'POST',
      `/subscriptions/${subscription_code}${change.path}`,
      change.body,
    )
    await expire()

    await untilDone(context, mailExpiring)

    assert.deepEqual(await mails(), [])
  })
}

test('a card that was removed, erased or is past its month meanwhile is not mailed', async () => {
  const { authorization_code } = await givenExpiring()
  const path = `/api/v1/customers/${EMAIL}/authorizations/${authorization_code}`
  await api.delete(path, { key: business.keys.secretKey })
  await untilDone(context, mailExpiring)
  const removed = await mails()
  business = await givenBusiness(context)
  const { subscription_code } = await givenExpiring()
  await send(api, business, 'POST', `/subscriptions/${subscription_code}/cancel`, {})
  const { kind } = await erase(context, { ...business, mode: 'test' }, EMAIL, 'an operator')
  await untilDone(context, mailExpiring)
  const erased = await mails()
  business = await givenBusiness(context)
  await givenExpiring()
  await setExpiry('2001', '01')

  await untilDone(context, mailExpiring)

  assert.deepEqual([removed, kind, erased, await mails()], [[], 'erased', [], []])
})

test('a worker that is killed anywhere leaves an email that is sent, under the same key', async () => {
  await givenExpiring()
  broken.arm(null)
  await mailExpiring(broken.context)
  const points = broken.disarm()

  for (const [i, name] of points.entries()) {
    for (const when of ['before', 'after'] as const) {
      business = await givenBusiness(context)
      await givenExpiring()
      broken.arm({ point: i + 1, when, does: 'dies' })
      await mailExpiring(broken.context).catch(() => null)
      broken.disarm()
      context.advance(2 * MINUTE)
      await untilDone(context, mailExpiring)
      assert.equal((await mails()).length, 1, `${when} ${name}`)
    }
  }
})

async function givenSubscribed() {
  const subscription = await givenSubscription(api, business)
  await runSubscriptions(context)
  return subscription
}

/** A subscription whose card was told as expiring. */
async function givenExpiring() {
  const subscription = await givenSubscribed()
  await expire()
  return subscription
}

async function expire(): Promise<void> {
  const [year, month] = dayOf(context.now()).split('-')
  await setExpiry(year!, month!)
  await untilDone(context, tellExpiring)
}

async function setExpiry(year: string, month: string): Promise<void> {
  await context.sql`
    update payer_authorization
    set details = (
      details::jsonb || jsonb_build_object('exp_year', ${year}::text, 'exp_month', ${month}::text)
    )::json::text
    where business_id = ${business.businessId} and mode = 'test'
  `
}

type Sent = { to: string; subject: string; text: string }

/** The emails about cards that expire. */
async function mails(words: string = SUBSCRIPTION_WORDS.en.expiring): Promise<Sent[]> {
  const all = await send(api, business, 'GET', '/sandbox/messages?perPage=100')
  return all.filter(({ text }: Sent) => text?.replaceAll(/\s+/g, ' ').includes(words))
}

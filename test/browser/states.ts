import type { Page } from 'playwright-core'
import { LANGUAGES, type Language } from '../../src/payments/checkout/languages.ts'
import {
  AMOUNT,
  answerCard,
  CARDS,
  fillCard,
  givenPayment,
  PRICE,
  paid,
  payByCard,
} from './payments.ts'
import type { Place } from './visit.ts'

// Every checkout state a customer can see, by name, and the steps that lead to it: the customer's
// own, or time and other parties where only they can cause it.

type State = {
  bring: (page: Page, place: Place) => Promise<unknown>
  /** Error statuses that belong to the state; the console reports them. */
  statuses?: number[]
  hasScript?: boolean
}

// From the documentation's table of test cards.
const SLOW_CARD = { number: '4084080000000912', cvv: '912' }
const MISTYPED = '4084084084084082'
const HALF_HOUR = '31:00'
let payments = 0

/** Opens the page of a new payment. */
async function open(page: Page, place: Place, more: object = {}, query = ''): Promise<string> {
  payments += 1
  const { url, reference } = await givenPayment(place, `STATE-${payments}`, more)
  await page.goto(url + query)
  return reference
}

async function openAccount(page: Page, place: Place, query = ''): Promise<string> {
  await open(page, place, { channels: ['bank_transfer', 'card'] }, query)
  await page.locator('#account').waitFor()
  return (await page.locator('#account-number').textContent())!
}

async function transfer({ service }: Place, account_number: string, amount: number) {
  await service.call('POST', '/sandbox/transfers', { account_number, amount })
}

/** Leaves these requests unanswered while the test looks at the page. */
async function hold(page: Page, path: string): Promise<void> {
  await page.route(path, () => new Promise(() => {}))
}

async function decline(page: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await payByCard(page, CARDS.declined)
    if (i + 1 === 5) return
    await page.getByText(`You have ${4 - i} attempt`).waitFor()
  }
}

async function age({ service }: Place, reference: string): Promise<void> {
  await service.sql`
    update transaction set expires_at = created_at + interval '1 millisecond'
    where reference = ${reference}
  `
}

async function stay(page: Page): Promise<void> {
  await paid(page).waitFor()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
}

/** The four languages other than English, each with an account and with a declined card. */
const translations = (Object.keys(LANGUAGES) as Language[])
  .filter((language) => language !== 'en')
  .flatMap((language): [string, State][] => {
    const words = LANGUAGES[language]
    return [
      [
        `language-${language}-transfer`,
        { bring: (page, place) => openAccount(page, place, `?lang=${language}`) },
      ],
      [
        `language-${language}-declined`,
        {
          async bring(page, place) {
            await open(page, place, { channels: ['card'] }, `?lang=${language}`)
            await page.getByLabel(words.card_number).fill(CARDS.declined.number)
            await page.getByLabel(words.expiry).fill('1231')
            await page.getByLabel(words.cvv).fill(CARDS.declined.cvv)
            await page.getByRole('button', { name: PRICE }).click()
            await page.getByText(words.declined).waitFor()
          },
        },
      ],
    ]
  })

const transfers: Record<string, State> = {
  'transfer-plain': {
    bring: (page, place) => open(page, place, { channels: ['bank_transfer', 'card'] }),
    hasScript: false,
  },
  'transfer-asked': {
    async bring(page, place) {
      await hold(page, '**/bank-transfer')
      await open(page, place, { channels: ['bank_transfer', 'card'] })
      await page.getByText('One moment…').waitFor()
    },
  },
  'transfer-issued': { bring: (page, place) => openAccount(page, place) },
  'transfer-sent': {
    async bring(page, place) {
      await openAccount(page, place)
      await page.getByRole('button', { name: 'I have sent the money' }).click()
    },
  },
  'transfer-late': {
    async bring(page, place) {
      await page.clock.install()
      await openAccount(page, place)
      await page.clock.fastForward(HALF_HOUR)
      await page.locator('#late').waitFor()
    },
  },
  'transfer-wrong-amount': {
    async bring(page, place) {
      await transfer(place, await openAccount(page, place), AMOUNT - 100_00)
      await page.getByText('It is being returned').waitFor()
    },
  },
  'test-mode-open': {
    async bring(page, place) {
      await openAccount(page, place)
      await page.getByText('no real money moves').click()
    },
  },
}

const cards: Record<string, State> = {
  'card-empty': {
    async bring(page, place) {
      await open(page, place)
      await page.getByRole('tab', { name: 'Card' }).click()
    },
  },
  'card-typed': {
    async bring(page, place) {
      await open(page, place)
      await fillCard(page, CARDS.pinAndOtp)
    },
  },
  'card-wrong': {
    async bring(page, place) {
      await open(page, place)
      await page.getByLabel('Card number').fill(MISTYPED)
      await page.getByLabel('Expiry date').fill('0121')
      await page.getByRole('button', { name: `Pay ${PRICE}` }).click()
    },
  },
  'card-waiting': {
    async bring(page, place) {
      await hold(page, '**/card')
      await open(page, place)
      await payByCard(page, CARDS.success)
      await page.getByText('One moment…').waitFor()
    },
  },
  'card-declined': {
    async bring(page, place) {
      await open(page, place)
      await decline(page, 1)
    },
  },
  'card-last-try': {
    async bring(page, place) {
      await open(page, place)
      await decline(page, 4)
    },
  },
  'card-pin': {
    async bring(page, place) {
      await open(page, place)
      await payByCard(page, CARDS.pin)
      await page.getByLabel('Card PIN').waitFor()
    },
  },
  'card-otp': {
    async bring(page, place) {
      await open(page, place)
      await payByCard(page, CARDS.pinAndOtp)
      await answerCard(page, 'Card PIN', '1234')
      await page.getByLabel('6-digit code').waitFor()
    },
  },
  'card-otp-wrong': {
    async bring(page, place) {
      await cards['card-otp']!.bring(page, place)
      await answerCard(page, '6-digit code', '654321')
      await page.getByText('Wrong code. Check it').waitFor()
    },
  },
  'card-bank-page': {
    async bring(page, place) {
      await open(page, place)
      await payByCard(page, CARDS.bankPage)
      await page.getByRole('button', { name: 'Back to the payment' }).waitFor()
    },
  },
  'card-unknown': {
    async bring(page, place) {
      await open(page, place)
      await payByCard(page, SLOW_CARD)
      await page.getByText('Still checking').filter({ visible: true }).waitFor()
    },
    statuses: [504],
  },
}

const ends: Record<string, State> = {
  'success-card': {
    async bring(page, place) {
      await open(page, place)
      await payByCard(page, CARDS.success)
      await stay(page)
    },
  },
  'success-transfer': {
    async bring(page, place) {
      await transfer(place, await openAccount(page, place), AMOUNT)
      await stay(page)
    },
  },
  abandoned: {
    async bring(page, place) {
      await age(place, await open(page, place))
      await page.reload()
    },
  },
  failed: {
    async bring(page, place) {
      await open(page, place)
      await decline(page, 5)
      await page.getByRole('heading', { name: 'This payment did not go through' }).waitFor()
    },
  },
  reversed: {
    async bring(page, place) {
      const transaction = await open(page, place)
      await payByCard(page, CARDS.success)
      await stay(page)
      const { http } = await place.service.call('POST', '/refunds', { transaction })
      if (http !== 201) throw new Error(`the refund was answered with ${http}`)
      const refunded = page.getByRole('heading', { name: 'This payment was refunded' })
      for (let tries = 0; tries < 50 && !(await refunded.isVisible()); tries++) await page.reload()
      await refunded.waitFor()
    },
  },
  problem: {
    bring: (page, { service }) =>
      page.goto(
        `${service.baseUrl}/api/v1/transactions/initialize-public?amount=5k&email=ada` +
          `&key=${service.demo.test.public_key}`,
      ),
    statuses: [400],
  },
  unknown: {
    bring: (page, { service }) => page.goto(`${service.baseUrl}/checkout/nothing-of-the-kind`),
    statuses: [404],
  },
}

export const states: [name: string, state: State][] = [
  ...Object.entries(transfers),
  ...Object.entries(cards),
  ...Object.entries(ends),
  ...translations,
]

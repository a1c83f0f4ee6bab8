import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { verifyBooks } from '../../src/operator/books.ts'
import { connectAsOwner } from '../../src/platform/db.ts'
import { type Rehearsal, startRehearsal } from '../providers/rehearsal/start.ts'
import { createDatabase, dropDatabase, SERVER } from '../support.ts'
import { signIn } from './dashboard.ts'
import { paid } from './payments.ts'
import { eventually } from './service.ts'
import { inspect, type Place, theBrowser, visit } from './visit.ts'

// `npm run live-rehearsal` as somebody sees it who has never seen live mode: each way in which
// money comes and goes, on the page that plays the shop and the bank, and in the dashboard.

const ADA = '22222222222'
const AGAIN_MS = 250
const FLUTTERWAVES = 'USSD, OPay and cards at Flutterwave'
const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401

let database: string
let rehearsal: Rehearsal
let place: Place
before(async () => {
  database = await createDatabase()
  const { host, port, user } = SERVER
  const address = `postgres://${user}@localhost:${port}/${database}?host=${host}`
  rehearsal = await startRehearsal({ settings: { DATABASE_URL: address } })
  const { baseUrl, url } = rehearsal
  place = { service: { baseUrl }, shop: { url }, browser: await theBrowser() } as Place
})
after(async () => {
  await rehearsal?.close()
  if (database) await dropDatabase(database)
})

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** What the page says when it is opened again until it does. */
async function shows(page: Page, name: string, text: string | RegExp): Promise<void> {
  await opened(page, `${name} shows ${text}`, () => section(page, name).getByText(text))
}

async function opened(page: Page, what: string, find: () => Locator): Promise<void> {
  await eventually(what, async () => {
    await page.goto(rehearsal.url)
    if ((await find().count()) > 0) return true
    await page.waitForTimeout(AGAIN_MS)
    return null
  })
}

async function says(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor()
}

/** Answers the reference of the payment. */
async function startPayment(page: Page): Promise<string> {
  await page.goto(rehearsal.url)
  await press(page, 'New payment')
  await page.waitForURL(/\/checkout\//)
  const latest = await page.context().newPage()
  await latest.goto(rehearsal.url)
  const reference = await section(latest, 'Payments').locator('code').first().textContent()
  await latest.close()
  assert(reference)
  return reference
}

/** As the bank, in a tab of its own. */
async function transferTo(page: Page, accountNumber: string): Promise<void> {
  const bank = await page.context().newPage()
  await bank.goto(rehearsal.url)
  const row = section(bank, 'Transfers in').locator('li').filter({ hasText: accountNumber })
  await row.getByRole('button', { name: 'Transfer' }).click()
  await says(bank, `is on its way to ${accountNumber}.`)
  await bank.close()
}

async function payByTransfer(page: Page): Promise<string> {
  const reference = await startPayment(page)
  await page.getByRole('tab', { name: 'Bank transfer' }).click()
  await page.getByText('Waiting for your transfer').waitFor()
  const account = await page.locator('#account-number').textContent()
  await transferTo(page, account ?? '')
  await paid(page).waitFor()
  return reference
}

async function payByCard(page: Page): Promise<string> {
  const reference = await startPayment(page)
  await page.getByRole('tab', { name: 'Card' }).click()
  await press(page, 'Continue to Paystack')
  await page.getByRole('link', { name: 'Continue to Paystack' }).click()
  await page.getByRole('heading', { name: 'Paystack (stand-in)' }).waitFor()
  await press(page, 'Pay')
  await paid(page).waitFor()
  return reference
}

/** The bank approves the code, in a tab of its own. */
async function payByUssd(page: Page): Promise<void> {
  await startPayment(page)
  await page.getByRole('tab', { name: 'USSD' }).click()
  await page.getByLabel('Bank', { exact: true }).selectOption('058')
  await press(page, 'Show the code')
  await page.locator('#ussd-code').waitFor()
  const bank = await page.context().newPage()
  await bank.goto(rehearsal.url)
  await section(bank, FLUTTERWAVES).getByRole('button', { name: 'Approve' }).click()
  await says(bank, 'The bank: Approved by Financial Institution.')
  await bank.close()
  await paid(page).waitFor()
}

async function payByOpay(page: Page): Promise<void> {
  await startPayment(page)
  await page.getByRole('tab', { name: 'OPay' }).click()
  await press(page, 'Continue to Flutterwave')
  await page.getByRole('link', { name: 'Continue to Flutterwave' }).click()
  await page.getByRole('heading', { name: 'Flutterwave (stand-in)' }).waitFor()
  await press(page, 'Pay')
  await paid(page).waitFor()
}

test('all of live mode is seen in a browser: money in, out and back, and who somebody is', () =>
  visit(
    place,
    async (page) => {
      await page.goto(rehearsal.url)
      const wallet = section(page, 'Transfers in').getByText(/^\d{10} top up the wallet/)
      await transferTo(page, (await wallet.innerText()).slice(0, 10))
      await shows(page, 'Payments', 'Available ₦20,000.00')

      await page.getByLabel('From now on they').selectOption('twice')
      await press(page, 'Set')
      const transferred = await payByTransfer(page)
      const typed = await payByCard(page)
      await payByUssd(page)
      await payByOpay(page)
      await shows(page, 'Payments', 'success, bank transfer')
      await shows(page, 'Payments', 'success, card')
      await shows(page, 'Payments', 'success, ussd')
      await shows(page, 'Payments', 'success, opay')

      await press(page, 'New account number')
      await says(page, /^Ngozi Sample has the account number \d{10}\.$/)
      const given = /\d{10}/.exec(await page.getByRole('status').innerText())?.[0]
      await transferTo(page, given ?? '')
      await shows(page, 'Payments', 'success, dedicated virtual account')

      await press(page, 'Pay out')
      await says(page, 'The payout is')
      await shows(page, 'Payouts and refunds', /payout to 0123456789:\s*success/)
      await shows(page, 'Paid out', /SUCCESS/)

      await verify(page)
      await refund(page, { fails: transferred, succeeds: typed })
      await inspect(page, 'rehearsal')
      await lookAtDashboard(page)
    },
    {
      viewport: DESK,
      statuses: [SIGNED_OUT],
      origins: [rehearsal.url, rehearsal.paystack.url, rehearsal.flutterwave.pageOrigin],
    },
  ))

async function verify(page: Page): Promise<void> {
  await page.getByLabel('BVN').fill(ADA)
  await press(page, 'Send a code')
  await says(page, 'A code was sent to the phone.')
  await page.getByLabel('Code').fill('123456')
  await press(page, 'Check the code')
  await says(page, /^The BVN belongs to \S+/)
}

/** Days later one refund has failed, and the other is done. */
async function refund(page: Page, { fails, succeeds }: { fails: string; succeeds: string }) {
  for (const reference of [fails, succeeds]) {
    await press(page, `Refund ${reference}`)
    await says(page, 'The refund of ₦5,000.00 is pending.')
  }
  const monnifys = section(page, 'Refunds and returns').locator('li').filter({ hasText: 'Monnify' })
  await opened(page, 'the provider has it', () => monnifys)
  await monnifys.getByRole('button').click()
  await says(page, 'It fails three days after it was asked for')
  await press(page, 'Three days')
  await shows(page, 'Payouts and refunds', new RegExp(`${fails}.*: failed`))
  await shows(page, 'Payouts and refunds', new RegExp(`${succeeds}.*: processed`))
}

async function lookAtDashboard(page: Page): Promise<void> {
  const { baseUrl, dashboard } = rehearsal
  await page.goto(`${baseUrl}/dashboard/live/transactions`)
  await signIn(page, dashboard)
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await rows.filter({ hasText: '₦20,000.00' }).first().waitFor()
  assert.equal(await rows.filter({ hasText: '₦5,000.00' }).count(), 4)
  assert.equal(await page.getByText('Test mode: no real money').count(), 0)
}

async function act(name: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields)
  const url = `${rehearsal.url}/act/${name}`
  const { status } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  assert.equal(status, 303)
}

async function payoutTo(accountNumber: string, status: string): Promise<void> {
  await eventually(`the payout to ${accountNumber} is ${status}`, async () => {
    const headers = { authorization: `Bearer ${rehearsal.keys.secretKey}` }
    const answer = await fetch(`${rehearsal.baseUrl}/api/v1/payouts`, { headers })
    const { data } = (await answer.json()) as { data: Record<string, string>[] }
    return data.some((one) => one['account_number'] === accountNumber && one['status'] === status)
      ? true
      : null
  })
}

test('what goes wrong on the way is seen through: without a signature, late, and back', async () => {
  const { monnify, relay } = rehearsal
  await act('way', { way: 'unsigned' })
  await act('account', { name: 'Bola Sample' })
  const index = relay.told.length
  const [account] = [...monnify.books.reserved.values()].at(-1)?.accounts ?? []
  await act('transfer', { account_number: account?.accountNumber ?? '', naira: '7,000' })
  const answers = await eventually('it is answered', () => relay.told[index]?.answers)
  await eventually('it is rejected', () => answers.find((one) => one.startsWith('401')))
  await act('way', { way: 'pass' })
  await act('again', { index: `${index}` })
  assert.equal(answers.at(-1), '200: Credited')

  const [late, back] = ['0123456781', '0123456782']
  await act('payout', { naira: '500', account_number: late, fate: 'processing' })
  await act('payout', { naira: '700', account_number: back, fate: 'sent' })
  await payoutTo(late, 'pending')
  await payoutTo(back, 'success')
  const sent = [...monnify.books.transfers.values()].find((one) => one.accountNumber === back)
  await act('reverse', { reference: sent?.reference ?? '' })
  await act('clock', { step: 'day' })
  await payoutTo(late, 'success')
  await payoutTo(back, 'reversed')
})

test('after all this the books balance to the kobo, and what came was booked once', async () => {
  const sql = connectAsOwner({ ...SERVER, database })
  try {
    assert.deepEqual(await verifyBooks(sql), [])
    const [deposits] = await sql<[{ sum: string }]>`
      select sum(amount)::text as sum from deposit where mode = 'live'
    `
    const { movements } = rehearsal.monnify.books
    const came = movements.filter(({ kind }) => kind === 'collection')
    assert.equal(
      BigInt(deposits.sum),
      came.reduce((sum, { amount }) => sum + amount, 0n),
    )
    assert.equal(came.length, 4)
    const paid = rehearsal.flutterwave.books.charges.filter((one) => one.status === 'successful')
    assert.deepEqual(
      paid.map(({ method }) => method),
      ['ussd', 'opay'],
    )
    assert(rehearsal.relay.told.some(({ rail }) => rail === 'flutterwave'))
    assert(rehearsal.relay.told.some(({ answers }) => answers.length > 1))
  } finally {
    await sql.end()
  }
})

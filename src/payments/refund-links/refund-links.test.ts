import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { type Answer, recordIn, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { FAILING_LATE_ACCOUNT } from '../../../test/payouts.ts'
import {
  AMOUNT,
  askRefund,
  barrier,
  countRefunded,
  givenPaid,
  refundsOf,
} from '../../../test/refunds.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { DAY } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { NOBODYS_ACCOUNT } from '../../providers/sandbox/names.ts'
import { sendDue } from '../refunds/send.ts'
import { sendRefundLinks } from './mail.ts'
import { answer, refundLinkNamed } from './refund-links.ts'

// A customer names the account for a refund by a link.

const ACCOUNT = { bank_code: '058', account_number: '0123456789' }
const OTHER = { bank_code: '044', account_number: '0123456780' }

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
})

const key = () => ({ key: business.keys.secretKey })

async function givenRefundLink(body: object = {}) {
  const paid = await givenPaid(api, business, 'bank_transfer')
  const answer = await api.post('/api/v1/refund-links', {
    ...key(),
    body: { transaction: paid.id, ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  const link = recordIn(answer)
  return { paid, link, page: new URL(link.url).pathname }
}

const fetchLink = async (id: string) =>
  (await api.get(`/api/v1/refund-links/${id}`, key())).body.data

let addresses = 0

/** Submits the form from a new address, to stay below rate limits. */
function submit(page: string, fields: Record<string, string>): Promise<Answer> {
  addresses += 1
  return api.send({
    method: 'POST',
    url: page,
    remoteAddress: `10.3.${addresses >> 8}.${addresses & 255}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(fields)),
  })
}

const confirm = (page: string, account = ACCOUNT) => submit(page, { ...account, confirmed: 'yes' })
const open = (page: string) => api.send({ method: 'GET', url: page })

test('a customer sees the name of their account, confirms it, and gets the refund there', async () => {
  const { paid, link, page } = await givenRefundLink({ amount: 120_000, reason: 'Out of stock' })
  assert.equal(link.status, 'open')
  const form = await open(page)
  assert.match(form.text, /₦1,200/)

  const found = await submit(page, ACCOUNT)
  const named = await countRefunded(context, paid)
  const sent = await confirm(page)

  assert.equal(found.status, 200, found.text)
  assert.match(found.text, /Is this your account\?/)
  assert.equal(named, 0)
  assert.equal(sent.status, 303, sent.text)
  const [refund] = await refundsOf(context, business)
  assert.equal(refund!.status, 'processed')
  assert.equal(refund!.amount, 120_000n)
  assert.equal(refund!.reason, 'Out of stock')
  assert.equal(refund!.destinationAccountNumber, ACCOUNT.account_number)
  assert(found.text.includes(refund!.destinationAccountName!), found.text)
  const after = await fetchLink(link.id)
  assert.equal(after.status, 'answered')
  assert.equal(after.refund_id, `ref_${refund!.refundId.replaceAll('-', '')}`)
  const page2 = await open(page)
  assert.match(page2.text, /Your refund was sent/)
  assert.match(page2.text, /0123456789/)
})

test('an answered link takes no other account', async () => {
  const { paid, page } = await givenRefundLink({ amount: 100_000 })
  await confirm(page)

  const again = await confirm(page, OTHER)

  assert.equal(again.status, 200)
  assert.match(again.text, /Your refund was sent/)
  assert.equal(await countRefunded(context, paid), 100_000)
})

test('of two accounts that are confirmed at once, one gets the refund, once', async () => {
  const { paid, link } = await givenRefundLink({ amount: 100_000 })
  const meet = barrier(2)
  const scripted = { ...context, rails: { ...context.rails, test: { ...context.rails.test } } }
  const { bank } = context.rails.test
  scripted.rails.test.bank = Object.create(bank, {
    enquireBeneficiary: {
      value: async (...asked: Parameters<typeof bank.enquireBeneficiary>) => {
        const found = await bank.enquireBeneficiary(...asked)
        await meet()
        return found
      },
    },
  })
  const found = await refundLinkNamed(context, business, link.id)
  const send = (account: typeof ACCOUNT) => {
    const { bank_code: bankCode, account_number: accountNumber } = account
    return answer(scripted as TestContext, found, { bankCode, accountNumber })
  }

  const both = await Promise.allSettled([send(ACCOUNT), send(OTHER)])

  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await countRefunded(context, paid), 100_000)
  assert.equal((await refundsOf(context, business)).length, 1)
})

test('after a refund that failed, the customer enters another account', async () => {
  const { paid, link, page } = await givenRefundLink()
  await confirm(page, { ...ACCOUNT, account_number: FAILING_LATE_ACCOUNT })
  assert.equal((await fetchLink(link.id)).status, 'answered')
  for (let day = 0; day < 3; day++) {
    context.advance(DAY)
    await sendDue(context)
  }
  const failed = await open(page)

  const sent = await confirm(page, OTHER)

  assert.match(failed.text, /The last account could not be credited/)
  assert.equal(sent.status, 303, sent.text)
  assert.equal((await fetchLink(link.id)).status, 'answered')
  assert.equal(await countRefunded(context, paid), AMOUNT)
})

test('wrong banks and numbers are named, in the language of the customer, and nothing is sent', async () => {
  const { page } = await givenRefundLink()

  const noBank = await submit(page, { ...ACCOUNT, bank_code: '' })
  const short = await submit(page, { ...ACCOUNT, account_number: '12345' })
  const twice = await submit(page, {})
  const nobodys = await submit(page, { ...ACCOUNT, account_number: NOBODYS_ACCOUNT })
  const hausa = await submit(`${page}?lang=ha`, { ...ACCOUNT, account_number: '1' })

  assert.deepEqual([noBank.status, short.status, twice.status], [400, 400, 400])
  assert.match(noBank.text, /id="bank-error">Choose a bank/)
  assert.match(short.text, /id="number-error">Enter the 10 digits/)
  assert.equal(nobodys.status, 409)
  assert.match(nobodys.text, /has no account with this number/)
  assert.match(hausa.text, /<html lang="ha">[\s\S]*Ku shigar da lambobi 10/)
  assert.deepEqual(await refundsOf(context, business), [])
})

test('a link tells at most ten names', async () => {
  const { page } = await givenRefundLink()
  for (let i = 0; i < 10; i++) assert.equal((await submit(page, ACCOUNT)).status, 200)

  const eleventh = await submit(page, ACCOUNT)

  assert.equal(eleventh.status, 410)
  assert.match(eleventh.text, /Too many accounts were tried/)
  assert.match((await open(page)).text, /for a new link/)
})

test('a cancelled link and an expired one take no account, and a new one does', async () => {
  const { paid, link, page } = await givenRefundLink()
  const cancelled = await api.post(`/api/v1/refund-links/${link.id}/cancel`, key())
  const again = await api.post(`/api/v1/refund-links/${link.id}/cancel`, key())
  const old = await givenRefundLink()
  context.advance(14 * DAY)

  const answers = [await confirm(page), await confirm(old.page)]

  assert.equal(cancelled.body.data.status, 'cancelled')
  assert.equal(again.body.data.status, 'cancelled')
  assert.deepEqual(
    answers.map(({ status }) => status),
    [410, 410],
  )
  assert.match(answers[1]!.text, /This link has expired/)
  assert.equal((await fetchLink(old.link.id)).status, 'expired')
  const body = { transaction: paid.id }
  const next = recordIn(await api.post('/api/v1/refund-links', { ...key(), body }))
  assert.equal((await confirm(new URL(next.url).pathname)).status, 303)
})

test('a link that was answered cannot be cancelled', async () => {
  const { link, page } = await givenRefundLink()
  await confirm(page)

  const { status, body } = await api.post(`/api/v1/refund-links/${link.id}/cancel`, key())

  assert.equal(status, 409)
  assert.equal(body.code, 'refund_link_closed')
})

test('a wallet that is too low is not told to the customer, who can answer later', async () => {
  const { link, page } = await givenRefundLink()
  await setWallet(context, business, kobo(0))

  const now = await confirm(page)
  await setWallet(context, business, kobo(10_000_000))
  const later = await confirm(page)

  assert.equal(now.status, 409)
  assert.match(now.text, /cannot be sent now/)
  assert.equal(later.status, 303)
  assert.equal((await fetchLink(link.id)).status, 'answered')
})

test('the customer gets the link by email, unless the business sends it itself', async () => {
  const { link } = await givenRefundLink()
  const silent = await givenRefundLink({ send_email: false })

  await sendRefundLinks(context)

  const { body } = await api.get('/api/v1/sandbox/messages', key())
  const mails = body.data.filter(({ subject }: { subject?: string }) =>
    /refund/.test(subject ?? ''),
  )
  assert.equal(mails.length, 1, JSON.stringify(body.data))
  assert(mails[0].text.split('\n').includes(link.url), mails[0].text)
  assert.notEqual((await fetchLink(link.id)).emailed_at, null)
  assert.equal((await fetchLink(silent.link.id)).emailed_at, null)
})

test('no link is made for a payment that is unpaid, refunded, too small or of somebody else', async () => {
  const paid = await givenPaid(api, business)
  const other = await givenBusiness(context)
  const ask = (body: object, secretKey = business.keys.secretKey) =>
    api.post('/api/v1/refund-links', { key: secretKey, body })

  const tooMuch = await ask({ transaction: paid.id, amount: AMOUNT + 1 })
  const strange = await ask({ transaction: paid.id }, other.keys.secretKey)
  await askRefund(api, business, { transaction: paid.id })
  const nothing = await ask({ transaction: paid.id })

  assert.equal(tooMuch.body.code, 'refund_too_large')
  assert.equal(strange.body.code, 'transaction_not_found')
  assert.equal(nothing.body.code, 'refund_too_large')
})

test('codes that are cut, changed or of a payment open no link', async () => {
  const { page } = await givenRefundLink()
  const codes = [page.slice(0, -1), `${page}a`, '/refund/x', `/refund/${'A'.repeat(43)}`]

  const answers = await Promise.all(codes.map(open))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  )
})

test('links of a payment are listed, newest first', async () => {
  const { paid, link } = await givenRefundLink()
  await givenRefundLink()
  const body = { transaction: paid.id, amount: 500 }
  const second = recordIn(await api.post('/api/v1/refund-links', { ...key(), body }))

  const { body: listed } = await api.get(`/api/v1/refund-links?transaction=${paid.id}`, key())

  assert.deepEqual(
    listed.data.map(({ id }: { id: string }) => id),
    [second.id, link.id],
  )
})

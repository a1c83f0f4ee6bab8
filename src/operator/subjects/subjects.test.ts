import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { disputed } from '../../../test/disputes.ts'
import { pdf } from '../../../test/evidence.ts'
import { askForAccount, cardNamed, transfer } from '../../../test/payments.ts'
import { refunded, refundIn, watched } from '../../../test/refunds.ts'
import { givenCard, givenSubscription, send } from '../../../test/subscriptions.ts'
import {
  type GivenBusiness,
  givenBusiness,
  givenProcess,
  until,
  useContext,
} from '../../../test/support.ts'
import { listAudit } from '../../core/audit/audit.ts'
import { forgetCards } from '../../payments/authorizations/forget.ts'
import { contest } from '../../payments/disputes/answer.ts'
import { closeDispute } from '../../payments/disputes/close.ts'
import { listFiles } from '../../payments/disputes/files.ts'
import type { TransactionId } from '../../payments/transactions/transactions.rows.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { firstPage } from '../../platform/paging.ts'
import { copyOf, erase } from './subjects.ts'

// A person asks a business for a copy of their data, or for its erasure.

const PERSON = { email: 'Morenike@Example.com', name: 'Morenike Sample', phone: '+2348030000000' }
const WORDS = ['orenike', 'sample', '8030000000', 'for the wedding']

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

/** Paid by a transfer that names the person. */
async function givenPaid() {
  const body = { ...PERSON, amount: 500_000, metadata: { note: 'for the wedding' } }
  const payment = await givenPayment(api, business, body)
  const account_number = await askForAccount(api, payment.access_code)
  const sender_name = 'MORENIKE \\"SAMPLE\\"'.replaceAll('\\', '')
  const sent = { account_number, amount: 500_000, sender_name, narration: 'for the wedding' }
  await transfer(api, business, sent)
  return payment
}

/** What the tables still say of the person, except events, which are deleted after 30 days. */
async function traces(): Promise<string[]> {
  const tables = [
    'customer',
    'transaction',
    'deposit',
    'refund',
    'receipt',
    'audit_entry',
    'dispute',
  ]
  const found: string[] = []
  for (const table of tables) {
    const rows = await context.sql.unsafe(
      `select to_json(t)::text as row from ${table} t where business_id = '${business.businessId}'`,
    )
    for (const { row } of rows as unknown as { row: string }[]) {
      const text = row.toLowerCase()
      for (const word of WORDS) if (text.includes(word)) found.push(`${table}: ${word}`)
    }
  }
  return found
}

test('a copy has everything that is stored about the person, and nothing of another', async () => {
  const { reference } = await givenPaid()
  const other = await givenPayment(api, business, { email: 'bola@example.com' })

  const copy = await copyOf(context, business, 'morenike@example.COM')

  assert(copy !== null)
  const text = JSON.stringify(copy)
  for (const word of [reference, 'Morenike', '+2348030000000', 'for the wedding']) {
    assert(text.includes(word), word)
  }
  assert(!text.includes(other.reference))
  assert.deepEqual([copy.transactions.length, copy.deposits.length], [1, 1])
  assert.equal(await copyOf(context, business, 'nobody@example.com'), null)
})

test('erasure removes the person and keeps the books', async () => {
  const { reference } = await givenPaid()
  assert.notDeepEqual(await traces(), [])

  const erased = await erase(context, business, PERSON.email, 'Ada Example')

  assert.equal(erased.kind, 'erased')
  assert.deepEqual(await traces(), [])
  const key = business.keys.secretKey
  const { body } = await api.get(`/api/v1/transactions/verify/${reference}`, { key })
  assert.deepEqual([body.data.status, body.data.amount], ['success', 500_000])
  assert.equal(body.data.authorization.sender_name, '')
  await assertBooksTie(context)
  const again = await erase(context, business, PERSON.email, 'Ada Example')
  assert.equal(again.kind, 'not_found')
})

test('kept cards are in the copy, and erased with the consent', async () => {
  const { access_code } = await givenPayment(api, business, { ...PERSON, save_card: 'required' })
  await api.post(`/checkout/${access_code}/card`, { body: cardNamed('success') })
  const copy = await copyOf(context, business, PERSON.email)
  assert.equal(copy?.authorizations.length, 1)

  assert.equal((await erase(context, business, PERSON.email, 'Ada Example')).kind, 'erased')

  await forgetCards(context)
  const left = await context.sql<{ left: string }[]>`
    select 'authorization' as left from payer_authorization
    where business_id = ${business.businessId}
    union all
    select 'consent' from card_attempt
    where business_id = ${business.businessId} and consent is not null
  `
  assert.deepEqual([...left], [])
})

test('what is erased can still be refunded, to the account that paid', async () => {
  const paid = await givenPaid()
  await erase(context, business, PERSON.email, 'Ada Example')

  const record = await refunded(api, business, { id: paid.reference as never })

  assert.equal(record.status, 'processed')
})

test('reason and evidence of a dispute are in the copy, and erased once the dispute is closed', async () => {
  await givenPaid()
  const [payment] = (await copyOf(context, business, PERSON.email))!.transactions as {
    id: string
  }[]
  const id = parsePublicId('transaction', payment!.id) as TransactionId
  const reason = 'Morenike says that the cloth never came'
  const dispute = await disputed(context, business, { id }, { category: 'recall', reason })
  const files = [{ type: 'pdf' as const, bytes: pdf() }]
  await contest(context, dispute, 'Delivered to Morenike, for the wedding.', files)

  const copy = await copyOf(context, business, PERSON.email)
  assert.equal(copy?.disputes.length, 1)
  assert(JSON.stringify(copy.disputes).includes('Delivered to Morenike'))
  assert(JSON.stringify(copy.disputes).includes(pdf().toString('base64')))
  assert.equal((await erase(context, business, PERSON.email, 'Ada Example')).kind, 'open')

  await closeDispute(context, dispute, { status: 'won', by: 'operator' })
  assert.equal((await erase(context, business, PERSON.email, 'Ada Example')).kind, 'erased')

  const [row] = await context.sql<{ status: string; reason: string; evidence: string | null }[]>`
    select status, reason, evidence from dispute where business_id = ${business.businessId}
  `
  assert.deepEqual(row, { status: 'won', reason: '', evidence: null })
  assert.deepEqual(await listFiles(context.sql, dispute), [])
})

test('an open payment, and an open refund, keep the person', async () => {
  await givenPayment(api, business, PERSON)
  assert.equal((await erase(context, business, PERSON.email, 'Ada Example')).kind, 'open')

  business = await givenBusiness(context)
  const paid = await givenPaid()
  const silent = watched(context, async () => ({ kind: 'unknown' }))
  await refundIn(silent, business, { id: paid.reference as never }, null)
  assert.equal((await erase(context, business, PERSON.email, 'Ada Example')).kind, 'open')
})

test('a subscription is in the copy, and keeps the person until it is cancelled', async () => {
  const { email } = PERSON
  const card = await givenCard(api, business, 'success', email)
  const metadata = { note: 'for the wedding' }
  const sent = { customer: email, authorization_code: card, metadata }
  const { subscription_code } = await givenSubscription(api, business, sent)
  const copy = await copyOf(context, business, email)
  assert(JSON.stringify(copy?.subscriptions).includes('for the wedding'))
  const kept = { kind: 'subscribed', subscription: subscription_code }
  assert.deepEqual(await erase(context, business, email, 'Ada Example'), kept)

  await send(api, business, 'POST', `/subscriptions/${subscription_code}/cancel`, {})
  assert.equal((await erase(context, business, email, 'Ada Example')).kind, 'erased')

  const [row] = await context.sql<{ metadata: string | null }[]>`
    select metadata from subscription where business_id = ${business.businessId}
  `
  assert.deepEqual(row, { metadata: null })
})

test('another business that knows the person keeps its own records', async () => {
  await givenPaid()
  const other = await givenBusiness(context)
  await givenPayment(api, other, PERSON)

  await erase(context, business, PERSON.email, 'Ada Example')

  assert.notEqual(await copyOf(context, other, PERSON.email), null)
})

test('the business is told, and its audit log says who erased', async () => {
  await givenPaid()
  const erased = await erase(context, business, PERSON.email, 'Ada Example')
  assert(erased.kind === 'erased')

  const [event] = await context.sql<{ payload: string }[]>`
    select payload from event
    where business_id = ${business.businessId} and type = 'customer.updated'
  `
  assert(event!.payload.includes('@erased.invalid'))
  const { rows } = await listAudit(context, business.businessId, firstPage(10))
  assert.deepEqual(rows.map(({ action, subject, email }) => [action, subject, email])[0], [
    'operator subject erase',
    erased.customer,
    'Ada Example',
  ])
})

test('after an erasure, every process treats the address as a new customer', async () => {
  const other = await givenProcess(context)
  await givenPaid()
  const before = await copyOf(context, business, PERSON.email)
  await erase(other, business, PERSON.email, 'Ada Example')

  const id = ({ customer }: { customer: object }) => (customer as { id: string }).id
  await until('this process has forgotten the address', async () => {
    await givenPayment(api, business, PERSON)
    const after = await copyOf(context, business, PERSON.email)
    return after !== null && id(after) !== id(before!)
  })
})

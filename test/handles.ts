import assert from 'node:assert/strict'
import { sealedNotifications } from '../src/operator/notifications/notifications.ts'
import { enquireAboutCharge, enquireDue } from '../src/payments/checkout/enquiries.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { newId } from '../src/platform/ids.ts'
import type { RailSet } from '../src/providers/rails.ts'
import { type Api, givenPayment } from './api.ts'
import { inBase64, pdf } from './evidence.ts'
import { decide, givenAccount, pay, transfer } from './payments.ts'
import { ACCEPTING_ACCOUNT, askToPay } from './payouts.ts'
import { askRefund } from './refunds.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// Gives every rail outcome a handle, so that each row that stores one has a sealed value.

/**
 * Handles of a charge, its reversal, a mandate, a refund, a return, a payout and an account; and a
 * notification.
 */
export async function sealHandles(
  process: TestContext,
  api: Api,
  business: GivenBusiness,
): Promise<void> {
  const { rails } = process
  const keeping = await givenPayment(api, business, { save_card: 'required' })
  await pay(api, keeping.access_code, 'success')
  process.rails = { ...rails, test: namingAll(rails.test) }
  const { access_code, reference } = await givenPayment(api, business)
  const { body } = await pay(api, access_code, 'page')
  await pay(api, access_code, 'refund_accepted')
  const { status, text } = await askRefund(api, business, { transaction: reference, amount: 100 })
  assert.equal(status, 201, text)
  await decide(api, body.data.next.url, 'approve')
  await askToPay(api, business, { account_number: ACCEPTING_ACCOUNT })
  const { account_number } = await givenAccount(process, api, business)
  const sent = { account_number, amount: 1, sender_account_number: ACCEPTING_ACCOUNT }
  await transfer(api, business, sent)
  await returnDue(process)
  const [first] = await process.sql<{ attemptId: string }[]>`
    select attempt_id from card_attempt
    where business_id = ${business.businessId} and state = 'superseded'
  `
  await enquireAboutCharge(process, 'test', 'sandbox', first!.attemptId)
  // Finds that the superseded charge paid for nothing, and reverses it.
  await enquireDue(process)
  await enquireDue(process)
  const key = { key: business.keys.secretKey }
  const mandate = { bank_code: '058', account_number: '3100000002' }
  const { body: known } = await api.get('/api/v1/customers', key)
  const mandates = `/api/v1/customers/${known.data[0].id}/mandates`
  const opened = await api.post(mandates, { ...key, body: mandate })
  assert.equal(opened.status, 200, opened.text)
  const disputing = { reference: keeping.reference, outcome: 'won' }
  const disputed = await api.post('/api/v1/sandbox/disputes', { ...key, body: disputing })
  assert.equal(disputed.status, 201, disputed.text)
  const path = `/api/v1/disputes/${disputed.body.data.id}/evidence`
  const answered = await api.post(path, {
    ...key,
    body: { text: 'It was delivered.', files: inBase64(pdf()) },
  })
  assert.equal(answered.status, 200, answered.text)
  process.rails = rails
  await sealNotification(process)
}

/** Stores a notification as a live provider sent it. */
async function sealNotification({ sql, keys, now }: TestContext): Promise<void> {
  const notificationId = newId<'rail_notification'>(now())
  const sealed = keys.seal('{}', sealedNotifications.boundTo({ notificationId }))
  const row = { notificationId, mode: 'live', rail: 'provider', sealed, receivedAt: now() }
  await sql`insert into rail_notification ${sql({ ...row, dueAt: now() })}`
}

/** Adds a handle to each outcome. */
function namingAll(rails: RailSet): RailSet {
  const naming = <Rail extends object>(rail: Rail): Rail =>
    new Proxy(rail, {
      get(target, name) {
        const call = Reflect.get(target, name)
        if (typeof call !== 'function' || /^(isPublished|readNotification)$/.test(String(name)))
          return call
        return async (request: object) => {
          const outcome = await Reflect.apply(call, target, [{ ...request, handle: undefined }])
          return { ...outcome, ...(name === 'reverse' && { kind: 'accepted' }), handle: 'a name' }
        }
      },
    })
  const { bank, card, disputes } = rails
  return { ...rails, bank: naming(bank), card: naming(card), disputes: naming(disputes) }
}

import assert from 'node:assert/strict'
import { before } from 'node:test'
import { mailNotices } from '../src/operator/notices/notices.ts'
import { sendReceipts } from '../src/payments/receipts/receipts.ts'
import { MINUTE } from '../src/platform/clock.ts'
import type { Mail } from '../src/providers/rails.ts'
import { useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { givenNotice } from './notices.ts'
import { givenDedicated, runJobsOnce, transfer } from './payments.ts'
import { givenSuccess, mailsOf, receiptsOf, watchedMail } from './receipts.ts'
import { givenBusiness, useContext } from './support.ts'

// Mails, stopped at each point; crash-points.ts says how. Whatever was lost, each was sent at least
// once, all under one key, and stands in the outbox once.

const context = useContext()
let mails: Mail[]
before(async () => {
  await context.opened
  const watching = watchedMail(context)
  mails = watching.mails
  context.rails = watching.rails
})
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

/** Time for the lease of one that has died, and for the waits of one that failed. */
async function untilSent(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    context.advance(6 * MINUTE)
    await runJobsOnce(context)
  }
}

function mailsFor({ businessId }: { businessId: string }): Mail[] {
  return mails.filter(({ onBehalfOf }) => onBehalfOf === businessId)
}

sweep({
  name: 'a receipt',
  passes: ['with due as', 'message rail: sendMail', 'update receipt'],
  given: async () => {
    const business = await givenBusiness(context)
    return { business, ...(await givenSuccess(api, business)) }
  },
  run: () => sendReceipts(process.context),
  again: untilSent,
  check: async ({ business, email }) => {
    const [row, ...others] = await receiptsOf(context, business)
    assert.deepEqual([row?.state, others.length], ['sent', 0])
    const sent = mailsFor(business)
    assert(sent.length >= 1 && sent.length <= 2, `${sent.length} mails`)
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1)
    assert.deepEqual(
      (await mailsOf(api, business)).map(({ to }) => to),
      [email],
    )
  },
})

sweep({
  name: 'a notice',
  passes: ['with due as', 'message rail: sendMail', 'update webhook_notice'],
  given: async () => {
    const business = await givenBusiness(context)
    await givenNotice(context, business)
    return { business }
  },
  run: () => mailNotices(process.context),
  again: untilSent,
  check: async ({ business }) => {
    const sent = mailsFor(business)
    assert(sent.length >= 1 && sent.length <= 2, `${sent.length} mails`)
    assert.equal(new Set(sent.map(({ key }) => key)).size, 1)
    assert.equal((await mailsOf(api, business)).length, 1)
    const [row] = await context.sql`
      select next_at, sent_at from webhook_notice where business_id = ${business.businessId}
    `
    assert.deepEqual([row?.['nextAt'], row?.['sentAt'] !== null], [null, true])
  },
})

sweep({
  name: 'a payment by a transfer to an account for ever, and its receipt',
  passes: ['select deposit_collect'],
  given: async () => {
    const business = await givenBusiness(context)
    const { account_number } = await givenDedicated(api, business)
    return { business, account_number: String(account_number) }
  },
  run: async ({ business, account_number }) => {
    await transfer(broken, business, { account_number, amount: 500_000 })
  },
  again: untilSent,
  check: async ({ business }) => {
    const successes = await context.sql`
      select from transaction where business_id = ${business.businessId} and paid_at is not null
    `
    assert.equal((await receiptsOf(context, business)).length, successes.length)
    assert.equal((await mailsOf(api, business)).length, successes.length)
  },
})

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { banks } from '../src/accounts/banks/banks.ts'
import { enter, lastRecovery, release } from '../src/core/recovery/recovery.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { DAY, HOUR, later, MINUTE } from '../src/platform/clock.ts'
import { safehavenRails } from '../src/providers/safehaven/safehaven.ts'
import { RECOVERED } from '../src/providers/switches.ts'
import { assertBooksTie } from './books.ts'
import { hearing } from './heard.ts'
import { payOut, payoutsOf } from './payouts.ts'
import { OWN_BANK } from './providers/safehaven/books.ts'
import { startSafehavenStandIn } from './providers/safehaven.ts'
import { givenBusiness, useContext } from './support.ts'

// Payouts through Safe Haven, which finds a transfer without a session id only in lists of days.
// After a restore, the row does not say on which of the lost days the transfer was sent.

const context = useContext()
afterEach(async () => {
  await assertBooksTie(context)
  await context.sql`delete from recovery`
  // The next test's clock is elsewhere.
  await context.sql`update payout set next_at = null where state = 'success'`
})

/** A payout that never arrived at Safe Haven, asked for tomorrow at this time. */
async function given(t: { after(run: () => Promise<void>): void }, time: string) {
  const business = await givenBusiness(context)
  const process = hearing(context, /^(transfer|enquireTransfer)$/)
  const day = later(process.now(), 1 * DAY)
    .toISOString()
    .slice(0, 10)
  process.advance(Date.parse(`${day}T${time}`) - process.now().getTime())
  const { now } = process
  const standIn = await startSafehavenStandIn({ now })
  t.after(() => standIn.close())
  const config = {
    baseUrl: standIn.url,
    ...standIn.credentials,
    bankCode: OWN_BANK,
    callbackUrl: 'https://pay.example.com/notifications',
    callbackToken: 'a-token-of-the-callback-address',
  }
  const { bank } = safehavenRails(config, { now, log: { warn() {} }, banks })!
  process.rails.test.bank = { ...process.rails.test.bank, ...bank }
  standIn.controls.fail({ call: 'POST /transfers', how: 'before' })
  await payOut(process, business, { reference: 'RENT-MAY' })
  const only = async () => (await payoutsOf(context, business))[0]!
  const { askedAt, state } = await only()
  assert.deepEqual([askedAt, state], [now(), 'pending'])
  return { process, standIn, only }
}

/** As after days of operation that a restore has undone, up to now. */
async function restore(process: ReturnType<typeof hearing>, restoredTo: Date) {
  await enter(context.sql, process.now(), { reason: 'older_copy', restoredTo })
  process.advance(1 * MINUTE)
  const operator = { by: 'operator@example.com', reason: 'The statement was read.' }
  await release(process, (await lastRecovery(context.sql))!, [], operator)
  process.rails.off = new Set([RECOVERED])
}

for (const [when, time] of [
  ['at noon', '12:00:00.000Z'],
  ['at 00:30 in Lagos', '23:30:00.000Z'],
] as const) {
  test(`a payout sent ${when} on a day that a restore lost is not sent again`, async (t) => {
    const { process, standIn, only } = await given(t, time)
    const { askedAt, railKey, enquiry, amount, accountNumber } = await only()
    process.advance(3 * DAY)
    const to = { bank: '000013', accountNumber, accountName: 'ADA SAMPLE' }
    const order = { amount, narration: '', reference: `T-${railKey}`, enquiry }
    standIn.books.send(standIn.books.accounts[0]!, to, order, 'completed')
    process.advance(3 * DAY)

    await restore(process, later(askedAt!, 1 * MINUTE))
    process.advance(3 * HOUR)
    assert.equal(await concludePayouts(process), 1)

    assert.equal((await only()).state, 'success')
    assert.equal(standIn.books.transfers.length, 1)
  })

  test(`a payout asked for ${when} that no lost day has is sent, two hours after the restore`, async (t) => {
    const { process, standIn, only } = await given(t, time)
    const { askedAt } = await only()
    process.advance(6 * DAY)
    await restore(process, later(askedAt!, 1 * MINUTE))

    process.advance(119 * MINUTE - 1)
    assert.equal(await concludePayouts(process), 1)
    assert.equal((await only()).state, 'pending', 'it may still be listed')
    process.advance(1 * HOUR)
    assert.equal(await concludePayouts(process), 1)

    assert.equal((await only()).state, 'success')
    assert.equal(standIn.books.transfers.length, 1)
  })
}

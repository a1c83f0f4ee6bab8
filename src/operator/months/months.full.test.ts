import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { givenPayment } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import { api, context, flows } from '../../../test/ledger-flows.ts'
import { pay, runJobs } from '../../../test/payments.ts'
import { givenLater, paidByCard, settleAt } from '../../../test/settlements.ts'
import { asOwner, type GivenBusiness, givenBusiness } from '../../../test/support.ts'
import { unzipped } from '../../../test/zip.ts'
import type { Scope } from '../../core/context.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { closeDispute } from '../../payments/disputes/close.ts'
import type { TransactionId } from '../../payments/transactions/transactions.rows.ts'
import { DAY } from '../../platform/clock.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { addDays, dayOf } from '../../platform/lagos.ts'
import { kobo } from '../../platform/money.ts'
import { readCsv } from '../reconciliation/csv.ts'
import { monthOf, zipOfMonth } from './months.ts'

const RECORDS = [
  'payments.csv',
  'refunds.csv',
  'payouts.csv',
  'settlements.csv',
  'fees.csv',
  'stamp_duty.csv',
  'disputes.csv',
  'wallet.csv',
]

type Lines = Record<string, string>[]

/** The lines of a file, by the names of its columns. */
function linesIn(text: string): Lines {
  const [head, ...lines] = readCsv(text.slice(1)).map((one) => {
    assert('fields' in one, JSON.stringify(one))
    return one.fields
  })
  return lines.map((fields) => Object.fromEntries(head!.map((name, i) => [name, fields[i] ?? ''])))
}

const koboOf = (text: string) => BigInt(text.replace('.', ''))
const sumOf = (lines: Lines, column: string) =>
  lines.reduce((sum, line) => sum + koboOf(line[column]!), 0n)

async function filesOf(scope: Scope, name: string) {
  const zip = await zipOfMonth(context, scope, monthOf(name, context.now()))
  return unzipped(await buffer(zip))
}

/** Reads a month as an accountant does, and adds everything up again. */
async function assertAddsUp(scope: Scope, name: string) {
  const files = await filesOf(scope, name)
  assert.deepEqual([...files.keys()], [...RECORDS, 'summary.csv', 'summary.txt'])
  const summary = linesIn(files.get('summary.csv')!)
  const balance = (what: string, column: string) =>
    koboOf(
      summary.find((line) => line['what'] === what && line['column'] === column)!.ledger_naira!,
    )
  for (const total of summary.filter(({ what }) => RECORDS.includes(what!))) {
    const lines = linesIn(files.get(total['what']!)!)
    const said = sumOf(lines, `${total['column']}_naira`)
    assert.equal(total['rows'], String(lines.length))
    assert.deepEqual(
      [total['file_naira'], total['ledger_naira'], total['difference_naira']].map((text) =>
        koboOf(text!),
      ),
      [said, said, 0n],
      `${total['what']} ${total['column']}`,
    )
  }
  const wallet = linesIn(files.get('wallet.csv')!)
  for (const account of ['available', 'pending']) {
    const [opening, closing] = ['opening', 'closing'].map((edge) =>
      balance(`${edge} balance`, account),
    )
    assert.equal(opening! + sumOf(wallet, `${account}_naira`), closing)
    const last = wallet.at(-1)?.[`${account}_after_naira`]
    if (last !== undefined) assert.equal(koboOf(last), closing)
  }
  assert.match(files.get('summary.txt')!, /Every file agrees with the ledger\./)
  return { files, balance }
}

/** All months from the first to the last closed day. */
function monthsUntilNow(from: Date): string[] {
  const months: string[] = []
  const last = dayOf(context.now()).slice(0, 7)
  for (let name = dayOf(from).slice(0, 7); name < last; ) {
    months.push(name)
    name = addDays(`${name}-01`, 31).slice(0, 7)
  }
  return months
}

test('whatever happened, the files add up to the ledger, and each month begins where one ended', async () => {
  const begun = context.now()
  const businesses: GivenBusiness[] = []
  for (const happen of Object.values(flows)) {
    const business = await givenBusiness(context)
    await happen(business)
    await runJobs(context)
    businesses.push(business)
  }
  businesses.push(await givenDisputes())
  context.advance(40 * DAY)

  for (const business of businesses) {
    let before = { available: 0n, pending: 0n }
    for (const name of monthsUntilNow(begun)) {
      const { balance } = await assertAddsUp(business, name)
      for (const account of ['available', 'pending'] as const) {
        assert.equal(balance('opening balance', account), before[account])
      }
      before = {
        available: balance('closing balance', 'available'),
        pending: balance('closing balance', 'pending'),
      }
    }
    const { available, pending } = await balancesOf(context, business)
    assert.deepEqual(before, { available: available.available, pending: pending.available })
  }
})

/** One won, one lost, one that the money did not cover. */
async function givenDisputes(): Promise<GivenBusiness> {
  const business = await givenLater(context)
  const paid: { id: TransactionId }[] = []
  for (let i = 0; i < 3; i++) {
    const { id, access_code } = await givenPayment(api, business, { reference: undefined })
    await pay(api, access_code, 'success')
    paid.push({ id: parsePublicId('transaction', id)! })
  }
  const [won, lost, owed] = paid
  const first = await disputed(context, business, won!, { fee: kobo(5_000) })
  await closeDispute(context, first, { status: 'won', by: 'operator' })
  const second = await disputed(context, business, lost!)
  await closeDispute(context, second, { status: 'lost', by: 'operator' })
  context.advance(5 * DAY)
  await settleAt(context, context.now())
  await disputed(context, business, owed!)
  return business
}

test('a kobo that a record has too much is said in the summary', async () => {
  const business = await givenLater(context)
  await paidByCard(api, business)
  context.advance(5 * DAY)
  await settleAt(context, context.now())
  const month = dayOf(context.now()).slice(0, 7)
  context.advance(40 * DAY)
  const { businessId } = business
  const add = (by: number) =>
    asOwner(
      context,
      (sql) => sql`
      update settlement set amount = amount + ${by} where business_id = ${businessId}
    `,
    )
  await add(1)

  const files = await filesOf(business, month)

  await add(-1)
  const text = files.get('summary.txt')!
  assert.match(
    text,
    /SOMETHING DIFFERS:\r\n {2}settlements\.csv: the column amount is .*: ₦0\.01\./,
  )
  assert.doesNotMatch(text, /Every file agrees/)
  const wrong = linesIn(files.get('summary.csv')!).filter(
    ({ difference_naira: by }) => by !== '' && koboOf(by!) !== 0n,
  )
  assert.deepEqual(
    wrong.map(({ what, column, difference_naira: by }) => [what, column, by]),
    [['settlements.csv', 'amount', '0.01']],
  )
})

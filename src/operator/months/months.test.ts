import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenPerson, signedInAs } from '../../../test/logins.ts'
import { pay } from '../../../test/payments.ts'
import { givenSplit, givenSubaccounts } from '../../../test/splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { unzipped } from '../../../test/zip.ts'
import { DAY } from '../../platform/clock.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { monthOf, zipOfMonth } from './months.ts'

// A month for the accountant, as it is asked for. What is in it is in months.full.test.ts.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let month: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business, { reference: '=own', amount: 500_000 })
  await pay(api, access_code, 'success')
  month = dayOf(context.now()).slice(0, 7)
  context.advance(DAY)
})

const ask = (key: string, query = `?month=${month}`) =>
  api.get(`/api/v1/balance/month${query}`, { key })

test('a key gets a ZIP, named after its month and mode, with the payments of its business only', async () => {
  const other = await givenBusiness(context)

  const { status, headers } = await ask(business.keys.secretKey)
  const own = unzipped(
    await buffer(await zipOfMonth(context, business, monthOf(month, context.now()))),
  )
  const theirs = unzipped(
    await buffer(await zipOfMonth(context, other, monthOf(month, context.now()))),
  )

  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/zip')
  assert.equal(headers['content-disposition'], `attachment; filename="month-${month}-test.zip"`)
  assert.match(own.get('payments.csv')!, /,'=own,card,/)
  assert.doesNotMatch(theirs.get('payments.csv')!, /own/)
  assert.match(own.get('summary.txt')!, /\(test mode\)/)
})

test('a payment that a split gave to others, all of it, is in the month too', async () => {
  const one = await givenBusiness(context)
  const [code] = await givenSubaccounts(api, one, 1)
  const splitCode = await givenSplit(api, one, [{ subaccount_id: code!, share: 100 }], {
    bearer_type: 'subaccount',
    bearer_subaccount_id: code!,
  })
  const { access_code } = await givenPayment(api, one, {
    reference: 'given-away',
    amount: 500_000,
    split_code: splitCode,
  })
  await pay(api, access_code, 'success')
  const name = dayOf(context.now()).slice(0, 7)
  context.advance(DAY)

  const zip = await zipOfMonth(context, one, monthOf(name, context.now()))
  const files = unzipped(await buffer(zip))

  assert.match(
    files.get('payments.csv')!,
    /given-away,card,.*,5000\.00,175\.00,13\.13,4811\.87,0\.00/,
  )
  assert.match(files.get('fees.csv')!, /given-away,booked,175\.00,13\.13,188\.13/)
  assert.match(files.get('summary.txt')!, /Every file agrees with the ledger\./)
})

test('a month long before the first payment is read as fast as another', async () => {
  let statements = 0
  const counted = new Proxy(context.sql, {
    apply(target, self, args) {
      statements += 1
      return Reflect.apply(target, self, args)
    },
  })
  const old = monthOf('1970-01', context.now())

  const files = unzipped(
    await buffer(await zipOfMonth({ ...context, sql: counted }, business, old)),
  )

  assert.match(files.get('summary.txt')!, /Every file agrees with the ledger\./)
  // Of each day since then it would be a hundred thousand, with their parts.
  assert(statements < 5_000, `${statements} statements`)
})

test('a month that is not over ends with yesterday, ten minutes after midnight', () => {
  const midnight = startOf('2026-11-20').getTime()

  const before = monthOf('2026-11', new Date(midnight + 9 * 60_000))
  const after = monthOf('2026-11', new Date(midnight + 11 * 60_000))
  const over = monthOf('2026-10', new Date(midnight))

  assert.deepEqual([before.through, after.through], ['2026-11-18', '2026-11-19'])
  assert.deepEqual([over.from, over.until], [startOf('2026-10-01'), startOf('2026-11-01')])
})

test('a month that has not begun, or is none, is refused by its field', async () => {
  const key = business.keys.secretKey
  const next = addDays(`${month}-01`, 70).slice(0, 7)
  for (const query of ['?month=', '?month=2026-13', '?month=November', `?month=${next}`]) {
    const { status, body } = await ask(key, query)
    assert.equal(status, 400, query)
    assert.deepEqual(
      body.errors.map(({ field }: { field: string }) => field),
      ['month'],
      query,
    )
  }
})

test('one month of a business is written at a time', async () => {
  const answers = await Promise.all([1, 2].map(() => ask(business.keys.secretKey)))

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429])
  assert.equal((await ask(business.keys.secretKey)).status, 200)
})

test('who may not export gets no month', async () => {
  const { businessId } = business
  const asRole = async (role: 'finance' | 'support' | 'developer') =>
    signedInAs(api, await givenPerson(context, business, role), businessId)

  const finance = await (await asRole('finance')).get(`/balance/month?month=${month}`)
  const support = await (await asRole('support')).get(`/balance/month?month=${month}`)
  const developer = await (await asRole('developer')).get(`/balance/month?month=${month}`)

  assert.deepEqual([finance.status, support.status, developer.status], [200, 403, 403])
})

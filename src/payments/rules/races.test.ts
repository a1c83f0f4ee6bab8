import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { useKeptCards } from '../../../test/kept-cards.ts'
import { countWaiting } from '../../../test/lock-waits.ts'
import { pay, verifyPayment } from '../../../test/payments.ts'
import { givenRule } from '../../../test/rules.ts'
import { type GivenBusiness, givenBusiness, until, useContext } from '../../../test/support.ts'

// Two attempts at once that a rule counts together. The first is held after it was weighed, and the
// second begins then.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
const kept = useKeptCards(context, api, () => business)
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const RULES = [
  { kind: 'payments_per_customer', limit: 1 },
  { kind: 'payments_per_ip', limit: 1 },
]
for (const rule of RULES) {
  for (const [how, isSuperseding] of [
    ['two new attempts', false],
    ['a new one and one that replaces another', true],
  ] as const) {
    test(`${rule.kind}: of ${how} at once, one is let through`, async () => {
      const first = await givenPayment(api, business)
      const second = await givenPayment(api, business)
      // Begun before there was a rule, so it does not count.
      if (isSuperseding) await pay(api, second.access_code, 'page')
      await givenRule(api, business, rule)

      const release = Promise.withResolvers<void>()
      const held = context.sql.begin(async (sql) => {
        await sql`
          select from transaction
          where business_id = ${business.businessId} and mode = 'test'
            and reference = ${first.reference}
          for update
        `
        await release.promise
      })
      const one = pay(api, first.access_code, 'success')
      await until('the first attempt is weighed', async () => (await countWaiting(context)) > 0)
      const other = pay(api, second.access_code, 'success')
      let isOver = false
      other.finally(() => {
        isOver = true
      })
      await until('the second has ended or waits too', async () => {
        return isOver || (await countWaiting(context)) > 1
      })
      release.resolve()
      await Promise.all([held, one, other])

      const statuses = await Promise.all(
        [first, second].map(async ({ reference }) => {
          return (await verifyPayment(api, business, reference)).status
        }),
      )
      assert.deepEqual(statuses, ['success', 'ongoing'])
    })
  }
}

test('different cards of a customer, at once: one is let through', async () => {
  await givenRule(api, business, { kind: 'cards_per_customer', limit: 1 })
  const [first, second] = [await givenPayment(api, business), await givenPayment(api, business)]

  await Promise.all([
    pay(api, first.access_code, 'success'),
    pay(api, second.access_code, 'refund_refused'),
  ])

  const statuses = await Promise.all(
    [first, second].map(async ({ reference }) => {
      return (await verifyPayment(api, business, reference)).status
    }),
  )
  assert.deepEqual(statuses.toSorted(), ['ongoing', 'success'])
})

for (const name of ['success', 'kept_no_funds']) {
  test(`a kept card (${name}) is charged once for requests with one reference, at once`, async () => {
    await givenRule(api, business, { kind: 'amount', amount: 9_000_000 })
    const code = await kept.givenCode(name)
    const body = { authorization_code: code, reference: 'renewal-7' }

    const answers = await Promise.all(Array.from({ length: 20 }, () => kept.charge(body)))

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const made = await context.sql`
      select from card_attempt a
      join transaction t on t.business_id = a.business_id and t.mode = a.mode
        and t.id = a.transaction_id
      where t.business_id = ${business.businessId} and t.reference = 'renewal-7'
    `
    assert.equal(made.length, 1)
  })
}

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { givenSplit, givenSubaccounts } from '../../../test/splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'

// A reference that is asked for again is the same payment, or is refused: what a customer would pay
// for another order is never asked of this one.

const context = useContext()
const api = useApi(context)

const ASKED = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

let business: GivenBusiness
let split_code: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const [subaccount = ''] = await givenSubaccounts(api, business, 1)
  split_code = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 10 }])
})

function initialize(reference: string, more: object) {
  const body = { ...ASKED, reference, ...more }
  return api.post('/api/v1/transactions/initialize', { key: business.keys.secretKey, body })
}

for (const [what, named, first, again] of [
  ['for another amount', 'amount', {}, { amount: 500_001 }],
  ['by another person', 'email', {}, { email: 'ngozi@example.com' }],
  ['with a split', 'split_code', {}, { split_code: () => split_code }],
  ['without its split', 'split_code', { split_code: () => split_code }, {}],
  ['with the fee on the customer', 'fee_bearer', {}, { fee_bearer: 'customer' }],
  ['with the fee on the business', 'fee_bearer', { fee_bearer: 'customer' }, {}],
] as const) {
  test(`a reference that is asked for again ${what} is refused, and says so`, async () => {
    const [one, other] = [valuesOf(first), valuesOf(again)]
    const reference = `${named}-${Object.keys(one).length}`
    const begun = await initialize(reference, one)

    const refused = await initialize(reference, other)
    const same = await initialize(reference, { ...one, name: 'Ngozi Sample', metadata: {} })

    assert.deepEqual([refused.status, refused.body.code], [409, 'duplicate_reference'])
    assert.match(refused.body.message, new RegExp(`another ${named}\\.|another ${named} `))
    assert.equal(same.body.data.access_code, begun.body.data.access_code)
  })
}

/** A split is made before the tests run, and after they are written down. */
function valuesOf(body: object): object {
  const values = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'function' ? value() : value,
  ])
  return Object.fromEntries(values)
}

import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from '../../../test/logins.ts'
import {
  creditTo,
  deposited,
  givenDedicated,
  listDeposits,
  notify,
} from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'

const context = useContext()
const api = useApi(context)

let operator: Browser
before(async () => {
  await context.opened
  const person = await givenPerson(context, null, 'owner', { isOperator: true })
  operator = await signedInAs(api, person)
  await givenSecondFactor(operator, context.now)
})
afterEach(() => assertBooksTie(context))

let numbers = 0
async function givenSuspended(amount = 250_000): Promise<string> {
  numbers += 1
  const number = `00000000${String(numbers).padStart(2, '0')}`
  await notify(api, context, creditTo(context, number, amount))
  const { body } = await operator.get('/operator/suspense?state=open&perPage=1')
  return body.data[0].id
}

const assign = (id: string, body: object) => operator.post(`/operator/suspense/${id}/assign`, body)

test('credits in suspense are listed in pages, with their senders masked', async () => {
  for (let credit = 1; credit <= 5; credit++) await givenSuspended(credit * 100)
  const { body, text } = await operator.get('/operator/suspense?state=open&perPage=100')
  const all = body.data as { id: string; amount: number }[]
  assert.deepEqual(
    all.slice(0, 5).map(({ amount }) => amount),
    [500, 400, 300, 200, 100],
  )
  assert.match(text, /"sender_account_number":"\*{6}\d{4}"/)
  const walked: string[] = []
  for (let cursor = ''; ; ) {
    const page = await operator.get(`/operator/suspense?state=open&perPage=2${cursor}`)
    for (const { id } of page.body.data as { id: string }[]) walked.push(id)
    if (page.body.meta.next === null) break
    cursor = `&cursor=${page.body.meta.next}`
  }
  assert.deepEqual(
    walked,
    all.map(({ id }) => id),
  )
  assert.deepEqual((await operator.get('/operator/suspense?mode=live')).body.data, [])
})

test('an operator assigns a credit once, under their name, and the business gets it', async () => {
  const business = await givenBusiness(context)
  const { account_number: accountNumber } = await givenDedicated(api, business)
  const id = await givenSuspended()

  const { status, body } = await assign(id, {
    account_number: accountNumber,
    business_id: business.businessId,
  })

  assert.deepEqual([status, body.data.status, body.data.amount], [200, 'matched', 250_000])
  assert.equal((await listDeposits(api, business)).length, 1)
  const { body: listed } = await operator.get('/operator/suspense?state=assigned&perPage=1')
  const [seen] = listed.data
  assert.deepEqual(
    [seen.id, seen.state, seen.assigned_by, seen.assigned_account_number],
    [id, 'assigned', operator.person.email, accountNumber],
  )
  const again = await assign(id, { account_number: accountNumber })
  assert.deepEqual([again.status, again.body.code], [409, 'already_assigned'])
  const { body: audit } = await operator.get('/operator/audit?perPage=10')
  const noted = audit.data.filter(({ subject }: { subject: string }) => subject.includes(id))
  assert(noted.length >= 2, 'asked for and ended')
})

test('an operator sees who would get a credit before they assign it', async () => {
  const business = await givenBusiness(context, 'Sample Fabrics')
  const { account_number: dedicated } = await givenDedicated(api, business, {
    first_name: 'Ngozi',
    last_name: 'Sample',
  })
  const wallet = (await api.get('/api/v1/balance', { key: business.keys.secretKey })).body.data
    .account.account_number
  const id = await givenSuspended()
  const ask = (number: string, of = id) =>
    operator.get(`/operator/suspense/${of}/holder?account_number=${number}`)

  const [customer, own] = [await ask(dedicated), await ask(wallet)]

  const { businessId } = business
  assert.deepEqual(customer.body.data, {
    account_number: dedicated,
    kind: 'dedicated',
    name: 'Ngozi Sample',
    business_id: businessId,
    business_name: 'Sample Fabrics',
  })
  assert.deepEqual([own.body.data.kind, own.body.data.name], ['wallet', 'Sample Fabrics'])
  assert.equal((await ask('9876543210')).body.code, 'account_not_found')
  assert.equal((await ask('12')).status, 400)
  assert.equal((await ask(dedicated, 'sus_1')).body.code, 'not_found')
})

test('of two operators who assign a credit at once, one succeeds', async () => {
  const accounts: { account_number: string }[] = []
  for (const name of ['One', 'Two']) {
    accounts.push(await givenDedicated(api, await givenBusiness(context, name)))
  }
  for (let round = 0; round < 10; round++) {
    const id = await givenSuspended()
    const answers = await Promise.all(
      accounts.map(({ account_number }) => assign(id, { account_number })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 409])
  }
})

test('a wrong assignment is refused, and the money stays where it is', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  const { account_number: own } = await givenDedicated(api, business)
  const id = await givenSuspended()
  const rows: [id: string, body: object, status: number, code: string][] = [
    [id, {}, 400, 'invalid_request'],
    [id, { account_number: '12' }, 400, 'invalid_request'],
    [id, { account_number: own, business_id: 7 }, 400, 'invalid_request'],
    [id, { account_number: '9876543210' }, 404, 'account_not_found'],
    [id, { account_number: own, business_id: other.businessId }, 404, 'account_not_found'],
    [id, { account_number: own, business_id: 'nobody' }, 404, 'account_not_found'],
    [`sus_${'0'.repeat(32)}`, { account_number: own }, 404, 'not_found'],
    ['sus_1', { account_number: own }, 404, 'not_found'],
    [id.replace('sus_', 'dep_'), { account_number: own }, 404, 'not_found'],
    ['%00', { account_number: own }, 404, 'not_found'],
  ]
  for (const [name, body, status, code] of rows) {
    const answer = await assign(name, body)
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body))
  }
  const { body } = await operator.get('/operator/suspense?state=open&perPage=1')
  assert.equal(body.data[0].id, id)
  assert.equal((await listDeposits(api, business)).length, 0)
})

test('only an operator who entered the password recently can assign a credit', async () => {
  const id = await givenSuspended()
  const { account_number } = await givenDedicated(api, await givenBusiness(context))
  context.advance(6 * MINUTE)
  const stale = await assign(id, { account_number })
  assert.deepEqual([stale.status, stale.body.code], [403, 'confirm_password'])
})

test('altered notifications are listed for the operator', async () => {
  const business = await givenBusiness(context)
  const { account_number: number } = await givenDedicated(api, business)
  const credit = creditTo(context, number, 5_000)
  await deposited(context, credit)
  context.log = { ...context.log, error: () => {} }
  await notify(api, context, { ...credit, amount: (credit.amount + 1n) as typeof credit.amount })

  const { body, text } = await operator.get('/operator/quarantine')

  const [item] = body.data
  assert.deepEqual([item.reason, item.business_id], ['altered', business.businessId])
  assert.equal(JSON.parse(item.content).amount, '5001')
  assert(!text.includes(credit.senderAccountNumber), 'the sender is masked')
})

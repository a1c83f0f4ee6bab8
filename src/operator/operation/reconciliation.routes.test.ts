import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from '../../../test/logins.ts'
import { imported, jsonFile } from '../../../test/statements.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later } from '../../platform/clock.ts'

const LIST = '/operator/reconciliation/exceptions'
const WHY = { note: 'A fee of the bank.' }

const context = useContext()
const api = useApi(context)

let operator: Browser
before(async () => {
  await context.opened
  const person = await givenPerson(context, null, 'owner', { isOperator: true })
  operator = await signedInAs(api, person)
  await givenSecondFactor(operator, context.now)
})

/** The bank lists this many transfers that the books do not have. */
async function givenExceptions(count: number): Promise<string[]> {
  const period = { from: later(context.now(), -HOUR), to: later(context.now(), HOUR) }
  const lines = Array.from({ length: count }, (_, n) => ({
    session_id: `never-told-${n}`,
    direction: 'credit' as const,
    amount: 500 + n,
    occurred_at: context.now().toISOString(),
  }))
  await imported(context, jsonFile('sandbox', period, lines))
  const { body } = await operator.get(LIST)
  assert.equal(body.meta.total, count)
  return (body.data as { id: string }[]).map(({ id }) => id)
}

const at = (id: string) => `${LIST}/${encodeURIComponent(id)}/close`

test('an exception is closed once, by an operator with two steps, under their name', async () => {
  const [first, second] = await givenExceptions(2)
  const one = await givenPerson(context, null, 'owner', { isOperator: true })
  const before = await (await signedInAs(api, one)).post(at(first!), WHY)
  assert.deepEqual([before.status, before.body.code], [403, 'second_factor_needed'])
  const owner = await signedInAs(api, await givenPerson(context, await givenBusiness(context)))
  assert.equal((await owner.post(at(first!), WHY)).body.code, 'role_forbids')

  const all = await Promise.all(Array.from({ length: 5 }, () => operator.post(at(first!), WHY)))

  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
  assert(all.every(({ status, body }) => status === 200 || body.code === 'already_closed'))
  const [note, ...others] = await context.sql`select closed_by, note from reconciliation_note`
  assert.deepEqual(note, { closedBy: operator.person.email, note: WHY.note })
  assert.equal(others.length, 0)
  const { body } = await operator.get(LIST)
  assert.deepEqual([body.meta.total, body.data[0].id], [1, second])
  const [report] = (await operator.get('/operator/reconciliation')).body.data
  assert.deepEqual(report.exceptions, { open: 1, closed: 1 }, 'counted anew at once')
})

test('without a reason, or where there is no exception, nothing is closed', async () => {
  const { body } = await operator.get(LIST)
  const [{ id }] = body.data
  for (const note of ['', ' ', 'two\nlines', 'x'.repeat(1_001)]) {
    const said = await operator.post(at(id), { note })
    assert.deepEqual([said.status, said.body.errors?.[0]?.field], [400, 'note'], note)
  }
  for (const none of ['stm_x:1', `dep_${'0'.repeat(32)}`, 'nothing', id.replace(/\d+$/, '77')]) {
    assert.equal((await operator.post(at(none), WHY)).status, 404, none)
  }
  assert.equal((await operator.get(LIST)).body.meta.total, 1)
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from '../../../test/logins.ts'
import { creditTo, deposited } from '../../../test/payments.ts'
import { givenShare, givenSubaccount } from '../../../test/payouts.ts'
import { givenPaid } from '../../../test/refunds.ts'
import { imported, jsonFile } from '../../../test/statements.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { railHealth, watched } from '../../providers/health.ts'
import { verifySinceSeal } from '../books.ts'
import { reportHealth } from './health.ts'
import { jobNotes } from './job-runs.ts'
import { verifyDue } from './verification.ts'

const context = useContext()
const api = useApi(context)

let operator: Browser
before(async () => {
  await context.opened
  const person = await givenPerson(context, null, 'owner', { isOperator: true })
  operator = await signedInAs(api, person)
  await givenSecondFactor(operator, context.now)
})

const PATHS = [
  ['GET', '/operator/rails'],
  ['GET', '/operator/recovery'],
  ['GET', '/operator/chores'],
  ['GET', '/operator/books'],
  ['POST', '/operator/books/verify'],
  ['GET', '/operator/reconciliation'],
  ['GET', '/operator/reconciliation/exceptions'],
  ['GET', '/operator/suspense'],
  ['GET', '/operator/quarantine'],
  ['POST', `/operator/suspense/sus_${'0'.repeat(32)}/assign`],
] as const

test('what only an operator sees is shown to nobody else', async () => {
  const business = await givenBusiness(context)
  const owner = await signedInAs(api, await givenPerson(context, business), business.businessId)
  for (const [method, path] of PATHS) {
    const body = method === 'POST' ? {} : undefined
    const said = await owner.ask(method, path, body)
    assert.deepEqual([said.status, said.body.code], [403, 'role_forbids'], path)
    const options = { method, url: `/dashboard/api${path}`, headers: { 'cowrie-dashboard': '1' } }
    const nobody = await api.send(options)
    assert.deepEqual([nobody.status, nobody.body.code], [401, 'signed_out'], path)
    const { secretKey } = business.keys
    for (const url of [`/dashboard/api${path}`, `/api/v1${path}`]) {
      const headers = { authorization: `Bearer ${secretKey}`, 'cowrie-dashboard': '1' }
      const byKey = await api.app.inject({ method, url, headers })
      assert([401, 404, 405].includes(byKey.statusCode), `${url} by a key: ${byKey.statusCode}`)
    }
  }
})

test('an operator sees how each provider answers', async () => {
  const health = railHealth()
  const rails = watched(context.rails, health, () => context.now().getTime())
  const bank = { code: '058', nipCode: null }
  await rails.test.bank.resolveAccount({ bank, accountNumber: '0000000018' })
  await reportHealth(context, 'one', health)

  const { status, body } = await operator.get('/operator/rails')

  assert.equal(status, 200)
  const [{ mode, name, state, capabilities, off, rails: parts }, ...others] = body.data
  assert.deepEqual([mode, name, state, off, others], ['test', 'sandbox', 'up', [], []])
  assert(capabilities.includes('payouts') && !capabilities.includes('hosted_card'))
  assert.deepEqual(
    (parts as { rail: string; state: string }[]).map(({ rail, state }) => `${rail} ${state}`),
    ['bank up', 'card quiet', 'identity quiet', 'message quiet'],
  )
  const [{ last_hour: hour, windows }] = parts
  assert.deepEqual([hour.calls, hour.failures, windows.length], [1, 0, 12])
})

test('an operator sees the jobs and what waits for them', async () => {
  const job = { name: 'send receipts', everyMs: SECOND }
  const notes = jobNotes([job], 'one', context.now)
  notes.started(job.name)
  notes.failed(job.name, new TypeError('Ada Example'))
  await notes.report(context)
  await givenPaid(api, await givenBusiness(context), 'card')
  context.advance(60 * SECOND)

  const { body, text } = await operator.get('/operator/chores')

  const seen = body.data.chores.find(({ name }: { name: string }) => name === job.name)
  assert.deepEqual([seen.failures, seen.is_running, seen.every_ms], [1, false, 1000])
  assert(seen.backlog >= 1)
  assert(!text.includes('Ada Example'))
  const waiting = body.data.backlogs as { what: string; count: number; is_more: boolean }[]
  assert.equal(waiting.length, 12)
  assert(waiting.every(({ is_more }) => !is_more))
})

test('the trial balance is that of all accounts, kind by kind, and its difference is 0', async () => {
  const business = await givenBusiness(context)
  await givenPaid(api, business, 'card')
  await givenPaid(api, business, 'bank_transfer')
  const { subaccountId } = await givenSubaccount(context, business)
  await givenShare(context, business, subaccountId, kobo(700))
  const body = { amount: 100, bank_code: '058', account_number: '8888888888' }
  await api.post('/api/v1/payouts', { key: business.keys.secretKey, body })

  const { body: answer } = await operator.get('/operator/books')

  const [inTest, inLive] = answer.data.modes
  type Kind = Record<'account', string> &
    Record<'accounts' | 'debits_posted' | 'credits_posted' | 'debits_held' | 'credits_held', number>
  const kinds = inTest.accounts as Kind[]
  const parts = ['debits_posted', 'credits_posted', 'debits_held', 'credits_held'] as const
  const byName = await context.sql<{ name: string; sums: bigint[] }[]>`
    select split_part(name, '/', 1) as name, array[sum(debits_posted), sum(credits_posted),
      sum(debits_pending), sum(credits_pending)]::bigint[] as sums
    from ledger_account where mode = 'test' group by 1
  `
  for (const { name, sums } of byName) {
    const own = kinds.filter(({ account }) => account.split('/')[0] === name)
    const shown = parts.map((part) => own.reduce((all, kind) => all + kind[part], 0))
    assert.deepEqual(shown, sums.map(Number), name)
  }
  const names = kinds.map(({ account }) => account)
  assert(names.includes('available/party') && names.includes('available'))
  assert(!names.some((name) => /[0-9a-f]{8}-/.test(name)), 'no party by its id')
  assert.equal(inTest.total.difference, 0)
  assert(inTest.total.debits_posted > 0 && inTest.total.debits_held > 0)
  assert.equal(inTest.total.debits_posted, inTest.total.credits_posted)
  assert.equal(inLive.total.difference, 0)
})

test('a difference would be seen: one kobo on one account', async () => {
  const { businessId } = await givenBusiness(context)
  const by = (kobo: number) => context.sql`
    update ledger_account set credits_posted = credits_posted + ${kobo}
    where business_id = ${businessId} and mode = 'test' and name = 'fees'
  `
  await by(1)
  const { body } = await operator.get('/operator/books')
  await by(-1)
  assert.equal(body.data.modes[0].total.difference, 1)
})

test('an operator asks to verify the books, sees it begin and sees it end', async () => {
  const asked = await operator.post('/operator/books/verify', {})
  assert.equal(asked.status, 200)
  assert.equal(asked.body.data.running.state, 'asked')
  assert.equal(asked.body.data.running.asked_by, operator.person.email)
  const again = await operator.post('/operator/books/verify', {})
  assert.equal(again.body.data.running.id, asked.body.data.running.id, 'one at a time')

  await verifyDue(context, 'one', verifySinceSeal)

  const { running, last } = (await operator.get('/operator/books')).body.data
  assert.equal(running, null)
  assert.deepEqual([last.state, last.findings, last.id], ['right', 0, asked.body.data.running.id])
  assert(last.entries_read > 0 && last.steps_done === last.steps)
})

test('an operator sees what the statements of the banks say, and each exception', async () => {
  const business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const number = body.data.account.account_number
  const credits = [700, 800, 900].map((amount) => creditTo(context, number, amount))
  for (const credit of credits) await deposited(context, credit)
  const line = (credit: (typeof credits)[number], amount: number) => ({
    session_id: credit.sessionId,
    direction: 'credit' as const,
    amount,
    occurred_at: credit.occurredAt.toISOString(),
  })
  const [first, second] = credits as [(typeof credits)[0], (typeof credits)[0]]
  const odd = { ...line(first, 5), session_id: 'never-told' }
  const period = { from: later(context.now(), -HOUR), to: later(context.now(), HOUR) }
  const lines = [line(first, 700), line(first, 700), line(second, 801), odd]
  await imported(context, jsonFile('sandbox', period, lines))

  const { status, body: told } = await operator.get('/operator/reconciliation')
  assert.equal(status, 200)
  const [report] = told.data
  assert.deepEqual([report.rail, report.is_clean], ['sandbox', false])
  assert.deepEqual(report.theirs.duplicate.credit, { count: 1, amount: 700 })
  assert.deepEqual(report.theirs.theirs_only.credit, { count: 1, amount: 5 })
  assert.deepEqual(report.ties, {
    theirs: true,
    ours: true,
    pairs: true,
    balances: null,
    ledger: true,
  })

  const list = (query: string) => operator.get(`/operator/reconciliation/exceptions${query}`)
  const all = (await list('?perPage=100')).body
  assert.equal(all.meta.total, report.exceptions.open)
  assert.equal(all.data.length, report.exceptions.open)
  const ids: string[] = []
  for (let page = 1; page <= Math.ceil(all.meta.total / 2); page++) {
    const { body: some } = await list(`?perPage=2&page=${page}`)
    for (const { id } of some.data as { id: string }[]) ids.push(id)
  }
  const inOrder = (all.data as { id: string }[]).map(({ id }) => id)
  assert.deepEqual(ids, inOrder, 'page by page, each once')

  for (const one of ['wrong_amount', 'duplicate', 'theirs_only', 'ours_only']) {
    const { body: some } = await list(`?class=${one}&perPage=100`)
    const own = all.data.filter((exception: { class: string }) => exception.class === one)
    assert.deepEqual([some.data, some.meta.total], [own, own.length], one)
    assert(own.length >= 1, one)
  }
  const wrong = all.data.find((one: { class: string }) => one.class === 'wrong_amount')
  assert.deepEqual([wrong.bank_amount, wrong.our_amount], [801, 800])
  assert.deepEqual((await list('?rail=another')).body.data, [])
  assert.deepEqual((await list('?mode=live')).body.data, [])
})

test('what cannot be asked for is refused by its name', async () => {
  const rows: [path: string, field: string][] = [
    ['/operator/reconciliation/exceptions?page=0', 'page'],
    ['/operator/reconciliation/exceptions?perPage=101', 'perPage'],
    ['/operator/reconciliation/exceptions?class=odd', 'class'],
    ['/operator/reconciliation/exceptions?mode=both', 'mode'],
    ['/operator/reconciliation/exceptions?rail=', 'rail'],
    ['/operator/reconciliation/exceptions?rail=%00', 'rail'],
    ['/operator/suspense?state=returned', 'state'],
    ['/operator/suspense?mode=both', 'mode'],
    ['/operator/suspense?cursor=x', 'cursor'],
    ['/operator/quarantine?mode=both', 'mode'],
    ['/operator/quarantine?perPage=x', 'perPage'],
  ]
  for (const [path, field] of rows) {
    const { status, body } = await operator.get(path)
    assert.deepEqual([status, body.errors?.[0]?.field], [400, field], path)
  }
})

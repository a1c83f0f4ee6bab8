import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type Api, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { balances, disputed, disputesOf, entriesOfDispute } from '../../../test/disputes.ts'
import { endsOrWaits } from '../../../test/lock-waits.ts'
import {
  AMOUNT,
  askRefund,
  givenPaid,
  NET,
  type Paid,
  PLAY_MONEY,
  refundIn,
} from '../../../test/refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RailDispute } from '../../providers/outcomes.ts'
import { findPayingAttempt } from '../checkout/checkout.ts'
import { contest } from './answer.ts'
import { callDue } from './call.ts'
import { closeDispute } from './close.ts'
import { setReminded } from './disputes.sql.ts'
import { acceptSilent, remindDue } from './due.ts'
import { mailDisputes } from './mail.ts'
import { pollDisputes, receiveDispute } from './receive.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const net = NET.checkout + PLAY_MONEY
const key = () => business.keys.secretKey

async function openedBySandbox(on: Api, reference: string, outcome: 'won' | 'lost') {
  const { status, body, text } = await on.post('/api/v1/sandbox/disputes', {
    key: key(),
    body: { reference, outcome },
  })
  assert.equal(status, 201, text)
  return body.data as { id: string; status: string; due_at: string }
}

const contestIt = (id: string, text = 'Delivered on 3 November.') =>
  api.post(`/api/v1/disputes/${id}/evidence`, { key: key(), body: { text } })
const fetched = async (id: string) =>
  (await api.get(`/api/v1/disputes/${id}`, { key: key() })).body.data

async function eventsOf({ id }: Pick<Paid, 'id'>): Promise<string[]> {
  const rows = await context.sql<{ type: string }[]>`
    select type from event where transaction_id = ${id} and type ^@ 'dispute.' order by event_id
  `
  return rows.map(({ type }) => type)
}

async function toldOf({ id }: Paid): Promise<RailDispute> {
  const attempt = await findPayingAttempt(context.sql, { ...business, id })
  return {
    id: `D-${id}`,
    of: { charge: attempt!.attemptId },
    status: 'under_review',
    category: 'chargeback',
    reason: 'fraud',
    amount: kobo(AMOUNT),
    dueAt: null,
  }
}

for (const outcome of ['won', 'lost'] as const) {
  test(`a dispute that is contested is ${outcome} as the sandbox was told`, async () => {
    const paid = await givenPaid(api, business)
    const { id, status } = await openedBySandbox(api, paid.reference, outcome)
    assert.equal(status, 'needs_response')

    const answered = await contestIt(id)
    assert.deepEqual([answered.status, answered.body.data.status], [200, 'under_review'])
    const refund = await askRefund(api, business, { transaction: paid.reference })
    assert.deepEqual([refund.status, refund.body.code], [409, 'payment_disputed'])
    context.advance(2 * MINUTE)
    await pollDisputes(context)

    const after = await fetched(id)
    assert.deepEqual(
      [after.status, after.closed_by, after.evidence],
      [outcome, 'provider', 'Delivered on 3 November.'],
    )
    assert.deepEqual(await eventsOf(paid), ['dispute.created', 'dispute.updated', 'dispute.closed'])
    const left = outcome === 'won' ? net : net - AMOUNT
    assert((await balances(context, business)).includes(`available ${left}`))
  })
}

test('a dispute is answered once, and the same answer again is the same', async () => {
  const paid = await givenPaid(api, business)
  const { id } = await openedBySandbox(api, paid.reference, 'won')
  await contestIt(id)

  const again = await contestIt(id)
  const other = await contestIt(id, 'Something else.')
  const accepted = await api.post(`/api/v1/disputes/${id}/accept`, { key: key() })

  assert.equal(again.status, 200)
  assert.deepEqual([other.status, other.body.code], [409, 'dispute_answered'])
  assert.deepEqual([accepted.status, accepted.body.code], [409, 'dispute_answered'])
})

test('an accepted dispute gives the money up, and accepting again changes nothing', async () => {
  const paid = await givenPaid(api, business)
  const { id } = await openedBySandbox(api, paid.reference, 'won')

  const first = await api.post(`/api/v1/disputes/${id}/accept`, { key: key() })
  const second = await api.post(`/api/v1/disputes/${id}/accept`, { key: key() })
  context.advance(2 * MINUTE)
  await pollDisputes(context)

  assert.deepEqual([first.status, second.status], [200, 200])
  const { status, closed_by } = await fetched(id)
  assert.deepEqual([status, closed_by], ['accepted', 'business'])
  assert.deepEqual(await balances(context, business), [`available ${net - AMOUNT}`])
})

test('an answer that the provider did not get is asked again under the same key', async () => {
  const paid = await givenPaid(api, business)
  const { id } = await openedBySandbox(api, paid.reference, 'won')
  const { disputes } = context.rails.test
  let asked = 0
  const answerDispute = async () => {
    asked += 1
    return { kind: 'unavailable' } as const
  }
  context.rails.test = { ...context.rails.test, disputes: { ...disputes!, answerDispute } }
  await contestIt(id)
  context.rails.test = { ...context.rails.test, disputes: disputes! }

  context.advance(2 * MINUTE)
  await callDue(context)

  const [after] = await disputesOf(context, business, paid)
  assert.deepEqual([asked, after?.callState], [1, 'done'])
})

test('an answer that was not passed on when the provider decides is passed on no more', async () => {
  const paid = await givenPaid(api, business)
  const { id } = await openedBySandbox(api, paid.reference, 'won')
  const { disputes } = context.rails.test
  const answerDispute = async () => ({ kind: 'unavailable' }) as const
  context.rails.test = { ...context.rails.test, disputes: { ...disputes!, answerDispute } }
  await contestIt(id)
  context.rails.test = { ...context.rails.test, disputes: disputes! }
  const [before] = await disputesOf(context, business, paid)

  await closeDispute(context, before!, { status: 'lost', by: 'provider' })

  const [after] = await disputesOf(context, business, paid)
  assert.equal(before!.callState, 'open')
  assert.deepEqual([after!.status, after!.callState, after!.nextCallAt], ['lost', 'refused', null])
})

test('a dispute that is decided weeks after its answer is closed, though nobody told of it', async () => {
  const paid = await givenPaid(api, business)
  const { id } = await openedBySandbox(api, paid.reference, 'won')
  await contestIt(id)

  context.advance(30 * DAY)
  await pollDisputes(context)

  assert.equal((await fetched(id)).status, 'won')
})

test('an answer that comes while silence is acted on counts', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid, { dueAt: later(context.now(), DAY) })
  context.advance(DAY)
  let silent: Promise<unknown> = Promise.resolve()

  await context.sql.begin(async (sql) => {
    await sql`select from transaction where id = ${paid.id} for update`
    silent = acceptSilent(context)
    await endsOrWaits(context, silent)
    await contest(context, dispute, 'Delivered on 3 November.')
  })
  await silent

  const [after] = await disputesOf(context, business, paid)
  assert.deepEqual([after!.status, after!.closedBy], ['under_review', null])
})

test('silence means that the business accepts, and it is reminded before', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid, { dueAt: later(context.now(), 4 * DAY) })
  await mailDisputes(context)

  context.advance(3 * DAY - MINUTE)
  assert.equal(await remindDue(context), 0)
  context.advance(2 * MINUTE)
  assert.equal(await remindDue(context), 1)
  assert.equal(await remindDue(context), 0)
  await mailDisputes(context)
  assert.equal(await acceptSilent(context), 0)
  context.advance(1 * DAY)
  assert.equal(await acceptSilent(context), 1)

  const [after] = await disputesOf(context, business, paid)
  assert.deepEqual([after?.status, after?.closedBy], ['accepted', 'silence'])
  assert.deepEqual(await eventsOf(paid), ['dispute.created', 'dispute.updated', 'dispute.closed'])
  const { body } = await api.get('/api/v1/sandbox/messages', { key: key() })
  const subjects = (body.data as { subject?: string }[]).flatMap(({ subject = '' }) =>
    /dispute/.test(subject) ? [subject] : [],
  )
  assert.deepEqual(subjects.length, 2, dispute.caseNumber)
})

test('a business with ten hours to answer is reminded after five, once', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid, {
    dueAt: later(context.now(), 10 * HOUR),
  })

  context.advance(5 * HOUR - MINUTE)
  const early = await remindDue(context)
  context.advance(2 * MINUTE)
  const due = await remindDue(context)

  assert.deepEqual([early, due], [0, 1])
  assert.equal(await setReminded(context.sql, dispute, context.now()), null)
})

test('what a provider takes of a lost transfer is not sent back as well', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer')
  const [deposit] = await context.sql<{ sessionId: string }[]>`
    select session_id from deposit where transaction_id = ${paid.id}
  `
  const { sessionId } = deposit!
  const about = { id: `D-${sessionId}`, of: { sessionId }, reason: 'fraud', dueAt: null }
  const told = { ...about, category: 'recall', amount: kobo(AMOUNT) } as const

  await receiveDispute(context, 'test', 'sandbox', { ...told, status: 'lost' })

  const [dispute] = await disputesOf(context, business, paid)
  assert.deepEqual([dispute!.status, dispute!.call], ['lost', null])
  assert.deepEqual(await entriesOfDispute(context, dispute!), [
    `post available disputed ${AMOUNT}`,
    `post disputed bank_clearing ${AMOUNT}`,
  ])
})

test('news of a provider opens a dispute once, in any order, and never moves it back', async () => {
  const paid = await givenPaid(api, business)
  const told = await toldOf(paid)
  const tell = (status: RailDispute['status']) =>
    receiveDispute(context, 'test', 'sandbox', { ...told, status })

  await tell('under_review')
  await tell('needs_response')
  await tell('lost')
  await tell('under_review')
  await tell('won')

  const all = await disputesOf(context, business, paid)
  assert.deepEqual(
    all.map(({ status, closedBy }) => [status, closedBy]),
    [['lost', 'provider']],
  )
  assert.deepEqual(await balances(context, business), [`available ${net - AMOUNT}`])
})

test('the same decision, received twice at once, is not logged as a contradiction', async () => {
  const paid = await givenPaid(api, business)
  const told = await toldOf(paid)
  const errors: string[] = []
  const log = { ...context.log, error: (_: object, said: string) => void errors.push(said) }
  const tell = (status: RailDispute['status']) =>
    receiveDispute({ ...context, log }, 'test', 'sandbox', { ...told, status })
  await tell('under_review')

  const both: ReturnType<typeof tell>[] = []
  await context.sql.begin(async (sql) => {
    await sql`select from transaction where id = ${paid.id} for update`
    for (let i = 0; i < 2; i++) {
      both.push(tell('won'))
      await endsOrWaits(context, both[i]!)
    }
  })

  assert.deepEqual(
    (await Promise.all(both)).map((one) => one?.dispute.status),
    ['won', 'won'],
  )
  assert.deepEqual(errors, [])
  await tell('lost')
  assert.deepEqual(errors, ['a provider decides a closed dispute otherwise'])
})

test('a reversed charge means lost, unless refunds gave back all of it', async () => {
  const [partly, wholly] = [await givenPaid(api, business), await givenPaid(api, business)]
  await refundIn(context, business, partly, 1)
  await refundIn(context, business, wholly, AMOUNT)
  const errors: string[] = []
  const log = { ...context.log, error: (_: object, said: string) => void errors.push(said) }
  const tell = async (paid: typeof partly, status: RailDispute['status']) =>
    receiveDispute({ ...context, log }, 'test', 'sandbox', { ...(await toldOf(paid)), status })

  const lost = await tell(partly, 'reversed')
  const open = await tell(wholly, 'reversed')
  const again = await tell(wholly, 'reversed')
  const won = await tell(wholly, 'won')
  await tell(wholly, 'reversed')

  const states = [lost, open, again, won].map((one) => one?.dispute.status)
  assert.deepEqual(states, ['lost', 'under_review', 'under_review', 'won'])
  const said = 'a provider decided a dispute of a refunded payment'
  assert.deepEqual(errors, [said, said])
})

test('a dispute of no payment of ours is told to the operator', async () => {
  const told = { id: 'D-2', of: { charge: 'unknown' }, status: 'lost', reason: '' } as const
  const more = { category: 'chargeback', amount: kobo(100), dueAt: null } as const

  assert.equal(await receiveDispute(context, 'test', 'sandbox', { ...told, ...more }), null)
})

test('a dispute received while the service is busy is received again', async () => {
  const told = await toldOf(await givenPaid(api, business))
  const begin = () => Promise.reject(new Refusal('overloaded'))
  const sql = Object.assign(context.sql.bind(null), context.sql, { begin }) as typeof context.sql

  await assert.rejects(receiveDispute({ ...context, sql }, 'test', 'sandbox', told), Refusal)
  assert((await receiveDispute(context, 'test', 'sandbox', told))?.isNews)
})

test('disputes are listed newest first, by status and payment', async () => {
  const [one, two] = [await givenPaid(api, business), await givenPaid(api, business)]
  const first = await openedBySandbox(api, one.reference, 'won')
  const second = await openedBySandbox(api, two.reference, 'won')
  await contestIt(first.id)
  const idsOf = async (query: string) => {
    const { body } = await api.get(`/api/v1/disputes${query}`, { key: key() })
    return (body.data as { id: string }[]).map(({ id }) => id)
  }

  assert.deepEqual(await idsOf(''), [second.id, first.id])
  assert.deepEqual(await idsOf('?status=under_review'), [first.id])
  assert.deepEqual(await idsOf(`?transaction=${two.reference}`), [second.id])
  assert.deepEqual(await idsOf('?category=recall'), [])
})

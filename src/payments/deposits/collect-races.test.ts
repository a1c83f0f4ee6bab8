import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openApi, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { creditTo, eventsOf, givenDedicated, listDeposits, notify } from '../../../test/payments.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { publicId } from '../../platform/ids.ts'
import { receive } from './receive.ts'
import { assign, listWaiting } from './suspend.ts'

// Deposits and payments that arrive at once, or want the same reference.

const ROUNDS = 50
const NAMES = 16

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('one transfer, notified by the bank and made in the sandbox at once, is one deposit', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const twin = contextOn(context.database)
  const other = await openApi(twin)

  for (let round = 0; round < ROUNDS; round++) {
    const credit = creditTo(context, account_number, 1_000 + round, `both-${round}`)
    const made = {
      key: business.keys.secretKey,
      body: {
        account_number,
        amount: Number(credit.amount),
        sender_name: credit.senderName,
        sender_bank_code: credit.senderBankCode,
        sender_account_number: credit.senderAccountNumber,
        session_id: credit.sessionId,
      },
    }

    const answers = await Promise.all([
      notify(api, context, credit),
      other.post('/api/v1/sandbox/transfers', made),
      notify(other, context, credit),
      api.post('/api/v1/sandbox/transfers', made),
    ])

    const [{ body: first }, { body: second }] = [answers[1]!, answers[3]!]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
      JSON.stringify(answers.map(({ body }) => body)),
    )
    assert.equal(first.data.id, second.data.id)
  }

  const { body } = await api.get('/api/v1/deposits', { key: business.keys.secretKey })
  assert.equal(body.meta.total, ROUNDS)
  const told = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(told.filter((type) => type === 'transfer.received').length, ROUNDS)
  assert.equal(told.filter((type) => type === 'transaction.success').length, ROUNDS)
  await other.app.close()
  await disconnect(twin)
})

test('payments with the references of transfers that arrive at once disturb none of them', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const twin = contextOn(context.database)
  const other = await openApi(twin)

  for (let round = 0; round < ROUNDS; round++) {
    const names = Array.from({ length: NAMES }, (_, i) => `same-${round}-${i}`)
    // Half of the references are wanted twice, in reverse order.
    const wanted = names.slice(0, NAMES / 2).toReversed()
    const initialize = (reference: string) =>
      other.post('/api/v1/transactions/initialize', {
        key: business.keys.secretKey,
        body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', reference },
      })

    const [initialized, notified] = await Promise.all([
      Promise.all(wanted.map(initialize)),
      Promise.all(
        names.map((name, i) =>
          notify(i % 2 ? api : other, context, creditTo(context, account_number, 1_000, name)),
        ),
      ),
    ])

    assert.deepEqual(new Set(notified.map(({ status }) => status)), new Set([200]))
    // If the deposit was first, the payment is refused; if the payment was first, the deposit takes
    // another reference.
    const lost = initialized.filter(({ status }) => status !== 200)
    for (const { status, body } of lost) {
      assert.deepEqual([status, body.code], [409, 'duplicate_reference'])
    }
  }

  const [row] = await context.sql<[{ deposits: number; own: number; payments: number }]>`
    select count(*)::int as deposits,
      count(*) filter (where t.reference <> d.session_id)::int as own,
      (select count(*)::int from transaction p
        where p.business_id = ${business.businessId} and p.mode = 'test'
          and p.made_with = 'secret') as payments
    from deposit d
    join transaction t on t.business_id = d.business_id and t.mode = d.mode
      and t.id = d.transaction_id and t.status = 'success'
    where d.business_id = ${business.businessId}
  `
  assert(row.payments > 0 && row.payments < (ROUNDS * NAMES) / 2, `${row.payments} came first`)
  // There are exactly as many of these as payments that were created.
  assert.deepEqual([row.deposits, row.own], [ROUNDS * NAMES, row.payments])
  await other.app.close()
  await disconnect(twin)
})

test('a transfer that the bank notifies again while an operator assigns it is one deposit', async () => {
  const business = await givenBusiness(context)
  const { account_number: accountNumber } = await givenDedicated(api, business)
  const twin = contextOn(context.database)

  for (let round = 0; round < ROUNDS; round++) {
    const credit = creditTo(context, `nobody ${round}`, 1_000)
    await receive(context, 'test', credit)
    const [waiting] = await listWaiting(context, 'test')
    const suspendedCredit = publicId('suspended_credit', waiting!.suspendedCreditId)

    const [assigned, ...told] = await Promise.all([
      assign(context, 'test', { suspendedCredit, accountNumber, by: 'an operator' }),
      ...Array.from({ length: 8 }, (_, i) => receive(i % 2 ? twin : context, 'test', credit)),
    ])

    for (const received of told) {
      if (received.kind === 'suspended') continue
      assert(received.kind === 'credited', received.kind)
      assert.equal(received.deposit.depositId, assigned.depositId)
    }
    assert.equal((await listDeposits(api, business, '?perPage=100')).length, round + 1)
  }
  await disconnect(twin)
})

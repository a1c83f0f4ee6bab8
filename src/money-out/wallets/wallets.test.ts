import assert from 'node:assert/strict'
import { afterEach, type TestContext as Case, test } from 'node:test'
import { type Answer, type Api, openApi, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  creditTo,
  deposited,
  eventsOf,
  givenDedicated,
  listDeposits,
  notify,
  transfer,
} from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  useContext,
} from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf, hold } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { BankRail, IssueOutcome } from '../../providers/rails.ts'
import { lineOf } from './statement.ts'

const CALLS = 100
const PLAY_MONEY = 10_000_000

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

/** Another process, whose bank rail differs as the test says. */
async function givenProcess(
  t: Case,
  stage: (bank: BankRail) => Partial<BankRail> = () => ({}),
): Promise<Api> {
  const process = contextOn(context.database)
  process.log = { ...process.log, error: () => {} }
  const { bank } = process.rails.test
  Object.assign(bank, stage({ ...bank }))
  const opened = await openApi(process)
  t.after(async () => {
    await opened.app.close()
    await disconnect(process)
  })
  return opened
}

function balance(through: Api, { keys }: Pick<GivenBusiness, 'keys'>): Promise<Answer> {
  return through.get('/api/v1/balance', { key: keys.secretKey })
}

async function walletOf(business: Pick<GivenBusiness, 'keys'>) {
  const { status, body, text } = await balance(api, business)
  assert.equal(status, 200, text)
  return body.data
}

const UNDISPUTED = { disputed: 0, debt: 0 }

test('a new business has play money, nothing pending, and an account to top up', async () => {
  const business = await givenBusiness(context, 'Ada & Daughters')

  const { account, ...amounts } = await walletOf(business)

  assert.deepEqual(amounts, { currency: 'NGN', available: PLAY_MONEY, pending: 0, ...UNDISPUTED })
  assert.match(account.account_number, /^\d{10}$/)
  assert.deepEqual(account, {
    account_number: account.account_number,
    account_name: 'ADA AND DAUGHTERS',
    bank: { name: 'Test Bank', code: '001', slug: 'test-bank' },
  })
})

test('a hundred concurrent calls to three processes make one permanent account', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t), await givenProcess(t)]

  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, i) => balance(processes[i % 3]!, business)),
  )

  for (const { body } of answers) assert.deepEqual(body.data, answers[0]!.body.data)
  assert.deepEqual(await walletOf(business), answers[0]!.body.data)
  const [row] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from virtual_account
    where business_id = ${business.businessId}
  `
  assert.equal(row.count, 1)
})

test('each business has one account per mode', async () => {
  const business = await givenBusiness(context)
  context.rails.live = [context.rails.test]
  const live = { keys: await givenLive(context, business.businessId) }

  const wallets = [
    await walletOf(business),
    await walletOf(await givenBusiness(context)),
    await walletOf(live),
  ]

  assert.equal(new Set(wallets.map(({ account }) => account.account_number)).size, 3)
  assert.equal(wallets[2].available, 0, 'no play money in live mode')
})

test('a transfer to the account tops up the wallet, with an event, without a fee or payment', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  const { account } = await walletOf(business)
  const credit = creditTo(context, account.account_number, 123_457)

  const { body } = await notify(api, context, credit)

  assert.equal(body.message, 'Credited')
  const { available, pending } = await walletOf(business)
  assert.deepEqual([available, pending], [PLAY_MONEY + 123_457, 0])
  const { fees, vat, bank_clearing } = await balancesOf(context, business)
  assert.deepEqual([fees.posted, vat.posted, bank_clearing.posted], [0n, 0n, -123_457n])
  const key = business.keys.secretKey
  assert.deepEqual((await api.get('/api/v1/transactions', { key })).body.data, [])
  const [deposit] = await listDeposits(api, business)
  assert.deepEqual(await eventsOf(context, business), [
    { type: 'deposit.topped_up', data: deposit },
  ])
  assert.deepEqual(
    [deposit.status, deposit.account_kind, deposit.transaction_id, deposit.session_id],
    ['matched', 'wallet', null, credit.sessionId],
  )
})

test('a single kobo tops up, and so does the most that the sandbox sends', async () => {
  const business = await givenBusiness(context)
  const { account } = await walletOf(business)
  let expected = PLAY_MONEY
  for (const amount of [1, 1_000_000_000_000]) {
    const { account_number } = account
    const { status } = await transfer(api, business, { account_number, amount })
    assert.equal(status, 200)
    expected += amount
    assert.equal((await walletOf(business)).available, expected)
  }
})

test('one session id in 200 notifications by three processes tops up once', async (t) => {
  const business = await givenBusiness(context)
  const { account } = await walletOf(business)
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  t.after(() => Promise.all(processes.slice(1).map(disconnect)))
  const credit = creditTo(context, account.account_number, 5_000, 'race-wallet-1')

  const deposits = await Promise.all(
    Array.from({ length: 200 }, (_, i) => deposited(processes[i % 3]!, credit)),
  )

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 1)
  assert.equal((await walletOf(business)).available, PLAY_MONEY + 5_000)
})

test('holds are not available, and unsettled payments are pending', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  const { account_number } = await givenDedicated(api, business)
  await transfer(api, business, { account_number, amount: 10_000 })
  const now = context.now()
  const { businessId, mode } = business
  const held = { debit: 'available', credit: 'fees', amount: kobo(2_500) } as const
  const cause = { businessId, mode, causeId: newId(now), occurredAt: now } as const
  await context.sql.begin((sql) =>
    hold(sql, now, { ...cause, ...held, reason: 'wallet_adjustment' }),
  )

  const { available, pending } = await walletOf(business)

  assert.deepEqual([available, pending], [PLAY_MONEY - 2_500, 9_892])
})

test('of a statement, each part of a refund, dispute or payout has its type and source', () => {
  const reasons = [
    ...([
      'refund',
      'refund_pending',
      'refund_duty',
      'payout_duty',
      'payout_duty_reversed',
    ] as const),
    ...(['dispute', 'dispute_pending', 'dispute_won', 'dispute_won_pending'] as const),
  ]
  const seen = reasons.map((reason) => {
    const { type, source } = lineOf(reason)
    return `${reason}: ${type} of a ${source}`
  })

  assert.deepEqual(seen, [
    'refund: refund of a refund',
    'refund_pending: refund of a refund',
    'refund_duty: refund_duty of a refund',
    'payout_duty: payout_duty of a payout',
    'payout_duty_reversed: payout_duty of a payout',
    'dispute: dispute of a dispute',
    'dispute_pending: dispute of a dispute',
    'dispute_won: dispute_won of a dispute',
    'dispute_won_pending: dispute_won of a dispute',
  ])
})

for (const kind of ['unavailable', 'unknown'] as const) {
  test(`a bank that is ${kind} hides the account, never the balance, and the next call shows both`, async (t) => {
    const business = await givenBusiness(context)
    const broken = await givenProcess(t, () => ({ issueAccount: async () => ({ kind }) }))

    const { status, body } = await balance(broken, business)

    assert.equal(status, 200)
    const amounts = { currency: 'NGN', available: PLAY_MONEY, pending: 0, ...UNDISPUTED }
    assert.deepEqual(body.data, { ...amounts, account: null })
    const { account } = await walletOf(business)
    assert.match(account.account_number, /^\d{10}$/)
    assert.deepEqual((await balance(broken, business)).body.data.account, account, 'known by now')
  })
}

for (const [what, outcome] of [
  ['has cards and no bank', null],
  ['opens accounts for who was verified alone', { kind: 'identity_required' }],
  ['asks for an e-mail address, and none is set', { kind: 'holder_incomplete', field: 'email' }],
] as const) {
  test(`where live mode ${what}, the balance is told without an account`, async (t) => {
    const { bank, card } = context.rails.test
    const issueAccount = async (): Promise<IssueOutcome> => outcome!
    context.rails.live = [outcome === null ? { card } : { bank: { ...bank, issueAccount } }]
    t.after(() => {
      context.rails.live = []
    })
    const { businessId } = await givenBusiness(context)
    const live = { keys: await givenLive(context, businessId) }

    const amounts = { currency: 'NGN', available: 0, pending: 0, ...UNDISPUTED }
    assert.deepEqual(await walletOf(live), { ...amounts, account: null })
  })
}

test('a lost response with the account number gives the same number later', async (t) => {
  const business = await givenBusiness(context)
  const issued: IssueOutcome[] = []
  const lossy = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => {
      issued.push(await bank.issueAccount(request))
      throw new Error('the connection is lost')
    },
  }))

  assert.equal((await balance(lossy, business)).body.data.account, null)

  const { account } = await walletOf(business)
  const [outcome] = issued
  assert(outcome?.kind === 'issued')
  assert.equal(account.account_number, outcome.accountNumber)
})

test('an invalid answer is a fault, not an unavailable bank', async (t) => {
  const business = await givenBusiness(context)
  const broken = await givenProcess(t, () => ({ issueAccount: async () => null as never }))

  await assert.rejects(balance(broken, business), /answered 500/)
})

test('the account resolves to the business’s name, at its own bank only', async () => {
  const business = await givenBusiness(context, 'Ada Example Stores')
  const { account } = await walletOf(business)
  const stranger = await givenBusiness(context)
  const resolve = (bank_code: string) =>
    api.post('/api/v1/accounts/resolve', {
      key: stranger.keys.secretKey,
      body: { bank_code, account_number: account.account_number },
    })

  const { body } = await resolve(account.bank.code)
  assert.deepEqual(body.data, {
    account_name: 'ADA EXAMPLE STORES',
    account_number: account.account_number,
    bank_code: '001',
    check_digit_valid: true,
  })
  assert.notEqual((await resolve('058')).body.data.account_name, 'ADA EXAMPLE STORES')
})

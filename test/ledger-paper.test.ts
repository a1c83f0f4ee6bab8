import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { changeSettings } from '../src/businesses/businesses.ts'
import { HOUSE, type Scope } from '../src/context.ts'
import { receive } from '../src/deposits/receive.ts'
import { assign, listWaiting } from '../src/deposits/suspend.ts'
import { type AccountName, balancesOf, chart, listEntries } from '../src/ledger/ledger.ts'
import { MINUTE } from '../src/lib/clock.ts'
import { parsePublicId, publicId } from '../src/lib/ids.ts'
import { LATE_NUMBER, LOST_NUMBER, UNKNOWN_NUMBER } from '../src/rails/sandbox/identity.ts'
import { givenPayment, useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import {
  askForAccount,
  creditTo,
  decide,
  deposited,
  givenDedicated,
  pay,
  runChores,
  transfer,
} from './payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import { verificationsOf } from './verifications.ts'

// docs/ledger.md cannot be wrong: each of its tables is compared with what is written when the flow
// above it happens.

const REFUSING_ACCOUNT = '9999999999'
/** The cause in the paper of which the entries are the house's. */
const HOUSE_CAUSE = "nobody's"
const house: Scope = { businessId: HOUSE, mode: 'test' }

const context = useContext()
const api = useApi(context)

const paper = readFileSync('docs/ledger.md', 'utf8')
const sections = new Map(
  paper.split(/^#+ /m).map((text) => {
    const [title = '', ...lines] = text.split('\n')
    return [title, tablesIn(lines)] as const
  }),
)

/** What happens, by the title above it; answers the ids of the causes by their names there. */
const flows: Record<string, (business: GivenBusiness) => Promise<Record<string, string>>> = {
  'A payment by transfer': async (business) => {
    const payment = await givenTransfer(business)
    await payment.arrives(500_000)
    return { payment: payment.id }
  },
  'A payment by card': async (business) => {
    const { access_code, id } = await given(business)
    await pay(api, access_code, 'success')
    return { payment: id }
  },
  'A fee that the customer bears': async (business) => {
    const payment = await givenTransfer(business, { fee_bearer: 'customer' })
    await payment.arrives(519_121)
    return { payment: payment.id }
  },
  'A payment that is settled the next day': async (business) => {
    await changeSettings(context, business, { settlement: 'T+1' })
    const { access_code, id } = await given(business)
    await pay(api, access_code, 'success')
    return { payment: id }
  },
  'More than was asked, and accepted': async (business) => {
    await changeSettings(context, business, { acceptOverpayment: true })
    const payment = await givenTransfer(business)
    await payment.arrives(600_000)
    return { payment: payment.id }
  },
  'A wrong amount, and its return': async (business) => {
    const payment = await givenTransfer(business)
    return { transfer: await payment.arrives(499_999) }
  },
  'A transfer that comes too late': async (business) => {
    const payment = await givenTransfer(business)
    context.advance(31 * MINUTE)
    return { transfer: await payment.arrives(500_000) }
  },
  'A payment that is made twice': async (business) => {
    const payment = await givenTransfer(business)
    await payment.arrives(500_000)
    return { payment: payment.id, transfer: await payment.arrives(500_000) }
  },
  'A deposit to a dedicated account': async (business) => {
    const { account_number } = await givenDedicated(api, business)
    const { transactionId } = await deposited(context, creditTo(context, account_number, 500_000))
    return { payment: transactionId! }
  },
  "A transfer to the wallet's own number": async (business) => {
    const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
    const { account_number } = body.data.account
    const { depositId } = await deposited(context, creditTo(context, account_number, 500_000))
    return { transfer: depositId }
  },
  'Money for nobody, and its assignment': async (business) => {
    const { account_number: accountNumber } = await givenDedicated(api, business)
    await receive(context, 'test', creditTo(context, '0000000001', 500_000))
    const [waiting] = await listWaiting(context, 'test')
    const { suspendedCreditId } = waiting!
    const suspendedCredit = publicId('sus', suspendedCreditId)
    const by = 'an operator'
    const assigned = await assign(context, 'test', { suspendedCredit, accountNumber, by })
    return { "nobody's": suspendedCreditId, payment: assigned.transactionId! }
  },
  'A card surplus, and its reversal': async (business) => {
    const payment = await givenTransfer(business)
    const { body } = await pay(api, payment.access_code, 'page')
    await payment.arrives(500_000)
    const { comeBack } = await decide(api, body.data.next.url, 'approve')
    await comeBack()
    const [attempt] = await context.sql<{ attemptId: string }[]>`
      select attempt_id from card_attempt where transaction_id = ${payment.id}
    `
    return { payment: payment.id, card: attempt!.attemptId }
  },
  'A return that the bank refuses': async (business) => {
    const payment = await givenTransfer(business)
    return { transfer: await payment.arrives(77, { sender_account_number: REFUSING_ACCOUNT }) }
  },
  'The fee of a verification': async (business) => {
    return { verification: await verify(business, '22222222222', 200) }
  },
  'The fee of a verification of which no code was sent': async (business) => {
    return { verification: await verify(business, UNKNOWN_NUMBER, 422) }
  },
  'The fee of a verification that nobody has heard of': async (business) => {
    const [first, second] = [LATE_NUMBER, LOST_NUMBER]
    return {
      'first verification': await verify(business, first, 504),
      'second verification': await verify(business, second, 504),
    }
  },
  'Play money': async (business) => {
    const set = (amount: number) =>
      api.post('/api/v1/sandbox/wallet', { key: business.keys.secretKey, body: { amount } })
    await set(2_500_000)
    await set(3_000_000)
    const rows = await context.sql<{ causeId: string }[]>`
      select cause_id from ledger_entry
      where business_id = ${business.businessId} and reason = 'wallet_adjustment'
      order by created_at, cause_id
    `
    const [opening, first, second] = rows.map(({ causeId }) => causeId)
    return { business: opening!, 'first wallet': first!, 'second wallet': second! }
  },
}

for (const [title, happen] of Object.entries(flows)) {
  test(`${title}: the entries and balances are those of the paper`, async () => {
    const business = await givenBusiness(context)
    const [entries, changes] = sections.get(title) ?? []
    assert(entries && changes, `docs/ledger.md has two tables under "${title}"`)

    const before = await balancesOf(context, house)

    const causes = await happen(business)
    await runChores(context)

    const rows = await Promise.all(
      Object.entries(causes).map(([name, id]) => entriesOf(ownerOf(name, business), name, id)),
    )
    assert.deepEqual(rows.flat(), entries)
    const isOpening = 'business' in causes
    const own = entries.filter(([cause]) => ownerOf(cause!, business) === business)
    assert.equal(await countEntries(business), own.length + (isOpening ? 0 : 1))
    const changed = await changesOf(business, isOpening)
    const ofHouse = HOUSE_CAUSE in causes ? await changesOfHouse(before) : {}
    assert.deepEqual({ ...ofHouse, ...changed }, changesIn(changes))
    await assertBooksTie(context)
  })
}

test('every flow of the paper is played here', () => {
  const told = [...sections].filter(([, tables]) => tables.length === 2).map(([title]) => title)
  assert.deepEqual(told, Object.keys(flows))
})

test('the paper names every account of the chart, and which may be below zero', () => {
  const [accounts] = sections.get('The accounts')!
  const told = accounts!.map((row) => [row[0]!.replaceAll('`', ''), row[2] === 'yes'])
  assert.deepEqual(
    told,
    Object.entries(chart).map(([name, { overdraft }]) => [name, overdraft]),
  )
})

test('every reason and every kind of entry occurs in the paper', () => {
  const rows = [...sections.values()].flatMap((tables) => (tables.length === 2 ? tables[0]! : []))
  const reasons = ['payment', 'payment_fee', 'payment_vat', 'unmatched_payment']
  reasons.push('unmatched_return', 'wallet_adjustment', 'wallet_top_up')
  reasons.push('suspense', 'suspense_assigned', 'identity_fee')
  assert.deepEqual([...new Set(rows.map((row) => row[1]))].sort(), reasons.sort())
  const kinds = ['hold', 'post', 'post_hold', 'void_hold']
  assert.deepEqual([...new Set(rows.map((row) => row[2]))].sort(), kinds)
})

/** The tables under a title: rows of cells, without their heads. */
function tablesIn(lines: string[]): string[][][] {
  const tables: string[][][] = []
  for (const [i, line] of lines.entries()) {
    if (!line.startsWith('|')) continue
    if (!lines[i - 1]?.startsWith('|')) tables.push([])
    tables.at(-1)!.push(
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  }
  return tables.map(([, , ...rows]) => rows)
}

/** Whose entries a cause has. */
function ownerOf(cause: string, business: GivenBusiness): Scope {
  return cause === HOUSE_CAUSE ? house : business
}

async function entriesOf(owner: Scope, cause: string, id: string): Promise<string[][]> {
  const { businessId, mode } = owner
  const rows = await listEntries(context.sql, businessId, mode, id)
  const named = (account: string) => (owner === house ? `house ${account}` : account)
  return rows.map(({ reason, kind, debit, credit, amount }) => [
    cause,
    reason,
    kind,
    named(debit),
    named(credit),
    amount.toLocaleString('en'),
  ])
}

async function countEntries({ businessId }: GivenBusiness): Promise<number> {
  const rows = await context.sql`select from ledger_entry where business_id = ${businessId}`
  return rows.length
}

/** Of the accounts that were touched, in the order of the chart. */
async function changesOf(business: GivenBusiness, isOpening: boolean) {
  const balances = await balancesOf(context, business)
  const rows = await context.sql<{ debit: AccountName; credit: AccountName }[]>`
    select debit_account as debit, credit_account as credit from ledger_entry
    where business_id = ${business.businessId}
      and (${isOpening} or cause_id <> ${business.businessId})
  `
  const touched = new Set(rows.flatMap(({ debit, credit }) => [debit, credit]))
  const opening: Partial<Record<AccountName, bigint>> = isOpening
    ? {}
    : { available: 10_000_000n, adjustments: -10_000_000n }
  return Object.fromEntries(
    [...touched].map((name) => [
      name,
      (balances[name].posted - (opening[name] ?? 0n)).toLocaleString('en'),
    ]),
  )
}

/** Of the two accounts that the house has. */
async function changesOfHouse(before: Awaited<ReturnType<typeof balancesOf>>) {
  const balances = await balancesOf(context, house)
  return Object.fromEntries(
    (['bank_clearing', 'suspense'] as const).map((name) => [
      `house ${name}`,
      (balances[name].posted - before[name].posted).toLocaleString('en'),
    ]),
  )
}

function changesIn(rows: string[][]) {
  return Object.fromEntries(rows.map(([account, change]) => [account, change]))
}

/** The id of what was begun, however it is answered. */
async function verify(business: GivenBusiness, number: string, status: number): Promise<string> {
  const { keys } = business
  const body = { type: 'BVN', number }
  const answer = await api.post('/api/v1/bvn/verify', { key: keys.secretKey, body })
  assert.equal(answer.status, status, answer.text)
  return (await verificationsOf(context, business)).at(-1)!.verificationId
}

async function given(business: GivenBusiness, body = {}) {
  const payment = await givenPayment(api, business, body)
  const { body: verified } = await api.get(`/api/v1/transactions/verify/${payment.reference}`, {
    key: business.keys.secretKey,
  })
  return { ...payment, id: verified.data.id as string }
}

/** `arrives` answers the id of the deposit. */
async function givenTransfer(business: GivenBusiness, body = {}) {
  const payment = await given(business, body)
  const account_number = await askForAccount(api, payment.access_code)
  return {
    ...payment,
    arrives: async (amount: number, more = {}) => {
      const answer = await transfer(api, business, { account_number, amount, ...more })
      return parsePublicId('dep', answer.body.data.id)!
    },
  }
}

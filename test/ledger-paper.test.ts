import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { HOUSE, type Scope } from '../src/core/context.ts'
import { type AccountName, type ChartName, chart } from '../src/core/ledger/chart.ts'
import { balancesOf, listEntries, partyBalancesOf } from '../src/core/ledger/ledger.ts'
import { assertBooksTie } from './books.ts'
import { context, flows } from './ledger-flows.ts'
import { runJobs } from './payments.ts'
import { type GivenBusiness, givenBusiness } from './support.ts'

// docs/ledger.md cannot be wrong: each of its tables is compared with what is written when the flow
// above it happens.

/** The causes in the paper of which the entries are the house's. */
const HOUSE_CAUSES = [
  'suspended credit',
  'fee of the payout',
  'fee of the return',
  'duty of the return',
  'fee of the deposit',
]
const house: Scope = { businessId: HOUSE, mode: 'test' }

const paper = readFileSync('docs/ledger.md', 'utf8')
const sections = new Map(
  paper.split(/^#+ /m).map((text) => {
    const [title = '', ...lines] = text.split('\n')
    return [title, tablesIn(lines)] as const
  }),
)

for (const [title, happen] of Object.entries(flows)) {
  test(`${title}: the entries and balances are those of the paper`, async () => {
    const business = await givenBusiness(context)
    const [entries, changes] = sections.get(title) ?? []
    assert(entries && changes, `docs/ledger.md has two tables under "${title}"`)

    const before = await balancesOf(context, house)

    const causes = await happen(business)
    await runJobs(context)

    const rows = await Promise.all(
      Object.entries(causes).map(([name, id]) => entriesOf(ownerOf(name, business), name, id)),
    )
    assert.deepEqual(rows.flat(), entries)
    const isOpening = 'business' in causes
    const own = entries.filter(([cause]) => ownerOf(cause!, business) === business)
    assert.equal(await countEntries(business), own.length + (isOpening ? 0 : 1))
    const changed = await changesOf(business, isOpening)
    const ofHouse = await changesOfHouse(before, rows.flat())
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
  reasons.push('suspense', 'suspense_assigned', 'identity_fee', 'settlement', 'payout')
  reasons.push('payout_reversed', 'payout_duty', 'payout_duty_reversed', 'refund_duty')
  reasons.push('rail_fee', 'rail_return_fee', 'rail_return_duty')
  reasons.push('refund', 'refund_pending', 'share/1', 'share/2')
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
  return HOUSE_CAUSES.includes(cause) ? house : business
}

async function entriesOf(owner: Scope, cause: string, id: string): Promise<string[][]> {
  const { businessId, mode } = owner
  const rows = (await listEntries(context.sql, businessId, mode, id)).sort(
    (one, other) => Number(isEnd(one)) - Number(isEnd(other)),
  )
  const parties = await partiesOf(owner)
  const named = (account: string) =>
    owner === house ? `house ${account}` : nameOf(account, parties)
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

/**
 * Of one cause, what closes a hold, or comes after that, stands below all else: a payment may have
 * two at one moment.
 */
function isEnd({ kind, reason }: { kind: string; reason: string }): boolean {
  return kind === 'post_hold' || kind === 'void_hold' || reason.endsWith('_reversed')
}

/** The names of subaccounts by their ids. */
async function partiesOf({ businessId }: Scope): Promise<Map<string, string>> {
  const rows = await context.sql<{ id: string; name: string }[]>`
    select subaccount_id as id, business_name as name from subaccount
    where business_id = ${businessId}
  `
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** `available of A`. */
function nameOf(account: string, parties: Map<string, string>): string {
  const [kind, party] = account.split('/')
  return party === undefined ? account : `${kind} of ${parties.get(party)}`
}

/** Of the accounts that were touched. */
async function changesOf(business: GivenBusiness, isOpening: boolean) {
  const balances = await balancesOf(context, business)
  const parties = await partiesOf(business)
  const rows = await context.sql<{ debit: AccountName; credit: AccountName }[]>`
    select debit_account as debit, credit_account as credit from ledger_entry
    where business_id = ${business.businessId}
      and (${isOpening} or cause_id <> ${business.businessId})
  `
  const touched = new Set(rows.flatMap(({ debit, credit }) => [debit, credit]))
  const opening: Partial<Record<AccountName, bigint>> = isOpening
    ? {}
    : { available: 10_000_000n, adjustments: -10_000_000n }
  const changes: [string, string][] = []
  for (const name of touched) {
    const [kind, party] = name.split('/')
    const [its] = party ? await partyBalancesOf(context, business, [party]) : []
    const posted = its ? its[kind as 'available'] : balances[name as ChartName].posted
    const change = (posted - (opening[name] ?? 0n)).toLocaleString('en')
    changes.push([nameOf(name, parties), change])
  }
  return Object.fromEntries(changes)
}

/** Of the accounts of the house that these entries touch. */
async function changesOfHouse(before: Awaited<ReturnType<typeof balancesOf>>, rows: string[][]) {
  const balances = await balancesOf(context, house)
  const touched = new Set(rows.flat().filter((cell) => cell.startsWith('house ')))
  return Object.fromEntries(
    [...touched].map((account) => {
      const name = account.slice('house '.length) as ChartName
      return [account, (balances[name].posted - before[name].posted).toLocaleString('en')]
    }),
  )
}

function changesIn(rows: string[][]) {
  return Object.fromEntries(rows.map(([account, change]) => [account, change]))
}

/** The id of what was begun, however it is answered. */

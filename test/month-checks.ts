import assert from 'node:assert/strict'
import { HOUSE } from '../src/core/context.ts'
import { verifyBooks, verifyFromFirst } from '../src/operator/books.ts'
import type { Database } from '../src/platform/db.ts'
import { parsePublicId } from '../src/platform/ids.ts'
import type { Shop } from './month-fleet.ts'
import { type Accounts, isPaid, type Listed, type Month } from './month-model.ts'
import type { Stage } from './month-stories.ts'
import { sumOf, type World } from './month-world.ts'

// Checks at the end of the month: the trial balance, the model against the ledger, actual movements
// outside against both, and one event for each thing that happened.

/** Kobo posted to and held on each account, by business and name. */
export type Ledger = Map<string, Map<string, { posted: number; held: number }>>

export async function ledgerOf(sql: Database): Promise<Ledger> {
  type Row = { businessId: string; name: string; posted: bigint; held: bigint }
  const rows = await sql<Row[]>`
    select business_id, name, credits_posted - debits_posted as posted, debits_pending as held
    from ledger_account
    where mode = 'test'
  `
  const ledger: Ledger = new Map()
  for (const { businessId, name, posted, held } of rows) {
    const accounts = ledger.get(businessId) ?? new Map()
    ledger.set(businessId, accounts.set(name, { posted: Number(posted), held: Number(held) }))
  }
  return ledger
}

export async function assertBooks(sql: Database): Promise<void> {
  assert.deepEqual(await verifyBooks(sql), [])
  // Part by part, it finds no more than all at once.
  const [{ end }] = await sql<[{ end: Date }]>`
    select max(created_at) + interval '1 day' as end from ledger_entry
  `
  const log = { info() {}, warn() {}, error() {} }
  const { wrong, entries } = await verifyFromFirst({ sql, now: () => end, log })
  assert.deepEqual(wrong, [])
  assert(entries > 0n)
  const [row] = await sql<[{ sums: string[] }]>`
    select array_agg(mode || ' ' || sum) as sums from (
      select mode, sum(credits_posted - debits_posted) from ledger_account
      group by mode order by mode
    ) m
  `
  assert.deepEqual(row.sums, ['live 0', 'test 0'], 'all accounts of a mode are zero together')
}

/** Debits, credits and balance per account name over all businesses, in naira. */
export async function trialBalance(sql: Database): Promise<string[]> {
  type Row = { name: string; debits: bigint; credits: bigint; held: bigint }
  const rows = await sql<Row[]>`
    select case when business_id = ${HOUSE} then 'house ' else '' end
        || regexp_replace(name, '/.*', ' of subaccounts') as name,
      sum(debits_posted)::bigint as debits, sum(credits_posted)::bigint as credits,
      sum(debits_pending)::bigint as held
    from ledger_account
    where mode = 'test'
    group by 1
    order by 1
  `
  const total = rows.reduce(
    (all, { debits, credits, held }) => ({
      name: 'all together',
      debits: all.debits + debits,
      credits: all.credits + credits,
      held: all.held + held,
    }),
    { name: '', debits: 0n, credits: 0n, held: 0n },
  )
  const cells = [...rows, total].map(({ name, debits, credits, held }) => [
    name.padEnd(26),
    ...[debits, credits, held, credits - debits].map((kobo) => naira(kobo).padStart(22)),
  ])
  const head = [
    'account'.padEnd(26),
    ...['debits', 'credits', 'held', 'balance'].map((name) => name.padStart(22)),
  ]
  return [head, ...cells].map((row) => row.join(''))
}

function naira(kobo: bigint): string {
  const [sign, amount] = kobo < 0n ? ['-', -kobo] : ['', kobo]
  const [whole, part] = [amount / 100n, String(amount % 100n).padStart(2, '0')]
  return `${sign}${whole.toLocaleString('en')}.${part}`
}

/** Opened with the business, or before it is known whether there is anything for them. */
const MAY_BE_UNUSED = ['stamp_duty', 'debt', 'disputed']

/** Each account of the business matches the model to the kobo, and nothing is held. */
export function assertAccounts(ledger: Ledger, shop: Shop, model: Accounts): void {
  const kept = ledger.get(shop.businessId)!
  const isUnused = (name: string, sum: number) => MAY_BE_UNUSED.includes(name) && sum === 0
  const found = [...kept]
    .map(([name, { posted, held }]) => [name, Number(posted), Number(held)] as const)
    .filter(([name, posted, held]) => !isUnused(name, posted + held))
  const wanted = [...model].map(([name, amount]) => [name, amount, 0])
  assert.deepEqual(found.toSorted(), wanted.toSorted(), shop.name)
}

/** The API reports the model's balances for the wallet and each subaccount. */
export function assertBalances(shop: Shop, model: Accounts, all: Listed): void {
  const { available, pending } = all.balance
  assert.deepEqual([available, pending], [model.get('available'), model.get('pending')], shop.name)
  for (const { id: told, available: theirs, pending: waits } of all.subaccounts) {
    const id = parsePublicId('subaccount', told)
    assert.deepEqual([theirs, waits], [model.get(`available/${id}`), model.get(`pending/${id}`)])
  }
}

export function assertHouse(ledger: Ledger, { credits }: Stage): void {
  let waiting = 0
  for (const { shop, amount } of credits.values()) if (shop === null) waiting += amount
  const house = ledger.get(HOUSE)!
  assert.equal(house.get('suspense')!.posted, waiting, 'suspense is what nobody was assigned')
  assert.equal(house.get('bank_clearing')!.posted + waiting, 0)
}

/** Actual movements outside match the API key by key, and match the clearing accounts. */
export function assertWorld(world: World, ledger: Ledger, months: Month[], stage: Stage): void {
  const total = (name: keyof Month) => months.reduce((sum, month) => sum + month[name], 0)
  let waiting = 0
  for (const { shop, amount } of stage.credits.values()) if (shop === null) waiting += amount
  const came = total('paidByTransfer') + total('rejected') + total('topUps') + waiting
  assert.equal(sumOf(world.credited), came, 'what came by the bank')
  assert.equal(sumOf(world.returned), total('returned') + total('refundedByBank'), 'what went back')
  assert.equal(sumOf(world.sent), total('paidOut') + total('paidOutToParties'), 'what was sent')
  const taken = sumOf(world.approved) - sumOf(world.reversed)
  assert.equal(taken, total('paidByCard'), 'what cards paid, less what was surplus')
  assert.equal(sumOf(world.cardRefunds), total('refundedToCards'), 'what went back to cards')

  const inBooks = (name: string) =>
    [...ledger.values()].reduce((sum, accounts) => sum + (accounts.get(name)?.posted ?? 0), 0)
  const atBank = sumOf(world.credited) - sumOf(world.returned) - sumOf(world.sent)
  const atBankNow = total('lostByTransfer') - atBank
  assert.equal(inBooks('bank_clearing'), atBankNow, 'what lies at the bank')
  const atCards = sumOf(world.cardRefunds) + total('lostByCard') - taken
  assert.equal(inBooks('card_clearing'), atCards, 'and with the card rail')
}

/** Of the other types, books.ts holds that each is told once. */
const TOLD = [
  ...['success', 'failed', 'abandoned'].map((end) => `transaction.${end}`),
  ...['processed', 'failed'].map((end) => `refund.${end}`),
  ...['success', 'failed', 'reversed'].map((end) => `payout.${end}`),
  ...['transfer.received', 'bank_transfer.rejected', 'identity.verified'],
]

const uuidOf = ({ id }: { id: string }) => parsePublicId('transaction', id)

/** Everything that happened is announced exactly once, and nothing else is. */
export async function assertTold(sql: Database, shop: Shop, all: Listed): Promise<void> {
  const wanted: string[] = []
  for (const row of all.transactions) {
    if (isPaid(row)) wanted.push(`transaction.success ${row.id}`)
    if (row.status === 'failed') wanted.push(`transaction.failed ${row.id}`)
    if (row.status === 'abandoned') wanted.push(`transaction.abandoned ${row.id}`)
    if (row.channel === 'dedicated_virtual_account') wanted.push(`transfer.received ${uuidOf(row)}`)
  }
  for (const { id, status } of all.deposits) {
    if (status !== 'matched') wanted.push(`bank_transfer.rejected ${id}`)
  }
  for (const { id, status } of all.refunds) wanted.push(`refund.${status} ${id}`)
  for (const { id, status } of all.payouts) wanted.push(`payout.${status} ${id}`)
  for (const row of all.identity) {
    if (row.status === 'SUCCESS') wanted.push(`identity.verified ${row._id}`)
  }
  const rows = await sql<{ type: string; id: string }[]>`
    select type, coalesce(data ->> 'id', data ->> '_id', data ->> 'transaction_uuid') as id
    from event, lateral (select payload::json -> 'data') told (data)
    where business_id = ${shop.businessId} and type = any(${TOLD})
  `
  const told = rows.map(({ type, id }) => `${type} ${id}`)
  assert.deepEqual(told.toSorted(), wanted.toSorted(), shop.name)
}

/** Each success has exactly one receipt, and it was sent. */
export async function assertReceipts(sql: Database, shop: Shop, all: Listed): Promise<number> {
  const rows = await sql<{ transactionId: string; state: string }[]>`
    select transaction_id, state from receipt where business_id = ${shop.businessId}
  `
  const wanted = shop.receipts
    ? all.transactions.filter(isPaid).map((one) => `${uuidOf(one)} sent`)
    : []
  const found = rows.map(({ transactionId, state }) => `${transactionId} ${state}`)
  assert.deepEqual(found.toSorted(), wanted.toSorted(), shop.name)
  return wanted.length
}

/** The mails actually sent: one per receipt, and one per dispute. */
export function assertMailed({ mails }: World, wanted: number): void {
  assert.equal(mails.size, wanted, 'mails that left')
}

/**
 * Each verification reached its planned outcome; one cut short by a crash, any final one. While the
 * registry is down a request may be repeated, so its row loses its effect id.
 */
export async function assertVerified(sql: Database, stage: Stage): Promise<void> {
  const rows = await sql<{ effectId: string | null; state: string }[]>`
    select effect_id, state from identity_verification
  `
  const states = new Map(rows.map(({ effectId, state }) => [effectId, state]))
  let forgotten = 0
  for (const [effectId, { story, ends }] of stage.verifications) {
    const isForgotten = story.kind === 'identity' && ['down', 'lost'].includes(story.how)
    if (isForgotten && !story.isTroubled) forgotten += 1
    else if (!story.isTroubled) assert.equal(states.get(effectId), ends, JSON.stringify(story))
    states.delete(effectId)
  }
  const failed = rows.filter(({ effectId, state }) => effectId === null && state === 'FAILED')
  assert(failed.length >= forgotten, `${failed.length} failed, ${forgotten} at least`)
  states.delete(null)
  assert.deepEqual([...states], [], 'no verification but those that were asked for')
}

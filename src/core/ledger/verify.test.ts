import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import type { Database, Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { Scope } from '../context.ts'
import type { AccountName } from './chart.ts'
import type { EntryReason } from './ledger.sql.ts'
import { hold, post, postHold } from './ledger.ts'
import { verify, type WrongRow } from './verify.ts'

// Who can change the books, and what verification finds. Each test changes the books inside
// a database transaction and rolls it back, so that they are right after every test.

const context = useContext()
let business: Scope

// A wallet with play money, and a deposit of 700 kobo that was returned through a hold.
beforeEach(async () => {
  await context.opened
  business = await givenBusiness(context)
  const now = context.now()
  const arrived = entryOf('bank_clearing', 'unmatched', 'wallet_adjustment', 700)
  const back = {
    ...arrived,
    debit: arrived.credit,
    credit: arrived.debit,
    reason: 'unmatched_return',
  } as const
  await post(context.sql, now, [arrived])
  await hold(context.sql, now, back)
  await postHold(context.sql, now, back)
})

const MAY_NOT = '42501'
const APPEND_ONLY = '55000'

for (const table of ['ledger_entry', 'event']) {
  for (const change of [`delete from ${table}`, `truncate ${table}`]) {
    test(`the application may not ${change}`, async () => {
      await assert.rejects(context.sql.unsafe(change), { code: MAY_NOT })
    })
  }
}

test('the application cannot change an entry or an event', async () => {
  await assert.rejects(context.sql`update ledger_entry set amount = amount + 1`, { code: MAY_NOT })
  await assert.rejects(context.sql`update event set payload = ''`, { code: MAY_NOT })
})

test('the application cannot remove triggers and constraints', async () => {
  for (const change of [
    'alter table ledger_entry disable trigger all',
    'alter table ledger_account drop constraint ledger_account_not_overdrawn',
    'drop table ledger_entry',
    'set session_replication_role = replica',
  ]) {
    await assert.rejects(context.sql.unsafe(change), { code: MAY_NOT }, change)
  }
})

for (const change of [
  'update ledger_entry set amount = amount + 1',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'update ledger_entry set occurred_at = now()',
]) {
  test(`not even the owner of the database may ${change}`, async () => {
    await asOwner(context, async (sql) => {
      await assert.rejects(sql.unsafe(change), { code: APPEND_ONLY })
    })

    assert.deepEqual(await verify(context.sql), [])
  })
}

// What the owner of the database can do after removing the constraints, and what is then found.
const UNGUARDED = 'alter table ledger_entry disable trigger all'
const PAYMENT = "reason = 'wallet_adjustment' and amount = 700"
const RETURN = "reason = 'unmatched_return'"
const tampering: [name: string, change: string, found: RegExp][] = [
  [
    'the amount of an entry',
    `update ledger_entry set amount = amount + 1 where ${PAYMENT}`,
    sums(),
  ],
  [
    'the debit account of an entry',
    `update ledger_entry set debit_account = 'card_clearing' where ${PAYMENT}`,
    sums('card_clearing'),
  ],
  [
    'the credit account of an entry',
    `update ledger_entry set credit_account = 'available' where ${PAYMENT}`,
    sums('available'),
  ],
  [
    'an account that does not exist',
    `update ledger_entry set credit_account = 'pocket' where ${PAYMENT}`,
    sums('pocket'),
  ],
  ['the mode of an entry', `update ledger_entry set mode = 'live' where ${PAYMENT}`, sums('live')],
  [
    'the business of an entry',
    `update ledger_entry set business_id = gen_random_uuid() where ${PAYMENT}`,
    sums('unmatched'),
  ],
  ['a post into a hold', `update ledger_entry set kind = 'hold' where ${PAYMENT}`, sums()],
  [
    'a posted hold into a voided one',
    `update ledger_entry set kind = 'void_hold' where ${RETURN} and step = 2`,
    sums('bank_clearing'),
  ],
  [
    'the amount with which a hold was closed',
    `update ledger_entry set amount = amount - 1 where ${RETURN} and step = 2`,
    /what closes a hold is not like the hold/,
  ],
  ...['debit', 'credit'].map((side): [string, string, RegExp] => [
    `the ${side} account with which a hold was closed`,
    `update ledger_entry set ${side}_account = 'card_clearing' where ${RETURN} and step = 2`,
    /what closes a hold is not like the hold/,
  ]),
  [
    'the cause of what closed a hold',
    `update ledger_entry set cause_id = gen_random_uuid() where ${RETURN} and step = 2`,
    /what closes a hold is not like the hold/,
  ],
  [
    'the reason of what closed a hold',
    `update ledger_entry set reason = 'payment' where ${RETURN} and step = 2`,
    /what closes a hold is not like the hold/,
  ],
  ['an entry away', `delete from ledger_entry where ${PAYMENT}`, sums('unmatched')],
  [
    'the hold away that was closed',
    `delete from ledger_entry where ${RETURN} and step = 1`,
    /what closes a hold is not like the hold/,
  ],
  [
    'an entry in',
    `insert into ledger_entry
       select business_id, mode, gen_random_uuid(), reason, step, kind, debit_account,
         credit_account, amount, occurred_at, created_at
       from ledger_entry where ${PAYMENT}`,
    sums('unmatched'),
  ],
  ['an account away', "delete from ledger_account where name = 'unmatched'", sums('no account')],
  [
    'a kobo into a wallet',
    "update ledger_account set credits_posted = credits_posted + 1 where name = 'available'",
    /debits and credits of a mode differ/,
  ],
  ...['debits_pending', 'debits_posted', 'credits_pending', 'credits_posted'].map(
    (sum): [string, string, RegExp] => [
      `the sum ${sum} of an account`,
      `update ledger_account set ${sum} = ${sum} + 1 where name = 'bank_clearing'`,
      sums('bank_clearing'),
    ],
  ),
  [
    'a kobo from one account to another',
    `update ledger_account set credits_posted = credits_posted +
       case name when 'available' then -1 else 1 end
     where mode = 'test' and name in ('available', 'unmatched')`,
    sums('available'),
  ],
  [
    'the name of an account',
    "update ledger_account set name = 'pocket' where name = 'unmatched'",
    sums('pocket'),
  ],
]

for (const [name, change, found] of tampering) {
  test(`who changes ${name} is found out`, async () => {
    assert.deepEqual(await verify(context.sql), [])

    const wrong = await asOwner(context, (sql) =>
      wrongAfter(sql, (broken) => broken.unsafe(change)),
    )

    assert.match(wrong.map((row) => Object.values(row).join(' ')).join('\n'), found)
  })
}

test('a wallet overdrawn past its constraint is named, with what it lacks', async () => {
  const overdraft = entryOf('available', 'fees', 'wallet_adjustment', 10_000_001)

  const wrong = await asOwner(context, (sql) =>
    wrongAfter(sql, async (broken) => {
      await broken`alter table ledger_account drop constraint ledger_account_not_overdrawn`
      await post(broken, context.now(), [overdraft])
    }),
  )

  const where = `${business.businessId} test available`
  assert.deepEqual(wrong, [
    { what: 'an account is below zero', where, found: '-1', expected: '0 or more' },
  ])
})

test('a wallet below zero because of holds is found, and at most a hundred faults are listed', async () => {
  const spent = entryOf('available', 'fees', 'wallet_adjustment', 9_000_000)
  const held = entryOf('available', 'fees', 'wallet_adjustment', 1_000_002)
  const entries = Array.from({ length: 101 }, () =>
    entryOf('bank_clearing', 'unmatched', 'wallet_adjustment', 300),
  )

  const wrong = await asOwner(context, (sql) =>
    wrongAfter(sql, async (broken) => {
      await broken`alter table ledger_account drop constraint ledger_account_not_overdrawn`
      await post(broken, context.now(), [spent])
      await hold(broken, context.now(), held)
    }),
  )
  const many = await asOwner(context, (sql) =>
    wrongAfter(sql, async (broken) => {
      await post(broken, context.now(), entries)
      await broken`update ledger_entry set credit_account = cause_id::text where amount = 300`
    }),
  )

  const where = `${business.businessId} test available`
  assert.deepEqual(wrong, [
    { what: 'an account is below zero', where, found: '-2', expected: '0 or more' },
  ])
  assert.equal(many.length, 100)
})

test('one changed field in each of 100 entries gives 100 findings', async () => {
  const payments = Array.from({ length: 100 }, () =>
    entryOf('bank_clearing', 'unmatched', 'wallet_adjustment', 300),
  )
  await post(context.sql, context.now(), payments)
  const fields = ['amount = amount + 1', "debit_account = 'card_clearing'", "mode = 'live'"]
  const changes = [...fields, "kind = 'hold'", "credit_account = 'available'"]

  const found = await asOwner(context, async (sql) => {
    let count = 0
    for (const [i, { causeId }] of payments.entries()) {
      const change = `update ledger_entry set ${changes[i % changes.length]}`
      const wrong = await wrongAfter(sql, (broken) =>
        broken.unsafe(`${change} where cause_id = '${causeId}'`),
      )
      count += wrong.length > 0 ? 1 : 0
    }
    return count
  })

  assert.equal(found, 100)
})

/** What verification finds after a change without triggers, which is then undone. */
async function wrongAfter(
  sql: Database,
  change: (sql: Sql & Pick<Database, 'unsafe'>) => PromiseLike<unknown>,
): Promise<WrongRow[]> {
  const putBack = new Error('put it back')
  let wrong: WrongRow[] = []
  await sql
    .begin(async (inside) => {
      await inside.unsafe(UNGUARDED)
      await change(inside)
      wrong = await verify(inside)
      throw putBack
    })
    .catch((error: unknown) => assert.equal(error, putBack))
  return wrong
}

function entryOf(debit: AccountName, credit: AccountName, reason: EntryReason, amount: number) {
  const causeId = newId(context.now())
  const occurredAt = context.now()
  return { ...business, causeId, reason, debit, credit, amount: kobo(amount), occurredAt }
}

/** The finding for wrong sums of an account. */
function sums(where = ''): RegExp {
  return new RegExp(`the sums of an account are not those of its entries.*${where}`)
}

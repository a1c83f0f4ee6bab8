import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dumpSchema } from '../scripts/dump-schema.ts'
import type { Context } from '../src/core/context.ts'
import { codeOf, linesOf } from '../src/payments/transactions/history.ts'
import type { Happening } from '../src/payments/transactions/transactions.rows.ts'
import type { Database } from '../src/platform/db.ts'
import {
  type DatabaseFunction,
  listFunctions,
  numberedSet,
  readFunctions,
} from '../src/platform/functions.ts'
import { newId } from '../src/platform/ids.ts'
import { listMigrations, migrate } from '../src/platform/migrate.ts'
import { fillDue } from '../src/start/jobs.ts'
import { onNewDatabase } from './new-database.ts'
import { migrateAsReleased } from './released.ts'

// A database in use is upgraded with its rows.

/**
 * By name and number of arguments: forms of functions that only processes of the version before
 * call. A new database does not have them; a migration of the next release drops them.
 */
const KEPT_FOR_THE_VERSION_BEFORE = [
  'card_approve/29',
  'card_begin/17',
  'deposit_collect/39',
  'deposit_match/37',
  'event_emit/7',
  'ledger_entry_of/9',
  'ledger_write/10',
  'one_off_issue/8',
  'receipt_note/4',
  'refund_move/8',
  'refund_reserve/8',
  'settlement_await/6',
  'transaction_places/4',
  'transaction_settle/28',
]

test('a key that exists does after the upgrade what it did before', () =>
  onNewDatabase(async (owner) => {
    await migrateAsReleased(owner)
    const at = new Date('2026-11-20T09:00:00Z')
    const businessId = newId<'business'>(at)
    const business = { businessId, name: 'Old', email: 'ada@example.com', createdAt: at }
    await owner`insert into business ${owner(business)}`
    for (const [kind, scopes] of [
      ['secret', ['all']],
      ['public', []],
    ] as const) {
      const key = { businessId, mode: 'test', keyId: newId<'api_key'>(at), kind, createdAt: at }
      const limits = { scopes, allowedIps: [] }
      await owner`
        insert into api_key ${owner({ ...key, ...limits, hash: randomBytes(32), hint: kind })}
      `
    }
    const read = () => owner`select * from api_key order by kind`
    const before = await read()

    await migrate(owner)

    assert.equal(before.length, 2)
    assert.deepEqual(
      await read(),
      before.map((row) => ({ ...row, sealed: null, sealedCopy: null })),
    )
  }))

test('a database that was upgraded is the same as a new one, and both are db/schema.sql', () =>
  onNewDatabase(async (upgraded) => {
    await migrateAsReleased(upgraded)
    await migrate(upgraded)
    for (const { form, signature } of await listForms(upgraded)) {
      // Rows of the tables that became partitions.
      const isOfBefore = signature.includes('_before[]')
      if (isOfBefore || KEPT_FOR_THE_VERSION_BEFORE.includes(form)) {
        await upgraded.unsafe(`drop function ${signature}`)
      }
    }

    await onNewDatabase(async (owner) => {
      await migrate(owner)

      assert.equal(await dumpSchema(upgraded), await dumpSchema(owner))
      assert.equal(await dumpSchema(owner), readFileSync('db/schema.sql', 'utf8'))
    })
  }))

test('every function of the database has its text in db/functions', () =>
  onNewDatabase(async (owner) => {
    await migrate(owner)

    assert.deepEqual(
      (await listForms(owner)).map(({ name }) => name),
      listFunctions().map(({ name }) => name),
    )
  }))

test('a function whose text has changed is replaced at the next start, and no other', () =>
  onNewDatabase(async (owner) => {
    const { number, functions } = readFunctions()
    await migrate(owner, listMigrations(), { number, functions: [...functions, sample('first')] })

    const next = { number: number + 1, functions: [...functions, sample('second')] }
    const replaced = await migrate(owner, listMigrations(), next)
    const again = await migrate(owner, listMigrations(), next)

    assert.deepEqual(replaced.functions, ['sample'])
    assert.deepEqual(again.functions, [])
    assert.equal(await callSample(owner), 'second')
  }))

test('a process of the version before that starts again leaves the newer functions in place', () =>
  onNewDatabase(async (owner) => {
    const { number, functions } = readFunctions()
    await migrate(owner, listMigrations(), {
      number: number + 1,
      functions: [...functions, sample('second')],
    })

    const { functions: replaced } = await migrate(owner, listMigrations(), {
      number,
      functions: [...functions, sample('first')],
    })

    assert.equal(replaced, null)
    assert.equal(await callSample(owner), 'second')
  }))

test('the set of functions gets the next number when one has changed, and only then', () => {
  const { functions } = readFunctions()
  const first = numberedSet(functions, null)
  const second = numberedSet([...functions, sample('second')], first)

  assert.equal(JSON.parse(first).number, 1)
  assert.equal(numberedSet(functions, first), first)
  assert.equal(JSON.parse(second).number, 2)
})

test('what happened to a payment reads after the upgrade as it did before', () =>
  onNewDatabase(async (owner) => {
    await migrateAsReleased(owner)
    const lines = SENTENCES.map((message, time) => JSON.stringify({ type: 'x', message, time }))
    const [common, at] = [{ businessId: newId<'business'>(new Date()), mode: 'test' }, new Date()]
    const rows = [
      { history: lines.join(','), message: 'The customer did not pay in time.' },
      { history: '', message: '' },
      { history: '', message: null },
    ].map((told, i) => ({
      ...{ ...common, id: newId<'transaction'>(at), version: 1, reference: `r${i}` },
      ...{ status: 'abandoned', amount: 10_000n, requestedAmount: 10_000n, channels: 'card' },
      ...{ customerId: newId<'customer'>(at), email: 'ada@example.com' },
      ...{ customerName: 'Ada Example', madeWith: 'secret', createdAt: at, expiresAt: at, ...told },
    }))
    await owner`insert into transaction ${owner(rows)}`

    await migrate(owner)

    const read = () => owner<{ history: string; message: Happening | '' | null }[]>`
      select history, message from transaction order by reference
    `
    // Two sentences have new words since.
    const told = SENTENCES.map((message, time) => [reworded(message), time])
    const before = await read()
    assert.deepEqual(before[0]!.message, 'The customer did not pay in time.')
    assert.equal(codeOf(before[0]!.message as Happening), 'expired')
    assert.deepEqual(linesOf(before[0]!.history).map(asTold), told)
    const mixed = linesOf(`${before[0]!.history},opened@99`).map(asTold)
    assert.deepEqual(mixed, [...told, ['Opened the checkout', 99]])

    const context = { sql: owner, now: () => new Date() } as Context
    const handled = [await fillDue(context), await fillDue(context), await fillDue(context)]
    const after = await read()
    assert.deepEqual(handled, [3, 0, 0])
    assert.deepEqual(linesOf(after[0]!.history).map(asTold), told)
    assert(!after[0]!.history.slice(0, after[0]!.history.indexOf('note:')).includes(' '))
    assert.deepEqual(
      after.map(({ message }) => message),
      ['expired', '', null],
    )
  }))

function listForms(owner: Database) {
  return owner<{ name: string; form: string; signature: string }[]>`
    select proname as name, proname || '/' || pronargs as form, oid::regprocedure::text as signature
    from pg_proc
    where pronamespace = 'public'::regnamespace
    order by proname
  `
}

function asTold({ message, time }: { message: string; time: number }): [string, number] {
  return [message, time]
}

const SENTENCES = [
  'Opened the checkout',
  'Attempted to pay with card',
  'Card declined: insufficient funds',
  'Wrong code. Check it and try again.',
  'The card network could not be reached. Nothing was charged.',
  'Requested an account number for a transfer',
  'A transfer of ₦24,900.00 arrived, but it came too late for its account. ' +
    'It is being sent back.',
  'A transfer of ₦0.50 arrived, but this payment takes exactly ₦1,025,000.00. ' +
    'It is being sent back.',
  'The customer cancelled',
  'The server of the business initialized another payment with this reference.',
  'Successfully paid with card',
  'Successfully paid by bank transfer',
  'Successfully paid by transfer to a dedicated account. The split was not applied: its shares ' +
    'do not fit what was paid.',
  'Refunded in full',
  'Something that no version says: 100 %, at once @ 12',
]

function sample(answer: string): DatabaseFunction {
  const text = `create or replace function sample() returns text return '${answer}'`
  return { name: 'sample', text, hash: answer }
}

async function callSample(sql: Database): Promise<string | undefined> {
  const [row] = await sql<{ answer: string }[]>`select sample() as answer`
  return row?.answer
}

function reworded(message: string): string {
  return message
    .replace('arrived, but it came too late for its account', 'arrived too late')
    .replace('takes exactly', 'needs exactly')
    .replace('is being sent back', 'is being returned')
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, useContext } from '../../test/support.ts'
import { rowsOf, type Sql, sqlState } from './db.ts'

// Rows as one parameter of a statement: `rowsOf`.

const context = useContext()

const ENTRY = {
  reason: 'payment',
  debitAccount: 'bank_clearing',
  creditAccount: 'pending',
  amount: 9_223_372_036_854_775_807n,
  step: 2,
  occurredAt: new Date('2026-11-28T10:00:00.123Z'),
}

test('an amount comes to the database to the kobo, also where a JSON number would lose digits', async () => {
  const amounts = [1n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n]

  const rows = await entries(amounts.map((amount) => ({ amount })))

  assert.deepEqual(
    rows.map(({ amount }) => amount),
    amounts,
  )
})

test('a value goes to the column of its name, whatever the order of the members', async () => {
  const swapped = Object.fromEntries(Object.entries(ENTRY).toReversed())

  const rows = await entries([ENTRY, swapped])

  const wanted = { businessId: null, mode: null, causeId: null, kind: null, createdAt: null }
  for (const row of rows) assert.deepEqual({ ...row }, { ...wanted, ...ENTRY })
})

test('a text is the same text in its column, and what is no text fails alone', async () => {
  const texts = ['', 'null', '"', '\\', '\\u0041', '\n', "'; drop", '{"a":[1]}', '₦ñ😀', '\u2028']

  const rows = await entries(texts.map((reason) => ({ reason })))

  assert.deepEqual(
    rows.map(({ reason }) => reason),
    texts,
  )
  for (const reason of ['\0', '\ud800', undefined, {}, Buffer.from('x')]) {
    // Class 22: the batch is sent again without it.
    await assert.rejects(
      async () => entries([{ reason }]),
      (error) => /^22/.test(sqlState(error) ?? ''),
      String(reason),
    )
  }
})

test('a statement that was prepared goes on when its table has got a column', async () => {
  await asOwner(context, async (owner) => {
    const ask = () => owner`
      select r.reason from unnest(array(select e from ${rowsOf(owner, 'grown', [ENTRY])} e)) r
    `
    await owner`create table grown (reason text, amount bigint)`
    const before = await ask()
    await owner`alter table grown add column more text not null default 'x'`

    const after = await ask()

    assert.deepEqual([before[0]!['reason'], after[0]!['reason']], ['payment', 'payment'])
    await owner`drop table grown`
  })
})

function entries(rows: object[], sql: Sql = context.hot) {
  return sql<Record<string, unknown>[]>`select * from ${rowsOf(sql, 'ledger_entry', rows)}`
}

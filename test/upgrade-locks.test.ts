import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { NO_FUNCTIONS } from '../src/platform/functions.ts'
import { listMigrations, type Migration, MigrationError, migrate } from '../src/platform/migrate.ts'
import {
  isWithoutTransaction,
  statementsOf,
  whoWaits,
} from '../src/platform/migration-statements.ts'
import { assertMayServe, SchemaError, watchLevel } from '../src/platform/schema-level.ts'
import { onNewDatabase } from './new-database.ts'
import { SERVER, until } from './support.ts'

// Migrations run while others serve: no statement may keep them waiting, and the runner gives way.

/** After the baseline, which only new databases run. */
const RULES_FROM = 60

type Rule = {
  name: string
  /** `all`: of the migration. */
  forbids: (statement: string, all: string[]) => boolean
  bad: string
  good: string
}

const isNew = (table: string | undefined, all: string[]) =>
  all.some((one) => new RegExp(`^create (temp )?table (if not exists )?${table}\\b`, 'i').test(one))
const alters = (statement: string) => /^alter table (?:only )?(\w+)/i.exec(statement)?.[1]
/** Of a table that was there before. */
const changing = (part: RegExp) => (statement: string, all: string[]) => {
  const table = alters(statement)
  return table !== undefined && part.test(statement) && !isNew(table, all)
}

const RULES: Rule[] = [
  {
    name: 'an index is built concurrently, if it is not there',
    forbids: (statement, all) =>
      /^create (unique )?index (?!concurrently if not exists)/i.test(statement) &&
      !isNew(/\bon (?:only )?(\w+)/i.exec(statement)?.[1], all),
    bad: 'create index payout_by_day on payout (at)',
    good: '-- no transaction\ncreate index concurrently if not exists payout_by_day on payout (at)',
  },
  {
    name: 'an index is dropped concurrently',
    forbids: (statement) => /^drop index (?!concurrently if exists)/i.test(statement),
    bad: 'drop index payout_by_day',
    good: '-- no transaction\ndrop index concurrently if exists payout_by_day',
  },
  {
    name: 'what runs concurrently is in a migration without transaction, and nothing else is',
    forbids: (statement, all) =>
      all[0] === '-- no transaction' &&
      !/^(create (unique )?|drop )index concurrently|^alter table \w+\s+validate/i.test(statement),
    bad: '-- no transaction\nalter table payout add column day date',
    good: '-- no transaction\nalter table payout validate constraint payout_has_a_day',
  },
  {
    name: 'what runs concurrently is in a migration without transaction',
    forbids: (statement, all) => /concurrently/i.test(statement) && all[0] !== '-- no transaction',
    bad: 'create index concurrently if not exists payout_by_day on payout (at)',
    good: '-- no transaction\ncreate index concurrently if not exists payout_by_day on payout (at)',
  },
  {
    name: 'a constraint is added not valid, and validated in a migration without transaction',
    forbids: changing(/\badd (constraint \w+ )?(check|foreign key)(?![\s\S]*\bnot valid$)/i),
    bad: 'alter table payout add constraint payout_has_a_day check (day is not null)',
    good: 'alter table payout add constraint payout_has_a_day check (day is not null) not valid',
  },
  {
    name: 'a key is added using an index that is there',
    forbids: changing(/\badd (constraint \w+ )?(primary key|unique|exclude)(?! using index)/i),
    bad: 'alter table payout add constraint payout_once unique (reference)',
    good: 'alter table payout add constraint payout_once unique using index payout_by_reference',
  },
  {
    name: 'a constraint is validated without a transaction',
    forbids: (statement, all) =>
      /validate constraint/i.test(statement) && all[0] !== '-- no transaction',
    bad: 'alter table payout validate constraint payout_has_a_day',
    good: '-- no transaction\nalter table payout validate constraint payout_has_a_day',
  },
  {
    name: 'the type of a column stays',
    forbids: changing(/\balter (column )?\w+ (set data )?type\b/i),
    bad: 'alter table payout alter column amount type numeric',
    good: 'alter table payout add column amount_exact numeric',
  },
  {
    name: 'a column is declared not null after a valid check has proved it',
    forbids: (statement, all) =>
      changing(/\bset not null\b/i)(statement, all) &&
      !/\bdrop constraint (if exists )?\w+_is_there\b/i.test(statement),
    bad: 'alter table payout alter column day set not null',
    good: 'alter table payout alter column day set not null, drop constraint payout_day_is_there',
  },
  {
    name: 'a new column has no default that is worked out for each row',
    forbids: changing(/\badd column\b[^,]*\b(default [^,]*\(|generated|references|unique)/i),
    bad: 'alter table payout add column token uuid default gen_random_uuid()',
    good: `alter table payout add column rail text not null default 'sandbox'`,
  },
  {
    name: 'rows are changed by a backfill',
    forbids: (statement, all) => {
      const [, table] = /^(?:update|delete from) (?:only )?(\w+)/i.exec(statement) ?? []
      const isOwn = table === 'schema_level' || table === 'database_function'
      return table !== undefined && !isOwn && !isNew(table, all)
    },
    bad: `update payout set rail = 'sandbox'`,
    good: `insert into backfill (name) values ('rails of payouts')`,
  },
  {
    name: 'rows are not copied from a table that was there before',
    forbids: (statement) =>
      /^(insert into|create table)[\s\S]*\bselect\b[\s\S]*\bfrom\b/i.test(statement),
    bad: 'insert into payout_day select distinct day from payout',
    good: `insert into payout_day values ('2026-11-24')`,
  },
  {
    name: 'nothing is renamed: the version before calls it by its name',
    forbids: (statement) => /^alter \w+ [\s\S]*\brename\b/i.test(statement),
    bad: 'alter table payout rename column day to paid_on',
    good: 'alter table payout add column paid_on date',
  },
  {
    name: 'a table is not rewritten or locked as a whole',
    forbids: (statement) =>
      /^(vacuum full|cluster|lock|truncate|reindex(?!.*concurrently))/i.test(statement),
    bad: 'lock table payout',
    good: 'create table payout_day (day date primary key)',
  },
]

/** The marker stands first, where it is there. */
function partsOf(text: string): string[] {
  const mark = isWithoutTransaction(text) ? ['-- no transaction'] : []
  return [...mark, ...statementsOf(text)]
}

function broken(text: string, rules = RULES): string[] {
  const parts = partsOf(text)
  const statements = parts.filter((part) => !part.startsWith('--'))
  return statements.flatMap((statement) =>
    rules.filter(({ forbids }) => forbids(statement, parts)).map(({ name }) => name),
  )
}

test('no migration keeps those waiting who serve', () => {
  const wrong = listMigrations()
    .filter(({ number }) => number >= RULES_FROM)
    .flatMap(({ name, text }) => broken(text).map((rule) => `${name}: ${rule}`))

  assert.deepEqual(wrong, [])
})

test('each rule for migrations refuses what it forbids, and what it asks for is well', () => {
  for (const rule of RULES) {
    assert.deepEqual(broken(rule.bad, [rule]), [rule.name], rule.bad)
    assert.deepEqual(broken(rule.good), [], rule.good)
  }
})

test('a migration is told in its statements, each with who waits for it', () => {
  const text = `-- Of days; and more.
    create index i on a (b); update a set b = ';' || $$;--$$ where b = '--';
    alter table a add column c text; insert into backfill values ('c')`

  assert.deepEqual(
    statementsOf(text).map((one) => [one.slice(0, 12), whoWaits(one)]),
    [
      ['create index', 'blocks writes to the table'],
      ['update a set', 'blocks writes to the same rows'],
      ['alter table ', 'blocks reads and writes of the table'],
      ['insert into ', 'blocks nothing'],
    ],
  )
  assert.equal(statementsOf(text)[1], `update a set b = ';' || $$;--$$ where b = '--'`)
})

test('a migration whose table is in use lets others pass, and runs when it is free', () =>
  onNewDatabase(async (owner, database) => {
    await migrate(owner, [step(1, 'create table held (a integer)')], NO_FUNCTIONS)
    const steps = [step(1, 'create table held (a integer)'), step(2, 'alter table held add b text')]
    const other = connectAsOwner({ ...SERVER, database })
    const heard: string[] = []

    const held = Promise.withResolvers<void>()
    const holding = other.begin(async (own) => {
      await own`select * from held`
      const running = migrate(owner, steps, NO_FUNCTIONS, { tell: (line) => heard.push(line) })
      await until('it has given up once', async () => heard.length > 0)
      // Nobody waits behind it now.
      await other`select * from held`
      held.resolve()
      return { running }
    })
    await held.promise
    const { running } = await holding

    assert.deepEqual((await running).migrations, ['0002_step.sql'])
    assert.match(heard.join(), /0002_step\.sql: waiting for a lock on a table/)
    await other.end()
  }))

test('a migration that never gets its table says so, and those before it stay', () =>
  onNewDatabase(async (owner, database) => {
    const steps = [step(1, 'create table held (a integer)'), step(2, 'alter table held add b text')]
    await migrate(owner, steps.slice(0, 1), NO_FUNCTIONS)
    const other = connectAsOwner({ ...SERVER, database })

    await other.begin(async (own) => {
      await own`select * from held`
      const failed = migrate(owner, steps, NO_FUNCTIONS, { triesMax: 1 })
      await assert.rejects(failed, (error: Error) => {
        assert(error instanceof MigrationError)
        return /0002_step\.sql: another session holds a lock/.test(error.message)
      })
    })

    assert.deepEqual((await migrate(owner, steps, NO_FUNCTIONS)).migrations, ['0002_step.sql'])
    await other.end()
  }))

test('an index that a crash left half built is built anew', () =>
  onNewDatabase(async (owner) => {
    const table = step(1, 'create table built (a integer); insert into built values (1), (1)')
    const text = '-- no transaction\ncreate unique index concurrently if not exists i on built (a);'
    await migrate(owner, [table], NO_FUNCTIONS)
    await assert.rejects(migrate(owner, [table, step(2, text)], NO_FUNCTIONS), /could not create/)
    assert.deepEqual(await validity(owner), [false])

    await owner`delete from built`
    const { migrations } = await migrate(owner, [table, step(2, text)], NO_FUNCTIONS)

    assert.deepEqual(migrations, ['0002_step.sql'])
    assert.deepEqual(await validity(owner), [true])
  }))

test('a database from before the baseline is refused, with the commit to run first', () =>
  onNewDatabase(async (owner) => {
    await migrate(owner, [step(1, 'create table t1 (a integer)')], NO_FUNCTIONS)
    const baseline = step(2, 'create table t1 (a integer); create table t2 (a integer)')

    await assert.rejects(migrate(owner, [baseline], NO_FUNCTIONS), (error: Error) => {
      assert(error instanceof MigrationError)
      assert.match(error.message, /^This database is at migration 1, and this version needs 2 or/)
      return /first run `git checkout [0-9a-f]{8} && npm ci && npm run migrate`/.test(error.message)
    })
    const [made] = await owner`select to_regclass('t2') as name`
    assert.equal(made!['name'], null)
  }))

test('a database that has run what the baseline replaces goes on after it', () =>
  onNewDatabase(async (owner) => {
    const [first, second, third] = [1, 2, 3].map((n) => step(n, `create table t${n} (a integer)`))
    await migrate(owner, [first!, second!], NO_FUNCTIONS)
    const text = 'create table t1 (a integer); create table t2 (a integer)'
    const baseline = { ...step(2, text), formerHashes: [second!.hash] }

    const { migrations } = await migrate(owner, [baseline, third!], NO_FUNCTIONS)

    assert.deepEqual(migrations, ['0003_step.sql'])
    const altered = migrate(owner, [step(2, text), third!], NO_FUNCTIONS)
    await assert.rejects(altered, /0002_step\.sql was changed after it was run/)
  }))

test('a version below the minimum may not serve the database, and learns it as it does', () =>
  onNewDatabase(async (owner) => {
    const steps = [1, 2, 3].map((n) => step(n, `create table t${n} (a integer)`))
    await migrate(owner, steps.slice(0, 2), NO_FUNCTIONS)
    await assert.rejects(assertMayServe(owner, 3), /is at migration 2, and this Cowrie needs 3/)
    await assertMayServe(owner, 2)
    const told = Promise.withResolvers<SchemaError>()
    const end = watchLevel(owner, 2, told.resolve)

    await migrate(owner, steps, NO_FUNCTIONS)
    // One migration further, the version before may still start, and leaves all as it is.
    assert.deepEqual((await migrate(owner, steps.slice(0, 2), NO_FUNCTIONS)).migrations, [])
    await owner`update schema_level set minimum = 3`

    assert.match((await told.promise).message, /with migration 3 or later; this one has 2/)
    await assert.rejects(migrate(owner, steps.slice(0, 2), NO_FUNCTIONS), SchemaError)
    end()
  }))

function step(number: number, text: string): Migration {
  return { number, name: `000${number}_step.sql`, text, hash: text, formerHashes: [] }
}

async function validity(owner: Database): Promise<boolean[]> {
  const rows = await owner<{ isValid: boolean }[]>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass('i')
  `
  return rows.map(({ isValid }) => isValid)
}

import { connectAsOwner } from '../src/platform/db.ts'
import { POSTGRES_CONNECTIONS } from './measure.ts'
import type { PostgresAddress } from './service.ts'

// TPC-B as pgbench has it, by which PostgreSQL is measured everywhere: three balances, of which one
// is read again, and a row of history, in one database transaction of seven statements, each
// prepared. The tables are pgbench's own, so that pgbench itself can be asked beside it.

/** As pgbench asks for: no fewer branches than connections, which else wait for each other. */
const BRANCHES = POSTGRES_CONNECTIONS
const TELLERS = 10 * BRANCHES
const ACCOUNTS = 100_000 * BRANCHES

/** Statements with the number as $1, and how many rows each returns. */
export async function makeTpcb(
  address: PostgresAddress,
): Promise<{ statements: string[]; rows: number[] }> {
  const sql = connectAsOwner(address)
  try {
    await sql.unsafe(`
      create table pgbench_branches (bid int not null, bbalance int, filler char(88))
        with (fillfactor = 100);
      create table pgbench_tellers (tid int not null, bid int, tbalance int, filler char(84))
        with (fillfactor = 100);
      create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84))
        with (fillfactor = 100);
      create table pgbench_history (
        tid int, bid int, aid int, delta int, mtime timestamp, filler char(22)
      );
      insert into pgbench_branches
        select i, 0, '' from generate_series(1, ${BRANCHES}) i;
      insert into pgbench_tellers
        select i, (i - 1) / 10 + 1, 0, '' from generate_series(1, ${TELLERS}) i;
      insert into pgbench_accounts
        select i, (i - 1) / 100000 + 1, 0, '' from generate_series(1, ${ACCOUNTS}) i;
      alter table pgbench_branches add primary key (bid);
      alter table pgbench_tellers add primary key (tid);
      alter table pgbench_accounts add primary key (aid);
    `)
    await sql.unsafe('vacuum (analyze) pgbench_branches, pgbench_tellers, pgbench_accounts')
  } finally {
    await sql.end()
  }
  // Primes, so that the three are chosen independently by one number that is itself random.
  const account = `(1 + $1::text::bigint * 7919 % ${ACCOUNTS})::int`
  const teller = `(1 + $1::text::bigint / 7 % ${TELLERS})::int`
  const branch = `(1 + $1::text::bigint / 11 % ${BRANCHES})::int`
  const delta = `($1::text::bigint % 10001 - 5000)::int`
  const statements = [
    'begin',
    `update pgbench_accounts set abalance = abalance + ${delta} where aid = ${account}`,
    `select abalance from pgbench_accounts where aid = ${account}`,
    `update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${teller}`,
    `update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${branch}`,
    `insert into pgbench_history (tid, bid, aid, delta, mtime)
      values (${teller}, ${branch}, ${account}, ${delta}, current_timestamp)`,
    'end',
  ]
  return { statements, rows: [0, 0, 1, 0, 0, 0, 0] }
}

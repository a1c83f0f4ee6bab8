import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import type { Page } from '../lib/paging.ts'
import type { Deposit, DepositId, DepositState } from './deposits.ts'

/** False when this credit was notified before. */
export async function claimSession(sql: Sql, deposit: Deposit): Promise<boolean> {
  const { mode, rail, sessionId, businessId, depositId } = deposit
  const [row] = await sql`
    insert into deposit_session ${sql({ mode, rail, sessionId, businessId, depositId })}
    on conflict do nothing
    returning deposit_id
  `
  return row !== undefined
}

/** By what the rail calls it, past all businesses. */
export async function findDeposit(
  sql: Sql,
  { mode, rail, sessionId }: Deposit,
): Promise<Deposit | null> {
  const [row] = await sql<Deposit[]>`
    select d.*
    from deposit_session s
    join deposit d
      on d.business_id = s.business_id and d.mode = s.mode and d.deposit_id = s.deposit_id
    where s.mode = ${mode} and s.rail = ${rail} and s.session_id = ${sessionId}
  `
  return row ?? null
}

export async function insertDeposit(sql: Sql, deposit: Deposit): Promise<void> {
  const nextReturnAt = deposit.state === 'unmatched' ? deposit.createdAt : null
  await sql`insert into deposit ${sql({ ...deposit, nextReturnAt })}`
}

/** One more than the page holds. Newest first. */
export async function listDeposits(
  sql: Sql,
  { businessId, mode }: Scope,
  state: DepositState | null,
  page: Page,
): Promise<Deposit[]> {
  return sql<Deposit[]>`
    select * from deposit
    where business_id = ${businessId} and mode = ${mode}
      ${state === null ? sql`` : sql`and state = ${state}`}
      ${page.below === null ? sql`` : sql`and deposit_id < ${page.below}`}
    order by business_id desc, mode desc, deposit_id desc
    limit ${page.perPage + 1} offset ${page.offset}
  `
}

export async function countDeposits(
  sql: Sql,
  { businessId, mode }: Scope,
  state: DepositState | null,
): Promise<number> {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from deposit
    where business_id = ${businessId} and mode = ${mode}
      ${state === null ? sql`` : sql`and state = ${state}`}
  `
  return row.total
}

/** Takes what is due, for so long that nobody else does meanwhile. */
export async function claimReturns(sql: Sql, now: Date, until: Date, max: number) {
  return sql<Deposit[]>`
    with due as (
      select business_id, mode, deposit_id
      from deposit
      where next_return_at <= ${now}
      order by next_return_at
      limit ${max}
      for update skip locked
    )
    update deposit d
    set next_return_at = ${until}
    from due
    where d.business_id = due.business_id and d.mode = due.mode
      and d.deposit_id = due.deposit_id
    returning d.*
  `
}

type Key = Scope & { depositId: DepositId }

/** False when it stood elsewhere already. */
export async function moveReturn(
  sql: Sql,
  { businessId, mode, depositId }: Key,
  from: DepositState,
  to: Partial<Deposit> & { state: DepositState; nextReturnAt: Date | null },
): Promise<boolean> {
  const [row] = await sql`
    update deposit set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and deposit_id = ${depositId}
      and state = ${from}
    returning deposit_id
  `
  return row !== undefined
}

import { MINUTE, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { type Claim, isConfigured, type MadeBy } from '../../providers/made-by.ts'
import type { Rails } from '../../providers/rails.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import type { OneOffAccount } from './virtual-accounts.rows.ts'

/** After the number was shown, and between enquiries that a customer's page causes. */
const APART_MS = 40 * SECOND
/** The older the account, the rarer: at most four times for each doubling of its age. */
const APART_SHARE = 4
/** Of the enquiries that need no page. */
export const FIRST_AFTER_MS = 3 * MINUTE

/** Without the bank, which is in three columns. */
export type DueEnquiry = Omit<OneOffAccount, 'bank'>

/** Leases what is due, of providers that are configured. */
export async function claimEnquiries(
  sql: Sql,
  rails: Rails,
  { now, until, max }: Claim,
): Promise<DueEnquiry[]> {
  return sql<DueEnquiry[]>`
    with due as (
      select business_id, mode, virtual_account_id
      from virtual_account
      where enquire_at <= ${now} and ${isConfigured(sql, rails, 'one_off_accounts')}
      order by enquire_at
      limit ${max}
      for update skip locked
    )
    update virtual_account a
    set enquire_at = ${until}, enquired_at = ${now}
    from due
    where a.business_id = due.business_id and a.mode = due.mode
      and a.virtual_account_id = due.virtual_account_id
    returning a.*
  `
}

export async function setNextEnquiry(
  sql: Sql,
  { businessId, mode, virtualAccountId }: DueEnquiry,
  enquireAt: Date | null,
): Promise<void> {
  await sql`
    update virtual_account set enquire_at = ${enquireAt}
    where business_id = ${businessId} and mode = ${mode}
      and virtual_account_id = ${virtualAccountId}
  `
}

/** By the key of the provider alone, past all businesses. */
export async function setEnquiryDue(
  sql: Sql,
  { mode, rail }: MadeBy,
  virtualAccountId: string,
  now: Date,
): Promise<void> {
  await sql`
    with named as (
      select business_id, mode, virtual_account_id
      from virtual_account
      where virtual_account_id = ${virtualAccountId} and mode = ${mode} and rail = ${rail}
        and enquire_at is not null
    )
    update virtual_account a
    set enquire_at = least(a.enquire_at, ${now})
    from named
    where a.business_id = named.business_id and a.mode = named.mode
      and a.virtual_account_id = named.virtual_account_id and a.enquire_at is not null
  `
}

/** Makes the enquiry about the account of this payment due, unless there was one recently. */
export async function bringForward(
  sql: Sql,
  { businessId, mode, id }: TransactionKey,
  now: Date,
): Promise<void> {
  const seconds = APART_MS / SECOND
  await sql`
    update virtual_account
    set enquire_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and transaction_id = ${id}
      and enquire_at > ${now} and assigned_at is not null
      and coalesce(enquired_at, assigned_at) + greatest(
        make_interval(secs => ${seconds}),
        (${now}::timestamptz - assigned_at) / ${APART_SHARE}::int
      ) <= ${now}
  `
}

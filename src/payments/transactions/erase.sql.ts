import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Transaction, TransactionId } from './transactions.rows.ts'

// The payments of one customer, for a request of that person.

/** In the stored JSON of a transfer: a string, whatever is escaped in it. */
const SENDER_TEXTS = '"(sender_name|narration)":"([^"\\\\]|\\\\.)*"'

/** Oldest first. */
export async function listOfCustomer(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  { after, max }: { after: TransactionId | null; max: number },
): Promise<Transaction[]> {
  return sql<Transaction[]>`
    select * from transaction
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
      and created_at > '-infinity' ${after === null ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${max}
  `
}

/** Who paid, from where, and what the business noted. Amounts, references and cards stay. */
export async function erasePayer(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  ids: TransactionId[],
  email: string,
): Promise<void> {
  await sql`
    update transaction
    set email = ${email}, customer_name = '', customer_last_name = null, phone = null,
      metadata = null, ip_address = null, updated_at = ${now},
      authorization_details = regexp_replace(
        authorization_details, ${SENDER_TEXTS}, ${'"\\1":""'}, 'g'
      )
    where business_id = ${businessId} and mode = ${mode} and id = any(${ids}::uuid[])
  `
}

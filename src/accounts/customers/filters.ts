import { Type } from 'typebox'
import type { Scope } from '../../core/context.ts'
import type { Condition, Filter, Filters } from '../../core/filters.ts'
import { PublicId } from '../../core/wire.ts'
import type { Query, Sql } from '../../platform/db.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { foldEmail } from './customers.ts'

// `customer` and `email`, of lists whose records are about a customer.

export const NAME_OF_CUSTOMER = 'an id (cus_…), a code (CUS_…) or an email address'

/** What a record is about: a condition on the id of the customer. */
type OfCustomer = (sql: Sql, id: Query<unknown>, at: Scope) => Query<unknown>

/** `records`: what the list has, for the document. */
export function byCustomer(records: string, ofCustomer: OfCustomer): Filters {
  const ofId =
    (id: string): Condition =>
    (sql, at) =>
      ofCustomer(sql, sql`${id}::uuid`, at)
  const ofEmail = (email: string): Condition => {
    const folded = foldEmail(email)
    return (sql, at) => ofCustomer(sql, idOf(sql, at, folded), at)
  }
  const customer: Filter = {
    schema: Type.Optional(
      PublicId('customer', `${records} of this customer: an id, a code or an email address.`),
    ),
    read(text) {
      if (!namesCustomer(text)) return null
      const id = parsePublicId('customer', text)
      return id === null ? ofEmail(text) : ofId(id)
    },
    wants: `must be ${NAME_OF_CUSTOMER}`,
  }
  const email: Filter = {
    schema: Type.Optional(
      Type.String({
        format: 'email',
        description: `${records} of the customer with this email address, in any letter case.`,
      }),
    ),
    read: ofEmail,
  }
  return { customer, email }
}

export function namesCustomer(text: string): boolean {
  return parsePublicId('customer', text) !== null || text.includes('@')
}

/** Null if there is no such customer. */
function idOf(sql: Sql, { businessId, mode }: Scope, folded: string) {
  // PostgreSQL does not store U+0000.
  if (folded.includes('\0')) return sql`null::uuid`
  return sql`(
    select customer_id from customer
    where business_id = ${businessId} and mode = ${mode} and email_folded = ${folded}
  )`
}

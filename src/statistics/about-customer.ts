import type { Context, Scope } from '../context.ts'
import type { CustomerId } from '../customers/customers.ts'
import { tallyCustomer } from '../transactions/transactions.ts'
import { dedicatedOf, shownDedicated } from '../virtual-accounts/dedicated.ts'

// What payments and account numbers say of one customer: for the routes of customers, which stand
// below both.

export async function aboutCustomer(context: Context, scope: Scope, customerId: CustomerId) {
  const [tally, account] = await Promise.all([
    tallyCustomer(context.sql, scope, customerId),
    dedicatedOf(context, scope, customerId),
  ])
  return { ...tally, dedicated: account === null ? null : shownDedicated(account) }
}

import assert from 'node:assert/strict'
import type { Context, Scope } from '../../core/context.ts'
import type { OnlyIf } from '../../core/etags.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { type MetadataChange, shownMetadata } from '../../core/metadata.ts'
import { toWire } from '../../core/wire.ts'
import { batched } from '../../platform/batch.ts'
import type { Database, Sql } from '../../platform/db.ts'
import { findNamed, newId, parsePublicId, publicCode, publicId } from '../../platform/ids.ts'
import { foldName } from '../../platform/names.ts'
import { COUNTED_MAX, cutPage, type Listed, type Page } from '../../platform/paging.ts'
import { refuse } from '../../platform/refusal.ts'
import { ageOf, bumpSettingsVersion, forgetCached } from '../businesses/businesses.ts'
import {
  type Customer,
  type CustomerChange,
  type CustomerId,
  type CustomersSought,
  countCustomers,
  findCustomer,
  findIdByEmail,
  findOrInsertMany,
  listCustomers,
  listFewCustomers,
  lockCustomer,
  type Names,
  type NewCustomer,
  updateCustomer,
} from './customers.sql.ts'

export { eraseContact, findCustomer, setNames } from './customers.sql.ts'

// A customer pays a business: one for each email address, in any letter case, in each mode. The
// first payment creates it, with its names. Only the business changes the names: text that a payer
// typed into a public link must not become the name of a bank account.

const KNOWN_MAX = 50_000
const TRIES_MAX = 5

type Finder = {
  /** The address of a customer changes only if it is erased. */
  known: Map<string, CustomerId>
  /** Of the settings' cache, which an erasure drops in all processes. */
  age: number
  findOrCreate: (customer: NewCustomer) => Promise<CustomerId>
}
const finders = new WeakMap<Database, Finder>()

/** Refuses an unknown customer, and one that `only` refuses. */
export async function changeCustomer(
  context: Context,
  scope: Scope,
  text: string,
  { metadata, ...names }: Partial<Names> & { metadata?: MetadataChange | undefined },
  only: OnlyIf,
): Promise<Customer> {
  const { customerId } = await customerNamed(context, scope, text)
  return changed(context, scope, customerId, (before) => {
    only(before)
    return { ...names, ...(metadata && { metadata: metadata(before.metadata) }) }
  })
}

async function changed(
  context: Context,
  scope: Scope,
  customerId: CustomerId,
  decide: (before: Customer) => CustomerChange,
): Promise<Customer> {
  const now = context.now()
  const customer = await context.sql.begin(async (sql) => {
    const before = (await lockCustomer(sql, scope, customerId)) ?? refuse('customer_not_found')
    const change = decide(before)
    const { metadata: _, ...names } = change
    if (Object.keys(change).length === 0) return before
    const after = await updateCustomer(sql, before, { ...change, updatedAt: now })
    // Clears the caches of all processes: they remember accounts with the names of their customers.
    if (Object.keys(names).length > 0) await bumpSettingsVersion(sql)
    const data = JSON.stringify(toWireCustomer(after))
    await emit(sql, [newEvent(scope, 'customer.updated', data, now)])
    return after
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return customer
}

/** As the API and the events show it. */
export function toWireCustomer(row: Customer) {
  const { businessId: _, mode: domain, customerId, metadata, version: __, ...customer } = row
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  const id = publicId('customer', customerId)
  return {
    ...toWire({ ...customer, id, domain, name }),
    customer_code: publicCode('customer', customerId),
    metadata: shownMetadata(metadata),
  }
}

type CustomerInput = Names & {
  email: string
  metadata?: string | null
  /** The id of a new one. */
  customerId?: CustomerId
  /** Whether an event tells of a new one. None tells of those that a payment creates. */
  isTold?: boolean
}

/** An existing customer stays as it is. */
export async function findOrCreateCustomer(
  context: Context,
  scope: Scope,
  { email, firstName, lastName, phone, metadata = null, isTold, ...wanted }: CustomerInput,
): Promise<CustomerId> {
  const { known, findOrCreate } = finderOf(context)
  const emailFolded = foldEmail(email)
  const key = `${scope.businessId} ${scope.mode} ${emailFolded}`
  const id = known.get(key)
  if (id !== undefined) return id

  const now = context.now()
  const { businessId, mode } = scope
  const { customerId = newId<'customer'>(now) } = wanted
  const fields = { email, emailFolded, firstName, lastName, phone, metadata }
  const customer = { businessId, mode, customerId, ...fields, createdAt: now }
  const told = isTold ? await findOrCreateTold(context, customer) : null
  const found = told ?? (await findOrCreate(customer))
  if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value ?? key)
  known.set(key, found)
  return found
}

/** Null if a concurrent transaction inserts the row. */
async function findOrCreateTold(
  context: Context,
  customer: NewCustomer,
): Promise<CustomerId | null> {
  const { businessId, mode, customerId, createdAt } = customer
  const found = await context.sql.begin(async (sql) => {
    // An earlier try of the same request may have made it.
    const isThere = (await findCustomer(sql, customer, customerId)) !== null
    const [id = null] = await findOrInsertMany(sql, [customer])
    if (isThere || id !== customerId) return id
    const made = await findCustomer(sql, customer, id)
    assert(made, 'a customer that was inserted must exist')
    const data = JSON.stringify(toWireCustomer(made))
    await emit(sql, [newEvent({ businessId, mode }, 'customer.created', data, createdAt)])
    return id
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return found
}

export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

/** The first word and the rest. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

export async function findCustomerId(
  context: Context,
  scope: Scope,
  email: string,
): Promise<CustomerId | null> {
  return findIdByEmail(context.sql, scope, foldEmail(email))
}

/** By id, code or email address. */
export function findCustomerNamed(
  context: Context,
  scope: Scope,
  text: string,
): Promise<Customer | null> {
  const byId = (id: CustomerId) => findCustomer(context.sql, scope, id)
  return findNamed('customer', text, byId, async (email) => {
    const id = await findCustomerId(context, scope, email)
    return id && byId(id)
  })
}

/** Refuses an unknown one and another business's alike. */
export async function customerNamed(
  context: Context,
  scope: Scope,
  text: string,
): Promise<Customer> {
  return (await findCustomerNamed(context, scope, text)) ?? refuse('customer_not_found')
}

export async function pageOfCustomers(
  { sql }: Context,
  scope: Scope,
  text: string | null,
  page: Page,
): Promise<Listed<Customer>> {
  const sought = text === null ? null : await soughtBy(sql, text.trim())
  const total = await countCustomers(sql, scope, sought, page)
  const isFew = sought?.kind === 'prefix' && total < COUNTED_MAX
  const found = isFew
    ? await listFewCustomers(sql, scope, sought, page)
    : await listCustomers(sql, scope, sought, page)
  return cutPage(page, total, found, ({ customerId }) => customerId)
}

async function soughtBy(sql: Sql, typed: string): Promise<CustomersSought> {
  const customerId = parsePublicId('customer', typed)
  if (customerId !== null) return { kind: 'id', customerId }
  return { kind: 'prefix', email: foldEmail(typed), name: await foldName(sql, typed) }
}

function finderOf(context: Context): Finder {
  const existing = finders.get(context.sql)
  const age = ageOf(context)
  if (existing && existing.age === age) return existing
  if (existing) {
    existing.known.clear()
    existing.age = age
    return existing
  }
  const findOrCreate = batched((customers: NewCustomer[]) => findOrCreateMany(context, customers), {
    waits: context.batchWaits,
  })
  const finder = { known: new Map<string, CustomerId>(), age, findOrCreate }
  finders.set(context.sql, finder)
  return finder
}

/** A row that a concurrent transaction has just inserted is not visible yet: try again. */
async function findOrCreateMany(context: Context, customers: NewCustomer[]) {
  const ids: CustomerId[] = []
  let missing = customers.map((_, i) => i)
  for (let tries = 0; missing.length > 0; tries++) {
    assert(tries < TRIES_MAX, 'a customer was neither inserted nor found')
    const rows = await findOrInsertMany(
      context.hot,
      missing.map((i) => customers[i]!),
    )
    for (const [at, i] of missing.entries()) {
      const id = rows[at]
      if (id) ids[i] = id
    }
    missing = missing.filter((i) => ids[i] === undefined)
  }
  return ids
}

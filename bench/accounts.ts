import { createBusiness, type NewKeys } from '../src/accounts/businesses/businesses.ts'
import type { BusinessId } from '../src/core/context.ts'
import { openWebhookEndpoints } from '../src/core/events/webhooks.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { keyring } from '../src/platform/secrets.ts'
import type { Service } from './service.ts'

// Businesses with play money, and the account numbers that deposits come to: of many businesses,
// because every ledger account belongs to one of them, and a single one.

const BUSINESSES = 50
const ACCOUNTS_EACH = 20
const AT_ONCE = 16

export type Business = { businessId: BusinessId; keys: NewKeys }
export type AccountNumbers = { spread: string[]; one: string[] }

export async function makeAccounts(service: Service): Promise<AccountNumbers> {
  const businesses = await makeBusinesses(service, BUSINESSES + 1)
  const [hot, ...others] = businesses as [Business, ...Business[]]
  const one = await makeDedicated(service, hot, 0)
  const wanted = others.flatMap((business) =>
    Array.from({ length: ACCOUNTS_EACH }, (_, customer) => ({ business, customer })),
  )
  const spread: string[] = []
  const makeOthers = async () => {
    for (let next = wanted.pop(); next; next = wanted.pop()) {
      spread.push(await makeDedicated(service, next.business, next.customer))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeOthers))
  return { spread, one: [one] }
}

/** As the demo store is made: nothing of HTTP makes a business yet. */
export async function makeBusinesses(
  { postgres, masterKey }: Service,
  count: number,
): Promise<Business[]> {
  const sql = connectAsOwner(postgres)
  const sealing = keyring(masterKey)
  const now = new Date()
  try {
    return await sql.begin(async (sql) => {
      const made: Business[] = []
      for (let i = 0; i < count; i += 1) {
        const [name, email] = [`Example Store ${i}`, `owner.${i}@example.com`]
        const { businessId, keys } = await createBusiness(sql, now, { name, email })
        await openWebhookEndpoints(sql, sealing, { businessId, mode: 'test' }, now)
        made.push({ businessId, keys })
      }
      return made
    })
  } finally {
    await sql.end()
  }
}

async function makeDedicated({ baseUrl }: Service, { keys }: Business, customer: number) {
  const email = `ada.${customer}@example.com`
  const response = await fetch(new URL('/api/v1/dedicated-virtual-accounts', baseUrl), {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ customer: { first_name: 'Ada', last_name: 'Example', email } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`an account is refused: ${response.status} ${text}`)
  return (JSON.parse(text) as { data: { account_number: string } }).data.account_number
}

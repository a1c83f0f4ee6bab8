import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anyBusiness, createBusiness } from '../../src/accounts/businesses/businesses.ts'
import { addMember, createLogin } from '../../src/accounts/logins/logins.ts'
import type { Context } from '../../src/core/context.ts'
import { openWebhookEndpoints } from '../../src/core/events/webhooks.ts'
import type { Database } from '../../src/platform/db.ts'
import { randomBase62 } from '../../src/platform/ids.ts'
import { madeFrom } from './sandbox/seeds.ts'

// Creates a business in test mode on an empty database. Its credentials are printed once, and
// written to a file that only its owner can read.

const FILE = 'demo.json'
const NAME = 'Demo Store'
const EMAIL = 'owner@demo-store.example'
const PASSWORD_LENGTH = 20

export type Demo = {
  base_url: string
  business_id: string
  test: {
    secret_key: string
    public_key: string
    webhook_secret: string
    dedicated_virtual_account_webhook_secret: string
  }
  dashboard: { url: string; email: string; password: string }
}

/**
 * Null if businesses exist already. The file is written before COMMIT: after a crash in between,
 * its credentials open nothing and are written again. A store without credentials cannot happen.
 */
export async function createDemoStore(context: Context, directory: string): Promise<Demo | null> {
  const now = context.now()
  return context.sql.begin(async (sql) => {
    // Two processes may start at once on an empty database.
    await sql`select 1 from installation for update`
    if (await anyBusiness(sql)) return null
    const seeds = context.bench?.seeds
    const seed = seeds?.seedOf(NAME) ?? null
    const seeded = seed === null ? null : madeFrom(seed)
    const store = { name: NAME, email: EMAIL }
    const { businessId, keys } = await createBusiness(sql, now, store, context.keys, seeded)
    if (seed !== null) seeds?.open(businessId, seed)
    const scope = { businessId, mode: 'test' } as const
    const secrets = await openWebhookEndpoints(sql, context.keys, scope, now, seeded?.bytesOf)
    const password = randomBase62(PASSWORD_LENGTH)
    // On a laptop, one person owns the store and operates the service. The operator's pages open
    // once two-step sign-in is on.
    const person = { email: EMAIL, name: 'Demo Owner', password, isOperator: true, isProved: true }
    const loginId = await createLogin(sql, now, person)
    if (loginId) await addMember(sql, now, { businessId, loginId, role: 'owner' })
    const demo: Demo = {
      base_url: '',
      business_id: businessId,
      test: {
        secret_key: keys.secretKey,
        public_key: keys.publicKey,
        webhook_secret: secrets.webhookSecret,
        dedicated_virtual_account_webhook_secret: secrets.dedicatedSecret,
      },
      dashboard: { url: '', email: EMAIL, password },
    }
    return writeDemo(directory, demo, context.baseUrl())
  })
}

/** Runs before the migrations, so there may be no tables yet. */
export async function hasDemoLogin(sql: Database): Promise<boolean> {
  const [table] = await sql`select from pg_class where oid = to_regclass('login')`
  if (!table) return false
  const found = await sql`select from login where email = ${EMAIL}`
  return found.length > 0
}

/**
 * Writes the file anew with the current address of the service: atomically, readable by its owner
 * only.
 */
export async function writeDemo(directory: string, demo: Demo, baseUrl: string): Promise<Demo> {
  const dashboard = { ...demo.dashboard, url: `${baseUrl}/dashboard` }
  const written = { ...demo, base_url: baseUrl, dashboard }
  const path = join(directory, FILE)
  const unfinished = `${path}.unfinished`
  await writeFile(unfinished, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
  await chmod(unfinished, 0o600)
  await rename(unfinished, path)
  return written
}

export async function readDemo(directory: string): Promise<Demo | null> {
  const text = await readFile(join(directory, FILE), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Demo)
}

/** Printed to the terminal: the credentials, and a command to paste. */
export function describeDemo(demo: Demo): string {
  return `
  Demo Store (test mode)
    secret key      ${demo.test.secret_key}
    public key      ${demo.test.public_key}
    webhook secret  ${demo.test.webhook_secret}
    for deposits    ${demo.test.dedicated_virtual_account_webhook_secret}
    dashboard       ${demo.dashboard.url}
                    ${demo.dashboard.email}  ${demo.dashboard.password}

  Start a payment:

curl -s ${demo.base_url}/api/v1/transactions/initialize -H "Authorization: Bearer ${demo.test.secret_key}" -H "Content-Type: application/json" -d '{"amount": 500000, "email": "ada@example.com", "name": "Ada Example"}'

  Open the authorization_url of the response in a browser, and pay.
`
}

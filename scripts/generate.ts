import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  ALL_SAYS,
  EACH_SCOPE,
  mayDo,
  PERSON_ROLES,
  type Permission,
  SCOPES,
} from '../src/core/access.ts'
import type { Context } from '../src/core/context.ts'
import { EVENT_GROUPS } from '../src/core/events/types.ts'
import { buildApp } from '../src/http/app.ts'
import { type Documents, documentsOf } from '../src/http/document.ts'
import { readConfig } from '../src/platform/config.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { fieldCodes } from '../src/platform/first-field.ts'
import { listFunctions, numberedSet } from '../src/platform/functions.ts'
import { migrate } from '../src/platform/migrate.ts'
import { formatNaira } from '../src/platform/money.ts'
import { refusals } from '../src/platform/refusals.ts'
import { declines, failures } from '../src/providers/failures.ts'
import {
  memoryOf,
  type TestCard,
  testCards,
  threeDSecure,
} from '../src/providers/sandbox/sandbox.ts'
import { PERMISSION_WORDS } from '../web/dashboard/pages/role-words.ts'
import { alertRules } from './alerts.ts'
import { apiTypes } from './api-types/api-types.ts'
import { buildCheckoutScript, buildCheckoutStyle } from './build-checkout.ts'
import { buildDashboard, leftOver } from './build-dashboard.ts'
import { buildInline, inlineTypes, withInlineAddress } from './build-inline.ts'
import { inventory } from './checkout-inventory.ts'
import { buildNodeClient } from './clients/build-node.ts'
import { readDocument } from './clients/document.ts'
import { methodsPage } from './clients/methods.ts'
import { nodeClient } from './clients/node.ts'
import { leftOverPhp, phpClient } from './clients/php.ts'
import { exampleBodies, postmanCollection } from './clients/postman.ts'
import { pythonClient } from './clients/python.ts'
import { grafanaDashboard } from './dashboard-of-metrics.ts'
import { buildDocsSite, leftOverDocs } from './docs-site/site.ts'
import { dumpSchema } from './dump-schema.ts'
import { routeLines } from './route-lines.ts'
import { exampleEnvironment, settingsPages } from './settings-pages.ts'

// `npm run generate`: writes the generated files. With --check, only lists those that are outdated.

const root = join(import.meta.dirname, '..')

// First, because the service reads them at its start.
const inline = await buildInline()
const checkout = {
  'web/checkout/dist/checkout.js': await buildCheckoutScript(),
  'web/checkout/dist/checkout.css': await buildCheckoutStyle(),
  'web/inline/dist/inline.js': inline,
  'web/inline/dist/paystack.js': await buildInline('paystack.ts'),
  'web/inline/dist/paystack.mjs': await buildInline('paystack.ts', 'esm'),
  'helpers/inline.d.ts': inlineTypes(),
  'docs/inline.md': withInlineAddress(read(join(root, 'docs/inline.md')) ?? '', inline),
}
const dashboard = await buildDashboard()
if (!process.argv.includes('--check')) {
  write(Object.entries({ ...checkout, ...dashboard }).filter(isStale))
}

const functionSet = numberedSet(listFunctions(), read(join(root, 'db/functions/set.json')))
const { api, internal, routes } = await readApp()
const clientApi = readDocument(api)
// Also first: the packages are built from it.
const clients = { 'clients/node/src/generated.ts': nodeClient(clientApi) }
if (!process.argv.includes('--check')) write(Object.entries(clients).filter(isStale))

const files: Record<string, string> = {
  'docs/api/openapi.json': jsonText(api),
  'docs/api/internal.json': jsonText(internal),
  'docs/api/postman.json': jsonText(postmanCollection(clientApi, exampleBodies(api))),
  'web/dashboard/api-types.ts': await apiTypes(api, internal),
  ...clients,
  ...(await buildNodeClient()),
  'clients/node/LICENSE': read(join(root, 'LICENSE')) ?? '',
  ...phpClient(clientApi),
  ...pythonClient(clientApi),
  'docs/api/methods.md': methodsPage(clientApi),
  'test/routes.txt': routes,
  'docs/api/refusals.md': refusalsPage(),
  'docs/api/failures.md': failuresPage(),
  'docs/test-cards.md': testCardsPage(),
  'docs/dashboard.md': withAccess(read(join(root, 'docs/dashboard.md')) ?? ''),
  'docs/webhooks.md': withEvents(read(join(root, 'docs/webhooks.md')) ?? ''),
  'db/functions/set.json': functionSet,
  'db/schema.sql': await schema(),
  ...checkout,
  ...dashboard,
  'docs/checkout-inventory.json': inventoryText(),
  '.env.example': exampleEnvironment(),
  ...settingsPages((path) => read(join(root, path)) ?? ''),
  'ops/alerts.yaml': alertRules(),
  'ops/grafana.json': grafanaDashboard(),
}

Object.assign(files, await buildDocsSite(api, files))

const extra = [...leftOver(dashboard), ...leftOverDocs(files), ...leftOverPhp(files)]
const checking = process.argv.includes('--check')
const stale = Object.entries(files).filter(isStale)
if (!checking) {
  write(stale)
  for (const name of extra) rmSync(join(root, name))
} else {
  for (const name of [...stale.map(([name]) => name), ...extra]) {
    process.stderr.write(`${name} is out of date: run npm run generate.\n`)
  }
}
process.exit(checking && stale.length + extra.length > 0 ? 1 : 0)

function isStale([name, text]: [name: string, text: string]): boolean {
  return read(join(root, name)) !== text
}

function write(stale: [name: string, text: string][]): void {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
    process.stdout.write(`Wrote ${name}.\n`)
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** For `npm run checkout:monitor`. */
function inventoryText(): string {
  const [script, style] = Object.values(checkout) as [string, string]
  return `${JSON.stringify(inventory(script, style), null, 2)}\n`
}

/** From the routes, without starting the service. */
async function readApp(): Promise<Documents & { routes: string }> {
  const now = () => new Date(0)
  const baseUrl = () => ''
  const config = { ...readConfig({}), paystackApi: true }
  const context = { config, now, baseUrl } as Context
  const bank = threeDSecure({ memory: memoryOf(new Map()), baseUrl, now })
  const app = await buildApp(context, { unready: () => null, threeDSecure: bank })
  await app.ready()
  const documents = documentsOf(app.swagger())
  const routes = routeLines(app.served)
  await app.close()
  return { ...documents, routes }
}

function jsonText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function refusalsPage(): string {
  const rows = Object.entries(refusals).map(([code, { status, message, ...row }]) => {
    const executed = 'executed' in row ? row.executed : 'nothing'
    return `| ${status} | <span id="${code}">\`${code}\`</span> | ${executed} | ${message} |`
  })
  const fields = Object.entries(fieldCodes).map(([code, says]) => `| \`${code}\` | ${says} |`)
  return `# Refusals

Every error that the API returns. In your code, match on \`code\`. \`message\` is for people and can
change.

\`npm run generate\` writes this page from src/platform/refusals.ts.

*Executed*: after \`nothing\`, the call had no effect. After \`unknown\`, it may have had one, or
may have one later: send the same call again with the same reference or \`Idempotency-Key\`, never
with a new one.

Two codes carry one more field beside \`code\`. \`invalid_otp\` has \`attempts_left\`: how many
attempts are left. \`rail_timeout\` of an identity check has \`verification_id\`: the verification
to fetch with \`GET /identity/{id}\`.

Each body also says whether a retry can help (\`retryable\`: the same request may succeed later,
with the same \`Idempotency-Key\`), and links to its row here (\`doc_url\`). In your code, treat a
code that you do not know by its HTTP status: a new version can add some.

| HTTP | code | Executed | Message |
|---|---|---|---|
${rows.join('\n')}

## Codes of fields

With \`invalid_request\`, \`errors\` has each wrong field with one of these codes.

| code | Meaning |
|---|---|
${fields.join('\n')}
`
}

/** The page with its tables of roles and of scopes. */
function withAccess(page: string): string {
  const rows = Object.entries(PERMISSION_WORDS).map(([permission, words]) => {
    const cells = PERSON_ROLES.map((role) => (mayDo(role, permission as Permission) ? 'yes' : ''))
    return `| ${words} | ${cells.join(' | ')} |`
  })
  const table = [`| | ${PERSON_ROLES.join(' | ')} |`, '|---|---|---|---|---|', ...rows].join('\n')
  const scopes = EACH_SCOPE.map((scope) => `| \`${scope}\` | ${SCOPES[scope].says} |`)
  const ofKeys = ['| Scope | Opens |', '|---|---|', ...scopes, `| \`all\` | ${ALL_SAYS} |`]
  return page
    .replace(/(<!-- roles: generated -->\n)[\s\S]*?(<!-- end -->)/, `$1${table}\n$2`)
    .replace(/(<!-- scopes: generated -->\n)[\s\S]*?(<!-- end -->)/, `$1${ofKeys.join('\n')}\n$2`)
}

/** All events in docs/webhooks.md. */
function withEvents(page: string): string {
  const rows = Object.entries(EVENT_GROUPS).flatMap(([group, events]) => [
    `| **${group}** | |`,
    ...Object.entries(events).map(([type, says]) => `| \`${type}\` | ${says} |`),
  ])
  const table = ['| Event | When it is sent |', '|---|---|', ...rows].join('\n')
  const place = /(<!-- events: generated -->\n)[\s\S]*?(<!-- end -->)/
  return page.replace(place, `$1${table}\n$2`)
}

function failuresPage(): string {
  const table = (rows: typeof failures | typeof declines) =>
    Object.entries(rows)
      .map(([code, { business, operator }]) => `| \`${code}\` | ${business} | ${operator} |`)
      .join('\n')
  return `# Failures

Why a provider did not move money, or gave it back. Payouts and refunds have the code in
\`failure_code\`, and the sentence in \`failure_message\`. The amount is then back in your
balance. In your code, match on the codes that you handle: a new version can add some.

\`npm run generate\` writes this page from src/providers/failures.ts. Providers have their
own codes: at each failure, the log of the service has the provider's code as \`said\`, beside the
\`key\` of the payout or refund.

| Code | For the business | For the operator |
|---|---|---|
${table(failures)}

## Declined cards

\`GET /transactions/{id}/timeline\` says why a card was declined. The customer reads of too
little money, an expired card, a wrong PIN, and a payment that was not confirmed at the bank. All
others read as a decline.

| Code | For the business | For the operator |
|---|---|---|
${table(declines)}
`
}

function testCardsPage(): string {
  // When a kept card is charged again, by scenario.
  const laterEnds: Record<string, string> = {
    no_funds: 'insufficient funds',
    expired_since: 'the card has expired',
    stolen: 'reported lost or stolen',
    page: '3-D Secure: approve or decline',
    late_success: 'no answer at first, then approved',
    late_decline: 'no answer at first, then declined',
  }
  const pages = ['no buttons', 'decline only', 'approve or decline']
  const stepOf = ({ kind, expects, offers }: TestCard['asks'][number]) =>
    kind === 'page' ? `3-D Secure: ${pages[offers.length]}` : `${kind.toUpperCase()} ${expects}`
  const endOf = ({ asks, ends, again, holds, charge, reverse, fee, reusable }: TestCard) => {
    const kept = reusable ? '; charged again: approved' : ''
    const offers = asks.find(({ kind }) => kind === 'page')?.offers
    if (offers?.length === 0) return 'stays open'
    if (offers?.length === 1) return 'declined'
    if (offers?.length === 2) return `approved, if you approve${kept}`
    if (charge === 'unavailable') return 'the processor is down'
    if (charge === 'unknown') return `no answer at first, then ${ends}`
    if (holds !== undefined) return `approved; charged again: has ${formatNaira(holds)} left`
    if (again !== undefined) return `approved; charged again: ${laterEnds[again]}`
    if (reverse === 'refused') return 'approved; refunds fail'
    if (reverse === 'accepted') return 'approved; refunds are accepted, then succeed'
    if (reverse === 'accepted_refused') return 'approved; refunds are accepted, then fail'
    if (fee) return 'approved; the processor charges the service ₦10.75'
    if (reverse === 'unknown') return 'approved; refunds get no answer'
    return `${ends.replaceAll('_', ' ').replace('otp', 'OTP')}${kept}`
  }
  const rows = testCards.map((card) => {
    const number = card.number.replace(/(.{4})(?=.)/g, '$1 ')
    const steps = card.asks.map(stepOf).join(', then ') || '–'
    return `| ${number} | ${card.cvv} | ${steps} | ${endOf(card)} |`
  })
  return `# Test cards

Use these cards in test mode, with any future expiry date. All other cards are declined, and so are
these cards with a wrong CVV or PIN. After a wrong OTP, you have two more attempts.

Only a card that says how it is charged again can be [kept](kept-cards.md).

\`npm run generate\` writes this page from src/providers/sandbox/test-cards.ts.

| Number | CVV | Requires | Result |
|---|---|---|---|
${rows.join('\n')}
`
}

async function schema(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cowrie-schema-'))

  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'postgres'),
    say: () => {},
  })
  try {
    const { host, port, user, database } = server
    const sql = connectAsOwner({ host, port, user, database })
    await migrate(sql)
    const text = await dumpSchema(sql)
    await sql.end()
    return text
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { CALLS } from '../src/operator/operation/calls.ts'
import { statementsOfCall } from './call-statements.ts'
import { looseGroups, looseRelations, statementsOf } from './tenancy.ts'

// Checks on the code. A rule that is not here, in biome.json or tsconfig.json is an opinion.

/** The floors. A file imports from its own floor and from those before it, types included. */
const FLOORS = [
  'src/platform/',
  'src/providers/',
  'src/core/',
  'src/accounts/',
  'src/payments/',
  'src/money-out/',
  'src/identity/',
  'src/operator/',
  'packages/',
  'src/http/',
  'src/',
]
const [COLUMNS_MAX, LINES_MAX] = [100, 400]
/** The first migration, which has all tables, and the functions of their triggers. */
const BASELINE = 59

const BANNED: { pattern: RegExp; use: string; except?: RegExp }[] = [
  { pattern: /\bas any\b|: any\b/, use: 'a real type' },
  { pattern: /\bconsole\./, use: 'the log of the context' },
  { pattern: /new Date\(\)|Date\.now\(\)/, use: 'context.now()', except: /^src\/main\.ts$/ },
  { pattern: /Math\.random/, use: 'node:crypto' },
  { pattern: /parseFloat|toFixed\(/, use: 'kobo' },
  { pattern: /jsonb/, use: 'text: jsonb writes bytes anew' },
  { pattern: /\bTODO\b|\bFIXME\b|\bXXX\b|@ts-ignore|@ts-expect-error/, use: 'nothing: mend it' },
  {
    pattern: /from '((node:)?(http|https|net|tls|dns|dgram)(\/promises)?|undici)'|\bfetch\(/,
    use: 'platform/outbound.ts, the only way out',
    except:
      /^src\/(platform\/(outbound|embedded|connection)|http\/|core\/streaming)|devkit\/testing/,
  },
  {
    pattern: /from 'pg'/,
    use: 'platform/db.ts: one place speaks to PostgreSQL',
    except: /^src\/platform\/(connection|db|sql|values)\.ts$/,
  },
  {
    pattern: /statement_timeout/,
    use: 'liftTimeLimit of a transaction: the connection has to know',
    except: /^src\/platform\/(db|sql)\.ts$/,
  },
  { pattern: /registerHooks|module\.register/, use: 'packages as they were published' },
  {
    pattern: /from '(node:)?cluster'/,
    use: 'start/processes.ts: processes are started, and hear of each other, in one place',
    except: /^src\/start\/processes\.ts$/,
  },
  {
    pattern: /^(?!.*\bnetworkOf\().*(\.take\(.*\bip\b|\.remoteAddress\b)/,
    use: 'networkOf(address): a limit counts an IPv6 /64 as one',
  },
  {
    pattern: /\b(custom_fields|cancel_action)\??: (?!\[|answered)/,
    use: 'visibleMetadata of payments/transactions: a stranger may have written it',
    except: /^src\/(payments\/(transactions\/visible-metadata|links\/pay)|.*\/paystack\/card)\.ts$/,
  },
  {
    pattern: /\.hijack\(|\breply\.raw\b|Readable\.from|createReadStream|text\/event-stream;/,
    use: 'core/streaming.ts: what lasts is cut when its credential is not good any more',
    except: /^src\/(core\/(streaming|static)|http\/app|providers\/smtp|platform\/zip)\.ts$/,
  },
  {
    pattern: /\.inject\(/,
    use: 'sendStatic of core/static.ts: a copy for each request is memory for each reader',
    except: /^src\/(http\/docs|platform\/tracing)\.ts$/,
  },
  {
    pattern: /\bpasswordCost:|\bdisposable: true/,
    use: 'nothing: these are for tests only',
  },
  { pattern: /\benum \w+ \{|^import \w+ = /, use: 'a union' },
]

/** What an operator or a job reads over all businesses, of one mode or of both. */
const OVER_ALL_BUSINESSES = [
  'src/accounts/businesses/businesses.sql.ts: business_mode: mode',
  'src/payments/authorizations/one-tap.sql.ts: kept_card_code: business_id',
  'src/payments/checkout/card-testing.sql.ts: card_testing: business_id',
  'src/payments/authorizations/authorizations.sql.ts: payer_authorization: business_id',
  'src/payments/authorizations/expiring.sql.ts: payer_authorization: business_id',
  'calls of card_attempt: card_attempt: business_id',
  'calls of identity_verification: identity_verification: business_id',
  'src/payments/checkout/card.sql.ts: card_attempt: business_id',
  'src/payments/deposits/deposits.sql.ts: deposit_quarantine: business_id',
  'calls of deposit: deposit: business_id',
  'calls of dispute: dispute: business_id',
  'calls of payer_authorization: payer_authorization: business_id',
  'calls of payout: payout: business_id',
  'calls of refund: refund: business_id',
  'src/core/ledger/rest.sql.ts: ledger_entry: business_id',
  'src/core/ledger/seal.sql.ts: ledger_entry: business_id',
  'src/core/ledger/seal.sql.ts: ledger_entry: mode',
  'src/core/ledger/seal.sql.ts: ledger_sum: business_id',
  'src/core/ledger/seal.sql.ts: ledger_sum: mode',
  'src/core/ledger/verify.ts: ledger_account: business_id',
  'src/core/ledger/verify.ts: ledger_account: mode',
  'src/money-out/batches/batches.sql.ts: payout_batch_line: business_id',
  'src/money-out/batches/batches.sql.ts: payout_batch_line: mode',
  'src/money-out/payouts/payouts.sql.ts: payout: business_id',
  'src/payments/receipts/receipts.sql.ts: receipt: business_id',
  'src/operator/reconciliation/sums.sql.ts: ledger_account: business_id',
  'src/operator/reconciliation/sums.sql.ts: payout: business_id',
  'src/operator/reconciliation/sums.sql.ts: refund: business_id',
  'src/payments/disputes/disputes.sql.ts: dispute d: business_id',
  'src/payments/disputes/disputes.sql.ts: dispute: business_id',
  'src/payments/refund-links/refund-links.sql.ts: refund_link: business_id',
  'src/payments/refunds/refunds.sql.ts: refund: business_id',
  'src/payments/refunds/refunds.sql.ts: refund: mode',
  'src/payments/subscriptions/mail.sql.ts: invoice: business_id',
  'src/payments/virtual-accounts/enquire.sql.ts: virtual_account: business_id',
  'packages/devkit/sandbox/rails.sql.ts: sandbox_armed_rail: business_id',
  'src/core/events/notices.sql.ts: webhook_notice: business_id',
]

/** By the folder of the feature whose rows they are: `${sql(table)}` is no name in the source. */
const callStatements = (
  await Promise.all(
    CALLS.map(async ({ call: { table } }) =>
      (await statementsOfCall(table)).map((sql) => ({ path: `calls of ${table.table}`, sql })),
    ),
  )
).flat()

const code = filesOf(['{src,packages}/**/*.ts', 'db/**/*.ts'])
const product = code.filter(({ path }) => !path.endsWith('.test.ts'))
const everything = [
  ...code,
  ...filesOf([
    'test/**/*.ts',
    'scripts/*.*',
    'scripts/{api-types,backup,clients,testing}/*.ts',
    'bench/*.ts',
    'web/**/*.{ts,tsx}',
    'web/*/*.css',
  ]).filter(({ path }) => path !== 'web/dashboard/api-types.ts'),
  ...filesOf(['clients/node/{src,cli}/*', 'helpers/*']).filter(
    ({ path }) => path !== 'clients/node/src/generated.ts',
  ),
  ...filesOf(['db/migrations/*.sql', 'db/functions/*.sql']),
]

test('imports point one way', () => {
  const wrong = product.flatMap(({ path, lines }) =>
    importsOf(path, lines)
      .filter((imported) => placeOf(imported) > placeOf(path))
      .map((imported) => `${path} imports ${imported}`),
  )
  assert.deepEqual(wrong, [])
})

test('no file needs itself by way of others', () => {
  const needs = new Map(product.map(({ path, lines }) => [path, importsOf(path, lines)]))
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' > '))
    else if (!done.has(path)) {
      for (const needed of needs.get(path) ?? []) visit(needed, [...way, path])
      done.add(path)
    }
  }
  for (const path of needs.keys()) visit(path, [])
  assert.deepEqual(cycles, [])
})

test('a feature shows others its stories and row types, and keeps its statements and routes', () => {
  const wrong = product.flatMap(({ path, lines }) =>
    importsOf(path, lines)
      .filter((imported) => dirname(imported) !== dirname(path))
      .filter((imported) => imported.endsWith('.sql.ts') || imported.endsWith('.routes.ts'))
      .filter((imported) => isRoutes(imported) || !importsRowTypesOnly(lines, imported))
      .filter((imported) => !isAbove(path) && !(isRoutes(path) && isRoutes(imported)))
      .map((imported) => `${path} imports ${imported}`),
  )
  assert.deepEqual(wrong, [])
})

test('only routes and the app know of HTTP', () => {
  const wrong = product
    .filter(({ path }) => !isRoutes(path) && !isAbove(path))
    .filter(({ lines }) => lines.some((line) => /from 'fastify'|@fastify\//.test(line)))
    .map(({ path }) => path)
  assert.deepEqual(wrong, [])
})

test('each table is written by one feature', () => {
  const writers = new Map<string, Set<string>>()
  for (const { path, lines } of product) {
    const writes = /\b(?:insert into|(?<!for )update|delete from) ([a-z_]+)\b/g
    for (const [, table = ''] of lines.join('\n').matchAll(writes)) {
      if (table === 'set') continue
      writers.set(table, (writers.get(table) ?? new Set()).add(dirname(path)))
    }
  }
  const wrong = [...writers].filter(([, folders]) => folders.size > 1)
  assert.deepEqual(wrong, [])
  assert(writers.size > 5, 'the statements are found at all')
})

test('each alias of a business’s table is found, and grouped, by the business and the mode', () => {
  const schema = readFileSync('db/schema.sql', 'utf8')
  const tables = schema.split('create table ').slice(1)
  const isTenants = (text: string) => /PRIMARY KEY \(business_id, mode/.test(text)
  const tenants = new Set(tables.filter(isTenants).map((text) => text.split(' ')[0]!))
  assert(tenants.has('transaction') && tenants.has('event'), 'the tenant tables are found at all')
  const functions = filesOf(['db/functions/*.sql']).map(({ path, lines }) => ({
    path,
    sql: lines.join('\n').split('$$')[1] ?? '',
  }))
  const statements = [
    ...product.flatMap(({ path, lines }) =>
      statementsOf(lines.join('\n')).map((sql) => ({ path, sql })),
    ),
    ...functions,
    ...callStatements,
  ]
  assert(functions.length > 20, `${functions.length} functions are found`)
  assert(statements.length > 500, `${statements.length} statements are found`)
  const loose = statements.flatMap(({ path, sql }) =>
    looseRelations(sql, tenants).map((relation) => `${path}: ${relation}`),
  )
  assert.deepEqual([...new Set(loose)].sort(), [...OVER_ALL_BUSINESSES].sort())
  const mixed = statements.flatMap(({ path, sql }) =>
    looseGroups(sql).map((list) => `${path}: ${list}`),
  )
  assert.deepEqual(mixed, [])
})

test('a helper of many test files has no hooks of its own: they would be those of the first', () => {
  const helpers = everything.filter(
    ({ path }) => path.startsWith('test/') && !path.endsWith('.test.ts'),
  )
  const hooked = helpers.filter(({ lines }) =>
    lines.some((line) => /^(before|after)(Each)?\(/.test(line)),
  )
  assert.deepEqual(
    hooked.map(({ path }) => path),
    [],
  )
})

test('no file is longer than 400 lines, and no line than 100 columns', () => {
  const wrong = everything.flatMap(({ path, lines }) => [
    ...(lines.length > LINES_MAX && !/\.css$|_baseline\.sql$/.test(path)
      ? [`${path} has ${lines.length} lines`]
      : []),
    ...lines.flatMap((line, i) =>
      [...line].length > COLUMNS_MAX && !isLongText(line) ? [`${path}:${i + 1} is too wide`] : [],
    ),
  ])
  assert.deepEqual(wrong, [])
})

test('nothing banned is used', () => {
  const wrong = product.flatMap(({ path, lines }) =>
    BANNED.filter(({ except }) => !except?.test(path)).flatMap(({ pattern, use }) =>
      lines.flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: use ${use}`] : [])),
    ),
  )
  assert.deepEqual(wrong, [])
})

test('no test is left out or alone, or runs a job without an end', () => {
  const wrong = everything
    .filter(({ path }) => path !== 'test/tidy.test.ts')
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, i) =>
        /\b(test|it|describe)\.(only|skip|todo)\(|skip: true|only: true|while \(\(await \w+\(/.test(
          line,
        )
          ? [`${path}:${i + 1}`]
          : [],
      ),
    )
  assert.deepEqual(wrong, [])
})

test('migrations are numbered without a gap', () => {
  const numbers = globSync('db/migrations/*.sql')
    .sort()
    .map((path) => Number(path.split('/').at(-1)!.slice(0, 4)))
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => BASELINE + i),
  )
})

test('a function of the database stands in db/functions, one a file, and in no later migration', () => {
  const defined = (lines: string[]) =>
    [...lines.join('\n').matchAll(/\bcreate (or replace )?function (\w+)/gi)].map(
      ([, orReplace = '', name]) => `${orReplace}${name}`,
    )
  for (const { path, lines } of filesOf(['db/functions/*.sql'])) {
    assert.deepEqual(defined(lines), [`or replace ${basename(path, '.sql')}`], path)
  }
  const late = filesOf(['db/migrations/*.sql'])
    .filter(({ path }) => !path.endsWith('_baseline.sql'))
    .filter(({ lines }) => defined(lines).length > 0)
  assert.deepEqual(late, [])
})

test('a paper has one title, and its links lead somewhere', () => {
  const papers = filesOf(['*.md', 'docs/**/*.md', 'bench/*.md', 'clients/*/*.md'])
  const wrong = papers.flatMap(({ path, lines }) => {
    const prose = lines.join('\n').replaceAll(/```[\s\S]*?```/g, '')
    const titles = prose.split('\n').filter((line) => /^# /.test(line)).length
    const links = [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to]) => to!)
    const dead = links.filter((to) => globSync(normalize(join(dirname(path), to))).length === 0)
    return [
      ...(titles === 1 ? [] : [`${path} has ${titles} titles`]),
      ...dead.map((to) => `${path} leads to ${to}, which is not there`),
    ]
  })
  assert.deepEqual(wrong, [])
})

test('every dependency has its dated line among the decisions, and an exact version', () => {
  const decisions = readFileSync('docs/decisions.md', 'utf8')
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const all = { ...manifest.dependencies, ...manifest.devDependencies }
  const undecided = Object.keys(all).filter((name) => !decisions.includes(`\`${name}\``))
  const inexact = Object.entries({ ...all, ...manifest.optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
  )
  assert.deepEqual({ undecided, inexact }, { undecided: [], inexact: [] })
})

type File = { path: string; lines: string[] }

function filesOf(patterns: string[]): File[] {
  return globSync(patterns)
    .sort()
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').trimEnd().split('\n') }))
}

function importsOf(path: string, lines: string[]): string[] {
  return lines
    .map((line) => /\b(?:from|import\() ?'(\.[^']+)'/.exec(line)?.[1])
    .filter((target) => target !== undefined)
    .map((target) => join(dirname(path), target))
}

/** Row types and the closed lists (in capitals) they are made of stand beside the statements. */
function importsRowTypesOnly(lines: string[], target: string): boolean {
  const statements = lines.join('\n').matchAll(/(?:import|export) ([^;'"]*?) from '(\.[^']+)'/g)
  return [...statements]
    .filter(([, , from]) => from!.endsWith(`/${basename(target)}`))
    .every(
      ([, names = '']) =>
        /^(type )?\{(\s*(type \w+( as \w+)?|[A-Z][A-Z_]+),?)*\s*\}$/.test(names) ||
        names.startsWith('type '),
    )
}

function placeOf(path: string): number {
  const place = FLOORS.findIndex((prefix) => path.startsWith(prefix))
  assert(place >= 0, `${path} is on no floor`)
  return place
}

/** What knows of HTTP: the floor above all features, what a route is, and what starts it all. */
function isAbove(path: string): boolean {
  const inCore = '(route|change|etags|envelope|exports|wire|static|streaming)'
  return new RegExp(`^src/((http|start)/|core/${inCore}\\.ts$|[^/]+\\.ts$)`).test(path)
}

function isRoutes(path: string): boolean {
  return path.endsWith('.routes.ts')
}

/** An address, a hash and the name of a test cannot be wrapped. */
function isLongText(line: string): boolean {
  const isTitle = /^ *(test|story|describe)\(.* => \{$/.test(line)
  const isJson = /^ *'\{.*\}',$/.test(line)
  return isTitle || isJson || /https?:\/\/\S{60,}|^curl |'[A-Za-z0-9+/=_-]{60,}'/.test(line)
}

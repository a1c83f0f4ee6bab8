import assert from 'node:assert/strict'
import { after, before, mock } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { paystackFormat } from '../../packages/paystack-api/events.ts'
import { numberOf } from '../../packages/paystack-api/numbers.ts'
import { numberOfText, recipientCode } from '../../packages/paystack-api/recipients.ts'
import { HOUSE } from '../../src/core/context.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { shortId } from '../../src/platform/ids.ts'
import { SEALED } from '../../src/platform/secrets.ts'
import { sessionIdFrom } from '../../src/providers/session-id.ts'
import { type Api, openApi } from '../api.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from '../support.ts'
import { type Row, type Rows, rowsIn } from './database.ts'
import { type Flat, type Leaf, tableAt } from './table.ts'

// Holds every field of a record, on every way to its state, to a table beside the test. The clock
// stands still within a named step, so no two moments are equal by accident: `@the bank pays + 1d`
// is a day after that step. Ids, numbers and codes are named after their row.

const START = Date.parse('2026-03-03T08:00:00Z')
const STEP_MS = 67 * SECOND
/** Moments of the first step end in 10 ms, of the second in 20. */
const STEP_ENDING = 10

type Steps = Map<number, { name: string; at: Date }>
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any

/** One way in play, with a business of its own. */
export type Way = {
  business: GivenBusiness
  /** When the way began. */
  since: Date
  /** Names a random value. */
  call(text: string, name: string): void
  /** Moves the clock to a moment that no other step of the way shares. */
  step(name: string): Date
  /** A moment reported by an outside party, `ms` before now. */
  earlier(name: string, ms: number): Date
  get(path: string): Promise<Loose>
  /** The rows of an export, keyed by column name. */
  csv(path: string): Promise<Record<string, string>[]>
  /** The timeline of a payment: each step, entry and event on one line. */
  timeline(id: string): Promise<Record<string, string[]>>
  post(path: string, body?: object): Promise<Loose>
  put(path: string, body: object): Promise<Loose>
  /** A response of the Paystack-compatible API; with a body, a change. */
  paystack(path: string, body?: object): Promise<Loose>
  /** Earlier versions of records, for the events of that time. */
  known: Record<string, unknown>
  /**
   * Every event, in our form and in Paystack's. Replaces each unchanged copy of a known record with
   * its name.
   */
  events(known: Record<string, unknown>): Promise<object[]>
  /** Every column of every row written, in these tables or in all. */
  rows(tables?: string[]): Promise<object>
  /** Every entry, one per line. */
  entries(): Promise<string[]>
}

export type Ways = { context: TestContext; api: Api; table: ReturnType<typeof tableAt> }

/** Runs with a clock that only steps move, and with the Paystack façade on. */
export function useWays(context: TestContext, file: string): Ways {
  const api = {} as Api
  const table = tableAt(file)
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: START })
    await context.opened
    const config = { ...context.config, paystackApi: true }
    Object.assign(api, await openApi({ ...context, config }))
  })
  after(async () => {
    mock.timers.reset()
    await api.app.close()
    table.end()
  })
  return { context, api, table }
}

/** Plays one way and compares the answers with its column of the table. */
export async function play(
  ways: Ways,
  name: string,
  tell: (way: Way) => Promise<object>,
): Promise<void> {
  // Two records of one millisecond get the same number once in 4,096 times (numbers.ts).
  const played = (await playOnce(ways, tell)) ?? (await playOnce(ways, tell))
  assert(played, 'its numbers differ')
  ways.table.hold(name, played)
}

/** Null if two records have the same number. */
async function playOnce(
  { context, api }: Ways,
  tell: (way: Way) => Promise<object>,
): Promise<Flat | null> {
  const steps: Steps = new Map()
  const named = (step: string, ms: number) => {
    const number = steps.size + 1
    const at = new Date(Math.floor(ms / SECOND) * SECOND + number * STEP_ENDING)
    steps.set(number, { name: step, at })
    return at
  }
  const step = (what: string) => {
    const at = named(what, context.now().getTime() + STEP_MS)
    context.advance(at.getTime() - context.now().getTime())
    return at
  }
  const since = step('the start')
  const business = await givenBusiness(context)
  const whose = { business, since }
  const key = business.keys.secretKey
  const dataOf = async (answer: ReturnType<Api['get']>) => {
    const { status, body, text } = await answer
    assert(status < 300, text)
    return body.data
  }
  const earlierKnown: Record<string, unknown> = {}
  const called = new Map<string, string>()
  const get = (path: string) => dataOf(api.get(`/api/v1${path}`, { key }))
  const answered = await tell({
    ...whose,
    known: earlierKnown,
    call: (text, what) => void called.set(text, what),
    step,
    earlier: (what, ms) => named(what, context.now().getTime() - ms),
    get,
    csv: async (path) => rowsOfCsv((await api.get(`/api/v1${path}`, { key })).text),
    timeline: async (id) => linesOf(await get(`/transactions/${id}/timeline`)),
    post: (path, body) => dataOf(api.post(`/api/v1${path}`, { key, ...(body && { body }) })),
    put: (path, body) => dataOf(api.put(`/api/v1${path}`, { key, body })),
    paystack: (path, body) =>
      dataOf(
        body ? api.put(`/paystack${path}`, { key, body }) : api.get(`/paystack${path}`, { key }),
      ),
    events: (known) => eventsOf(context, business, { ...known, ...earlierKnown }),
    rows: async (tables) => recordsOf(await rowsIn(context.sql, whose), tables),
    entries: async () => entriesIn(await rowsIn(context.sql, whose)),
  })
  const names = namesIn(context, business, await rowsIn(context.sql, whose))
  if (names === null) return null
  for (const [text, what] of called) names.set(text, what)
  for (const { name: what, at } of steps.values()) {
    names.set(String(Math.floor(at.getTime() / SECOND)), `seconds @${what}`)
  }
  return flat(answered, (text) => translated(text, steps, names))
}

/** For exports whose cells contain no commas. */
function rowsOfCsv(text: string): Record<string, string>[] {
  const [names, ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [names![i]!, cell])))
}

/** Events and entries of the same moment have no order. */
function linesOf({ steps, entries, events }: Loose): Record<string, string[]> {
  const lines = (list: object[]) => list.map((one) => Object.values(one).join(' | '))
  const named = events.map(({ id: _, ...event }: Loose) => event)
  return { steps: lines(steps), entries: lines(entries).sort(), events: lines(named).sort() }
}

/** Tables covered as entries or events, and tables that are the same on every way. */
const NO_RECORDS = [
  ...['api_key', 'api_key_hash', 'business_mode', 'day_sums', 'delivery', 'event'],
  ...['ledger_account', 'ledger_entry', 'webhook_endpoint'],
]

function recordsOf(rows: Rows, only?: string[]): Rows {
  const records = Object.entries(rows).filter(
    ([table]) => only?.includes(table) ?? !NO_RECORDS.includes(table),
  )
  return Object.fromEntries(
    records.map(([table, all]) => [table, all.map(({ business_id: _, mode: __, ...row }) => row)]),
  )
}

/**
 * In the order in which they were written; ties are sorted by content. A job also acts on rows of
 * other ways: entries of the house about those are left out.
 */
function entriesIn(rows: Rows): string[] {
  const own = new Set(NAMES.flatMap(([table, id]) => (rows[table] ?? []).map((row) => row[id])))
  const entries = (rows['ledger_entry'] ?? []).filter(
    ({ business_id, cause_id }) => business_id !== HOUSE || own.has(cause_id),
  )
  const lines = entries.map((entry) => {
    const { business_id, kind, reason, cause_id, step, debit_account, credit_account } = entry
    const { amount, occurred_at, created_at } = entry
    const by = business_id === HOUSE ? 'the house: ' : ''
    const what = `${debit_account} to ${credit_account} ${amount}`
    const line = `${by}${kind} ${reason} of ${cause_id}: ${what}, ${occurred_at}`
    const order = [new Date(created_at as string).toISOString(), reason, step, what].join(' ')
    return { order, line: `${line}, written ${created_at}` }
  })
  return lines.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ line }) => line)
}

async function eventsOf(
  context: TestContext,
  business: GivenBusiness,
  known: Record<string, unknown>,
): Promise<object[]> {
  const rows = await context.sql<{ type: string; route: string; payload: string; at: Date }[]>`
    select type, route, payload, created_at as at from event
    where business_id = ${business.businessId} and mode = 'test'
    order by created_at, type, payload::jsonb #>> '{data,created_at}'
  `
  const records = Object.entries(known).flatMap(([name, record]) =>
    Array.isArray(record)
      ? record.map((one, i) => [`${name}.${i}`, one] as const)
      : [[name, record] as const],
  )
  const shortly = (data: unknown) =>
    records.find(([, record]) => isDeepStrictEqual(record, data))?.[0] ?? data
  const told = rows.map(async ({ type, route, payload, at }) => {
    const { event, data, created_at, ...more } = JSON.parse(payload)
    assert.deepEqual([event, created_at, more], [type, at.toISOString(), {}])
    const theirs = JSON.parse(await paystackFormat(context).bodyOf(payload, business))
    return {
      event: `${type} to ${route}`,
      at,
      data: shortly(data),
      theirs: theirs.event,
      their_data: shortly(theirs.data),
    }
  })
  return Promise.all(told)
}

/** The columns by which callers identify a row. */
const NAMES: [table: string, id: string, texts: string[]][] = [
  ['customer', 'customer_id', []],
  ['payment_link', 'payment_link_id', []],
  ['virtual_account', 'virtual_account_id', ['account_number']],
  ['transaction', 'id', []],
  ['card_attempt', 'attempt_id', ['return_session_id']],
  ['account_change', 'change_id', []],
  ['deposit_quarantine', 'quarantine_id', []],
  ['deposit', 'deposit_id', ['return_session_id']],
  ['suspended_credit', 'suspended_credit_id', []],
  ['refund', 'refund_id', ['session_id']],
  ['subaccount', 'subaccount_id', []],
  ['split', 'split_id', []],
  ['payout', 'payout_id', ['session_id', 'rail_key']],
  ['settlement', 'settlement_id', []],
  ['identity_verification', 'verification_id', ['rail_session']],
  ['sandbox_message', 'message_id', []],
  ['identity_verification', 'otp_id', []],
]

function namesIn(
  context: TestContext,
  business: GivenBusiness,
  rows: Rows,
): Map<string, string> | null {
  const names = new Map([
    [business.businessId as string, 'the business'],
    [String(numberOf(business.businessId)), 'number of the business'],
    [HOUSE as string, 'the house'],
    [business.keys.secretKey.slice(-4), 'end of the secret key'],
  ])
  const numbers = new Map<number, string>()
  let isClear = true
  for (const [table, id, texts] of NAMES) {
    const found = rows[table] ?? []
    found.forEach((row, i) => {
      const what = id === 'otp_id' ? 'otp' : table
      const label = found.length > 1 ? `${what} ${i + 1}` : what
      const uuid = row[id] as string
      isClear &&= (numbers.get(numberOf(uuid)) ?? uuid) === uuid
      numbers.set(numberOf(uuid), uuid)
      nameRow(names, label, uuid)
      for (const text of texts) if (row[text]) names.set(row[text] as string, `${text} of ${label}`)
    })
  }
  for (const { kind, key_id } of rows['api_key'] ?? []) {
    nameRow(names, `the ${kind} key`, key_id as string)
  }
  for (const { verification_id } of rows['identity_verification'] ?? []) {
    names.set(sessionIdFrom(verification_id as string), 'the session of the verification')
  }
  for (const row of [...(rows['payout'] ?? []), ...(rows['subaccount'] ?? [])]) {
    const account = accountIn(row)
    const name = `recipient ${account.bankCode} ${account.accountNumber}`
    const code = recipientCode(context, business, account)
    names.set(code, name)
    names.set(String(numberOfText(context, code)), `number of ${name}`)
  }
  return isClear ? names : null
}

function accountIn(row: Row) {
  return { bankCode: String(row['bank_code']), accountNumber: String(row['account_number']) }
}

function nameRow(names: Map<string, string>, label: string, uuid: string): void {
  names.set(uuid, label)
  names.set(shortId(uuid), label)
  names.set(uuid.replaceAll('-', ''), label)
  names.set(String(numberOf(uuid)), `number of ${label}`)
}

/** Any id that has no name here. */
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[a-z]{3}_[0-9a-f]{32}\b/g
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+0[01]:00)/g

function translated(text: string, steps: Steps, names: Map<string, string>): string {
  let result = text.replaceAll(MOMENT, (iso) => {
    const ms = Date.parse(iso)
    const step = steps.get(Math.floor((ms % SECOND) / STEP_ENDING))
    return step === undefined ? iso : `@${step.name}${apart(ms - step.at.getTime())}`
  })
  for (const [value, name] of names) result = result.replaceAll(value, `{${name}}`)
  return result.replaceAll(ID, '{an id}')
}

const UNITS = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
  [SECOND, 's'],
  [1, 'ms'],
] as const

function apart(ms: number): string {
  if (ms === 0) return ''
  let rest = Math.abs(ms)
  const parts: string[] = []
  for (const [unit, letter] of UNITS) {
    const count = Math.floor(rest / unit)
    rest -= count * unit
    if (count > 0) parts.push(`${count}${letter}`)
  }
  return ` ${ms < 0 ? '-' : '+'} ${parts.join(' ')}`
}

function flat(value: unknown, text: (text: string) => string, path = '', into: Flat = {}): Flat {
  if (value instanceof Date) into[path] = text(value.toISOString())
  else if (typeof value === 'string') into[path] = kept(value) ?? text(value)
  else if (typeof value === 'number') into[path] = numbered(value, text)
  else if (value === null || typeof value !== 'object') into[path] = value as Leaf
  else {
    const entries = Object.entries(value)
    if (entries.length === 0) into[path] = Array.isArray(value) ? '[]' : '{}'
    for (const [name, part] of entries)
      flat(part, text, path === '' ? name : `${path}.${name}`, into)
  }
  return into
}

/** Values whose bytes differ on each run. */
function kept(value: string): string | null {
  if (value.startsWith('\\x')) return `${(value.length - 2) / 2} bytes`
  return SEALED.test(value) ? 'sealed' : null
}

/** In Paystack's form a number may be an id or Unix seconds; any other number stays as it is. */
function numbered(value: number, text: (text: string) => string): Leaf {
  const name = text(String(value))
  return name.startsWith('{') ? name : value
}

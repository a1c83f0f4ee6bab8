// Parses a statement far enough to check that every row of a tenant's table is found by business
// and mode. Two tables joined by business alone mix the two modes, which no test in one mode
// notices.
//
// It understands subqueries, aliases and `using (…)`. A table read across all businesses, as a job
// does, must pass both columns on, so that later tables are found by them.

const KEYS = ['business_id', 'mode'] as const
type Key = (typeof KEYS)[number]
const AFTER_TABLE = new RegExp(
  '^(on|using|where|set|join|left|right|full|cross|inner|order|group|limit|for|returning|union|' +
    'natural|select|values|with|loop|into|as|having|window|except|intersect|default|then)$',
)
const AFTER_LIST =
  /^(where|set|order|group|limit|for|returning|select|values|with|loop|having|window)$/
const STARTS = /^(select|with|insert|update|delete|values)$/

/** As columns, and as the parameters of database functions. */
const NAMES = { business_id: /[ .](?:business_id|b)(?: |$)/, mode: /[ .](?:mode|m)(?: |$)/ }

type Relation = { table: string; alias: string; using: string[] }

/** `table alias: column` for each key column that does not restrict a tenant's table. */
export function looseRelations(sql: string, tenants: ReadonlySet<string>): string[] {
  return scopesOf(tokensOf(sql)).flatMap((scope) => looseIn(scope, tenants))
}

/** Each `partition by` and `group by` that has the business without the mode. */
export function looseGroups(sql: string): string[] {
  const lists = tokensOf(sql)
    .join(' ')
    .match(/\b(?:partition|group) by [a-z0-9_.]+(?: , [a-z0-9_.]+)*/g)
  const isLoose = (list: string) => NAMES.business_id.test(list) && !NAMES.mode.test(list)
  return (lists ?? []).filter(isLoose)
}

/** The SQL of each template literal behind `sql`, nested ones included; `$` for each value. */
export function statementsOf(text: string): string[] {
  const found: string[] = []
  const begins = /\bsql(?:<(?:[^<>`]|<[^<>`]*>)*>)?`/g
  for (let begin = begins.exec(text); begin !== null; begin = begins.exec(text)) {
    found.push(templateAt(text, begins.lastIndex).sql)
  }
  return found
}

function templateAt(text: string, from: number): { sql: string; end: number } {
  let sql = ''
  for (let at = from; at < text.length; at++) {
    if (text[at] === '`') return { sql, end: at }
    if (text[at] === '\\') at += 1
    else if (text.startsWith('${', at)) {
      at = valueEnd(text, at + 2)
      sql += ' $ '
    } else sql += text[at]
  }
  return { sql, end: text.length }
}

function valueEnd(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at++) {
    if (text[at] === '`') at = templateAt(text, at + 1).end
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}

function tokensOf(sql: string): string[] {
  const bare = sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  return bare.match(/[a-z_][a-z0-9_]*(?:\.[a-z_*][a-z0-9_]*)?|''|<>|<=|>=|[^\sa-z_]/g) ?? []
}

/** Each query without its subqueries, and each side of a union. */
function scopesOf(tokens: string[]): string[][] {
  const scopes: string[][] = []
  const read = (from: number): { own: string[]; end: number } => {
    let own: string[] = []
    for (let at = from; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token === ')') return { own, end: at }
      if (token === '(') {
        const inner = read(at + 1)
        at = inner.end
        if (STARTS.test(inner.own[0] ?? '')) scopes.push(inner.own)
        own.push('(', ...(STARTS.test(inner.own[0] ?? '') ? ['query'] : inner.own), ')')
      } else if (
        token === 'union' ||
        token === 'except' ||
        token === 'intersect' ||
        token === ';'
      ) {
        scopes.push(own)
        own = token === ';' ? [] : ['select']
      } else own.push(token)
    }
    return { own, end: tokens.length }
  }
  scopes.push(read(0).own)
  return scopes
}

function looseIn(scope: string[], tenants: ReadonlySet<string>): string[] {
  const relations = relationsOf(scope)
  const text = ` ${scope.join(' ')} `
  const own = relations.filter(({ table }) => tenants.has(table))
  const loose = new Map(KEYS.map((key) => [key, looseBy(key, relations, own, text)]))
  const isDriven = (relation: Relation) =>
    KEYS.every((key) => loose.get(key)!.includes(relation) && isHandedOn(key, own, text))
  return KEYS.flatMap((key) =>
    loose
      .get(key)!
      .filter((relation) => !isDriven(relation))
      .map(({ table, alias }) => `${table}${alias === table ? '' : ` ${alias}`}: ${key}`),
  )
}

/** The relations whose key neither a value nor an earlier relation fixes. */
function looseBy(key: Key, all: Relation[], own: Relation[], text: string): Relation[] {
  const found = new Set(own.filter((relation) => isFound(relation, key, all, own, text)))
  const isJoined = (one: Relation, other: Relation) =>
    text.includes(` ${one.alias}.${key} = ${other.alias}.${key} `) ||
    text.includes(` ${other.alias}.${key} = ${one.alias}.${key} `) ||
    one.using.includes(key) ||
    (other.using.includes(key) && all[0] === one)
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const one of own) {
      if (own.some((other) => other !== one && found.has(other) && isJoined(one, other))) {
        found.add(one)
      }
    }
  }
  // Where nothing fixes the key, relations joined to each other count as one.
  const hangs = own.filter((one) => own.some((other) => other !== one && isJoined(one, other)))
  const isDriver = isHandedOn(key, own, text) && found.size === 0 && hangs.length === own.length
  return isDriver && own.length > 1 ? [] : own.filter((relation) => !found.has(relation))
}

function isFound(
  { alias, using }: Relation,
  key: Key,
  all: Relation[],
  own: Relation[],
  text: string,
): boolean {
  const isAlone = own.length === 1
  const prefix = isAlone ? `(?:${alias}\\.)?` : `${alias}\\.`
  const name = `(?<![a-z_.])${prefix}${key}`
  const equal = new RegExp(`${name} = (\\S+)|(\\S+) = ${name}(?![a-z_.])`, 'g')
  const sides = [...text.matchAll(equal)].map(([, right, left]) => right ?? left)
  if (sides.some((side) => !own.some((other) => side === `${other.alias}.${key}`))) return true
  const isStranger = ({ table }: Relation) => !own.some((other) => other.table === table)
  if (using.includes(key) && all.some(isStranger)) return true
  if (
    all.some((other) => isStranger(other) && other.using.includes(key)) &&
    all[0]!.alias === alias
  ) {
    return true
  }
  const row = `\\( (?:[a-z_.]+ , )*${prefix}${key}(?: , [a-z_.]+)* \\) (?:=|in\\b|<|>)`
  const place = `(?<![a-z_.])${prefix}ctid =`
  return new RegExp(`${name} in\\b|${row}|${place}`).test(text)
}

/** The key does not restrict it but is passed on. */
function isHandedOn(key: Key, own: Relation[], text: string): boolean {
  return own.some(({ alias }) => {
    const prefix = own.length === 1 ? `(?:${alias}\\.)?` : `${alias}\\.`
    const handed = `(?:select|returning|by|\\(|,) ${prefix}${key}\\b|(?:select|,) ${prefix}\\*`
    return new RegExp(handed).test(text)
  })
}

function relationsOf(scope: string[]): Relation[] {
  const relations: Relation[] = []
  let depth = 0
  /** The depth at which a comma starts the next table. */
  let listDepth = -1
  for (let at = 0; at < scope.length; at++) {
    const [before, token] = [scope[at - 1], scope[at]!]
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    const isFrom = token === 'from' && before !== 'distinct'
    if (isFrom) listDepth = depth
    else if (AFTER_LIST.test(token)) listDepth = -1
    const isUpdate = token === 'update' && !/^(for|key|do)$/.test(before ?? '')
    const isNext = token === ',' && depth === listDepth
    if (!(isFrom || isUpdate || isNext || token === 'join')) continue
    const next = scope[at + 1] === 'lateral' ? at + 2 : at + 1
    const table = scope[next] ?? ''
    if (!/^[a-z_]+$/.test(table)) continue
    const named = scope[next + 1] === 'as' ? scope[next + 2] : scope[next + 1]
    const isNamed = /^[a-z_][a-z0-9_]*$/.test(named ?? '') && !AFTER_TABLE.test(named!)
    const alias = isNamed ? named! : table
    const end = isNamed ? next + (scope[next + 1] === 'as' ? 3 : 2) : next + 1
    const using = scope[end] === 'using' ? scope.slice(end + 2, scope.indexOf(')', end)) : []
    relations.push({ table, alias, using })
  }
  return relations
}

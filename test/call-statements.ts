import {
  type CallTable,
  claimDue,
  countDue,
  countWaiting,
  findRow,
  listUnknown,
  markAsked,
  postpone,
  setDue,
  setEnded,
  setNextWatch,
} from '../src/core/calls.sql.ts'
import type { Sql } from '../src/platform/db.ts'
import { Query } from '../src/platform/sql.ts'
import { Names } from '../src/platform/values.ts'
import type { Rails } from '../src/providers/rails.ts'

// The statements of a kind of call as PostgreSQL receives them. Their table name is a parameter in
// the source, so a check of the source alone misses it.

export async function statementsOfCall(call: CallTable): Promise<string[]> {
  const texts: string[] = []
  const ask = async (query: Query<unknown>) => {
    texts.push(textOf(query, '').replaceAll('"', ''))
    return [{ count: 0 }] as never
  }
  const isText = (first: unknown): first is TemplateStringsArray =>
    Array.isArray(first) && 'raw' in first
  const sql = ((first: TemplateStringsArray | object, ...parts: unknown[]) =>
    isText(first) ? new Query(first, parts, ask) : new Names(first)) as unknown as Sql

  const [rails, now] = [{ test: {}, live: [] } as unknown as Rails, new Date(0)]
  const row = { businessId: '', mode: 'test', [call.id]: '', [call.columns.asked ?? '']: now }
  const to = { [call.columns.due]: now }
  await claimDue(sql, rails, call, { now, until: now, max: 1 })
  await findRow(sql, call, row)
  await markAsked(sql, call, row, to)
  await postpone(sql, call, row, { now, until: now, said: to })
  await setEnded(sql, call, row, to)
  const { isWatched } = call
  if (isWatched) await setNextWatch(sql, { ...call, isWatched }, row, { now, until: now })
  await setDue(sql, call, { mode: 'test', rail: '' }, '', now)
  await countDue(sql, call, now, 1)
  await listUnknown(sql, call, now)
  for (const need of call.needs) await countWaiting(sql, rails, call, need, 1)
  return texts
}

/** Writes `$` for each value. */
function textOf({ strings, parts }: Query<unknown>, before: string): string {
  return strings.reduce((text, next, i) => {
    if (i === 0) return text + next
    const part = parts[i - 1]
    if (part instanceof Query) return textOf(part, text) + next
    return text + (part instanceof Names ? part.write(text, () => ' $ ') : ' $ ') + next
  }, before)
}

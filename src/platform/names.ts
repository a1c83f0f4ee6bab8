import type { Query, Sql } from './db.ts'

// How names are compared where people search them: in small letters, without accents and dots
// below, without apostrophes of any kind, and with plain letters for the hooked ones of Hausa. So
// `osunleke` finds Ọ̀ṣunlékè, and `dsouza` and `D'Souza` find D’Souza.
//
// Two indexes have the same expression (0060_folded_names.sql), so a change of it needs new ones.
// It is SQL on both sides of a comparison: PostgreSQL and JavaScript differ in small letters. Names
// in ASCII, as most are, skip the slow part: they take 0.6 µs instead of 5.

export function foldedName(sql: Sql, name: Query<unknown>) {
  return sql`(
    case when octet_length(${name}) = length(${name})
      then translate(lower(${name}), '''\`', '')
      else translate(
        lower(regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]', '', 'g')),
        'ɓɗƙƴƁƊƘƳ''\`´‘’ʹʻʼ′＇', 'bdkybdky'
      )
    end
  ) collate "C"`
}

/** What somebody has typed. */
export async function foldName(sql: Sql, typed: string): Promise<string> {
  const [row] = await sql<[{ folded: string }]>`
    select ${foldedName(sql, sql`typed`)} as folded from (select ${typed}::text as typed) t
  `
  return row.folded
}

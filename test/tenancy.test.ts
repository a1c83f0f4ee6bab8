import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looseGroups, looseRelations, statementsOf } from './tenancy.ts'

// What reads the statements must see what a reviewer would.

const TENANTS = new Set(['payment', 'setting', 'logo'])

const FOUND = [
  'select * from payment where business_id = $ and mode = $',
  'select p.* from unnest($) as i (b, m) join payment p on p.business_id = i.b and p.mode = i.m',
  `select * from setting s left join logo l using (business_id, mode) where
    s.business_id = $ and s.mode = $`,
  `update payment set x = 1 where (business_id, mode, id) in (select business_id, mode,
    id from payment where due < $)`,
  `with due as (select business_id, mode, id from payment where due < $) update payment
    p set x = 1 from due where p.business_id = due.business_id and p.mode = due.mode`,
  `update payment t set x = 1 from (select own.ctid as at from payment own where
    own.business_id = $ and own.mode = $) i where t.ctid = i.at`,
  'select count(*) from payment group by business_id, mode',
]
const LOOSE: [sql: string, loose: string[]][] = [
  ['select * from payment where business_id = $', ['payment: mode']],
  ['select * from payment where mode = $', ['payment: business_id']],
  [
    `select * from setting s left join logo l on l.business_id = s.business_id where
      s.business_id = $ and s.mode = $`,
    ['logo l: mode'],
  ],
  [
    'select * from setting s left join logo l on l.business_id = s.business_id and l.mode = s.mode',
    ['setting s: business_id', 'logo l: business_id', 'setting s: mode', 'logo l: mode'],
  ],
  [
    `select (select sum(x) from payment p where p.business_id = s.business_id) from
      setting s where s.business_id = $ and s.mode = $`,
    ['payment p: mode'],
  ],
  [
    `select 1 from payment p, setting s where p.business_id = $ and p.mode = $ and
      s.business_id = p.business_id`,
    ['setting s: mode'],
  ],
  ['update payment set x = 1 where id = $', ['payment: business_id', 'payment: mode']],
  ['delete from logo where business_id = $', ['logo: mode']],
  [
    `select 1 from payment where business_id = $ and mode = $ union all select 1 from
      payment where business_id = $`,
    ['payment: mode'],
  ],
]

for (const sql of FOUND) {
  test(`found by business and mode: ${sql.slice(0, 60).replace(/\s+/g, ' ')}`, () => {
    assert.deepEqual(looseRelations(sql, TENANTS), [])
  })
}

for (const [sql, loose] of LOOSE) {
  test(`mixes modes or businesses: ${sql.slice(0, 60).replace(/\s+/g, ' ')}`, () => {
    assert.deepEqual(looseRelations(sql, TENANTS).sort(), loose.sort())
  })
}

test('a list of groups names the business with the mode, or neither', () => {
  const sql = `
    select count(*) over (partition by p.mode, rail), row_number() over (partition by n.b order by
      n.m) from payment p group by business_id, mode, id;
    select b.name from payment b where mode = $ group by b.name, b.business_id having count(*) > 1;
    select 1 from unnest($) as n (b, m) group by n.m, n.b`

  assert.deepEqual(looseGroups(sql), ['partition by n.b', 'group by b.name , b.business_id'])
})

test('a statement within a statement is read too', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a statement as it stands in the source.
  const text = 'sql<Row[]>`select 1 ${isOne ? sql`and x = ${f({})}` : sql``} limit ${max}`'
  assert.deepEqual(
    statementsOf(text).map((sql) => sql.replaceAll(/\s+/g, ' ').trim()),
    ['select 1 $ limit $', 'and x = $', ''],
  )
})

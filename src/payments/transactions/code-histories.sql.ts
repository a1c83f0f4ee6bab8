import type { Sql } from '../../platform/db.ts'
import type { Transaction } from './transactions.rows.ts'

type Told = Pick<Transaction, 'businessId' | 'mode' | 'id' | 'history' | 'message'>

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000 test 00000000-0000-0000-0000-000000000000'

/** Locked in the order of the key. */
export function listAfter(sql: Sql, place: string | null, max: number) {
  const [businessId, mode, id] = (place ?? BEFORE_ALL).split(' ') as [string, string, string]
  return sql<Told[]>`
    select business_id, mode, id, history, message
    from transaction
    where (business_id, mode, id) > (${businessId}::uuid, ${mode}, ${id}::uuid)
    order by business_id, mode, id
    limit ${max}
    for update
  `
}

/** Who has read one before reads it again: it would write back what stood there. */
export async function rewrite(sql: Sql, rows: Told[]): Promise<void> {
  await sql`
    update transaction t
    set history = i.history, message = i.message, version = t.version + 1
    from unnest(
      ${rows.map(({ businessId }) => businessId)}::uuid[],
      ${rows.map(({ mode }) => mode)}::text[],
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ history }) => history)}::text[],
      ${rows.map(({ message }) => message)}::text[]
    ) as i (business_id, mode, id, history, message)
    where t.business_id = i.business_id and t.mode = i.mode and t.id = i.id
  `
}

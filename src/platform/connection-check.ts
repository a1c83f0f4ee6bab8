import type { Connection } from './connection.ts'
import { connectionError } from './pool.ts'

// A new connection is used only if it has the role and the limits that were requested, and the
// server is writable. A pooler drops settings silently; statements would then run without limits,
// as another role, and without their prepared form (a valid key returns 401, a payment 404).

export type Expected = {
  /** By name, in PostgreSQL's spelling. */
  settings: Record<string, string | number>
  /** Acknowledged payments must survive a crash, also of the primary. */
  isDurable: boolean
  /** A standby, which cannot be written to. */
  isReplica?: boolean
}

const POOLER =
  'A pooler such as pgbouncer drops them: connect to PostgreSQL directly, or through a proxy ' +
  'that passes connections on unchanged, such as haproxy.'
const NOT_DURABLE = /^(off|local)$/

/** Costs one statement per connection. */
export async function checkConnection(
  connection: Connection,
  { settings, isDurable, isReplica = false }: Expected,
): Promise<void> {
  const names = [
    ...Object.keys(settings),
    ...['transaction_read_only', 'synchronous_commit', 'synchronous_standby_names'],
  ]
  const rows = await connection.ask(
    `select name, current_setting(name) as value
    from unnest(array['${names.join("', '")}']) as name
    union all select 'current_user', current_user::text
    union all select 'recovery', pg_is_in_recovery()::text`,
  )
  const found = new Map(rows.map(({ name, value }) => [name as string, value as string]))
  if (!isReplica && found.get('transaction_read_only') === 'on') {
    throw connectionError('CONNECTION_READ_ONLY', readOnly(found.get('recovery') === 'true'))
  }
  const { role } = settings
  const asked = { ...settings, ...(role !== undefined && { current_user: role }) }
  for (const [name, value] of Object.entries(asked)) {
    if (found.get(name) === String(value)) continue
    const what = `${name} is ${found.get(name)}, not ${value}`
    const sentence = `The database connection has lost its settings (${what}). ${POOLER}`
    throw connectionError('CONNECTION_SETTINGS', sentence)
  }
  const commit = found.get('synchronous_commit')!
  const isLocal = commit === 'local' && found.get('synchronous_standby_names') === ''
  if (!isDurable || isLocal || !NOT_DURABLE.test(commit)) return
  const sentence = `synchronous_commit is ${commit}: acknowledged payments could be lost.`
  throw connectionError(
    'CONNECTION_SETTINGS',
    `${sentence} Set it to on for this role and database, and in postgresql.conf.`,
  )
}

function readOnly(isInRecovery: boolean): string {
  return isInRecovery
    ? 'The database is recovering or a standby: nothing can be written to it.'
    : 'The database is read-only: default_transaction_read_only is on.'
}

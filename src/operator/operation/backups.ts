import type { Context } from '../../core/context.ts'
import { readBackup } from './operation.sql.ts'

// How far `npm run backup` has come, as it wrote it down, and the WAL that the server keeps for it.
// Other backups are not seen here.

export function lastBackup({ sql }: Context) {
  return readBackup(sql)
}

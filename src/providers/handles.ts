import type { SealedColumn, Sealer } from '../platform/secrets.ts'
import { ask } from './ask.ts'

// The rail's own name for a thing, as it came with an outcome: kept sealed on the thing's row, and
// handed back with every later call about it.

const HANDLE_LENGTH_MAX = 1_000

type Said = { kind: string; handle?: string }
type Place<Id extends string> = Record<'businessId' | 'mode' | Id, string>
type Log = { error(fields: object, message: string): void }

/** As `ask`. What comes with a handle that is too long to be kept is no answer. */
export async function askKeeping<Outcome extends Said>(
  { log }: { log: Log },
  asked: Promise<Outcome>,
): Promise<Outcome | { kind: 'unknown' }> {
  const outcome: Outcome | { kind: 'unknown' } = await ask(asked)
  const { kind, handle = '' } = outcome as Said
  if (handle.length <= HANDLE_LENGTH_MAX) return outcome
  log.error({ kind, length: handle.length }, 'a rail returned a handle that is too long to store')
  return { kind: 'unknown' }
}

/** A column for the handle of what has `id` for a name. */
export function handleColumn<Id extends string>(table: string, column: string, id: Id) {
  const boundTo = (row: Place<Id>) => `${table}.${column} ${row.businessId} ${row.mode} ${row[id]}`
  const key = ['businessId', 'mode', id] as const
  const sealed: SealedColumn<'businessId' | 'mode' | Id> = { table, column, key, boundTo }
  return {
    sealed,

    /** What the row is to have after this outcome. One that brings none leaves what is there. */
    keep({ keys }: { keys: Sealer }, row: Place<Id>, kept: string | null, { handle }: Said) {
      return handle === undefined ? kept : keys.seal(handle, boundTo(row))
    },

    /** For a call about it. */
    handBack({ keys }: { keys: Sealer }, row: Place<Id>, kept: string | null) {
      return kept === null ? {} : { handle: keys.open(kept, boundTo(row)) }
    },
  }
}

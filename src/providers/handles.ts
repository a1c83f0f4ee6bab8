import type { SealedColumn, Sealer } from '../platform/secrets.ts'
import { ask } from './ask.ts'

// Stores the provider's own id for a thing, sealed on its row, for every later call about it.

const HANDLE_LENGTH_MAX = 1_000

type Said = { kind: string; handle?: string }
type Place<Id extends string> = Record<'businessId' | 'mode' | Id, string>
type Log = { error(fields: object, message: string): void }

/** As `ask`. An outcome whose handle is too long to store is `unknown`. */
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

/** A column with a sealed handle. `id`: the id column of its table. */
export function handleColumn<Id extends string>(table: string, column: string, id: Id) {
  const boundTo = (row: Place<Id>) => `${table}.${column} ${row.businessId} ${row.mode} ${row[id]}`
  const key = ['businessId', 'mode', id] as const
  const sealed: SealedColumn<'businessId' | 'mode' | Id> = { table, column, key, boundTo }
  return {
    sealed,

    /** The column's value after this outcome: unchanged if it has no handle. */
    keep({ keys }: { keys: Sealer }, row: Place<Id>, kept: string | null, { handle }: Said) {
      return handle === undefined ? kept : keys.seal(handle, boundTo(row))
    },

    /** The opened handle, to pass to a call. */
    handBack({ keys }: { keys: Sealer }, row: Place<Id>, kept: string | null) {
      return kept === null ? {} : { handle: keys.open(kept, boundTo(row)) }
    },
  }
}

import { refuseFields } from '../platform/refusal.ts'
import type { SealedColumn, Sealer } from '../platform/secrets.ts'

// BVN and NIN of a row: each in a column of its own, sealed and bound to the row, with the last
// four digits beside it to show.

export type NumberType = 'bvn' | 'nin'
export type Numbers = Record<NumberType, string | null>
/** As the row has them. */
export type SealedNumbers = Numbers & Record<`${NumberType}Last4`, string | null>

const TYPES: NumberType[] = ['bvn', 'nin']
const DIGITS_SHOWN = 4

export const NO_NUMBERS: SealedNumbers = { bvn: null, bvnLast4: null, nin: null, ninLast4: null }

/** `key`: the columns of the primary key. */
export function numberColumns<Key extends string>(table: string, ...key: Key[]) {
  type Row = Record<Key, string>
  const bind = (type: NumberType) => (row: Row) =>
    [`${table}.${type}`, ...key.map((column) => row[column])].join(' ')
  const sealed = (keys: Sealer, row: Row, type: NumberType, number: string | null) =>
    number === null ? null : keys.seal(number, bind(type)(row))
  return {
    seal: ({ keys }: { keys: Sealer }, row: Row, { bvn, nin }: Numbers): SealedNumbers => ({
      bvn: sealed(keys, row, 'bvn', bvn),
      bvnLast4: bvn?.slice(-DIGITS_SHOWN) ?? null,
      nin: sealed(keys, row, 'nin', nin),
      ninLast4: nin?.slice(-DIGITS_SHOWN) ?? null,
    }),

    open({ keys }: { keys: Sealer }, row: Row & Numbers): Numbers {
      const opened = (type: NumberType) => {
        const sealed = row[type]
        return sealed === null ? null : keys.open(sealed, bind(type)(row))
      }
      return { bvn: opened('bvn'), nin: opened('nin') }
    },

    sealed: TYPES.map(
      (column): SealedColumn<Key> => ({ table, column, key, boundTo: bind(column) }),
    ),
  }
}

export function maskedNumber(last4: string | null): string | null {
  return last4 === null ? null : `*******${last4}`
}

/** Refuses if there is neither. `fields`: their names in the request. */
export function needNumber({ bvn, nin }: Numbers, fields: Record<NumberType, string>, why: string) {
  if (bvn !== null || nin !== null) return
  const message = `Send the BVN in ${fields.bvn} or the NIN in ${fields.nin}: ${why}`
  refuseFields([{ field: fields.bvn, code: 'required', message }])
}

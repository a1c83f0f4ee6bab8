import { basisPointsOf, koboOf, nairaToType } from '../naira.ts'
import type { Bearer, Split } from './split-words.tsx'

// A split while it is edited: shares as typed, in percent or naira.

export type Row = { id: number; subaccount: string; share: string }
export type Draft = {
  name: string
  type: Split['type']
  bearer: Bearer
  bearerSubaccount: string
  rows: Row[]
}

export function draftOf(split: Split | undefined): Draft {
  if (split === undefined) {
    const rows = [{ id: 1, subaccount: '', share: '' }]
    return { name: '', type: 'percentage', bearer: 'account', bearerSubaccount: '', rows }
  }
  return {
    name: split.name,
    type: split.type,
    bearer: split.bearer_type,
    bearerSubaccount: split.bearer_subaccount_id ?? '',
    rows: split.subaccounts.map(({ subaccount_id, share }, at) => ({
      id: at + 1,
      subaccount: subaccount_id,
      share: split.type === 'flat' ? nairaToType(share) : String(share),
    })),
  }
}

/** In percent or kobo; null if the text is no valid share. */
export function shareOf(type: Split['type'], text: string): number | null {
  if (type === 'flat') return koboOf(text)
  const points = basisPointsOf(text)
  return points === null ? null : points / 100
}

/** For the API, without the name; null while something is missing. */
export function termsOf({ type, bearer, bearerSubaccount, rows }: Draft) {
  const subaccounts = rows.flatMap(({ subaccount, share }) => {
    const number = shareOf(type, share)
    return subaccount === '' || number === null
      ? []
      : [{ subaccount_id: subaccount, share: number }]
  })
  if (subaccounts.length < rows.length || rows.length === 0) return null
  const isNamed = subaccounts.some(({ subaccount_id }) => subaccount_id === bearerSubaccount)
  if (bearer === 'subaccount' && !isNamed) return null
  return {
    type,
    bearer_type: bearer,
    ...(bearer === 'subaccount' && { bearer_subaccount_id: bearerSubaccount }),
    subaccounts,
  }
}

/** The business's own share in percent; null if shares are amounts. */
export function percentLeft({ type, rows }: Draft): number | null {
  if (type === 'flat') return null
  const shared = rows.reduce(
    (sum, { share }) => sum + Math.round((shareOf(type, share) ?? 0) * 100),
    0,
  )
  return (10_000 - shared) / 100
}

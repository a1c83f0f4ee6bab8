import type { DataOf } from '../api.ts'
import type { Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'

// Words of the pages of API calls.

type Detail = DataOf<'GET', '/requests/{id}'>
type Class = 'done' | 'refused' | 'failed'

export function statusOf(status: number): Class {
  return status < 400 ? 'done' : status < 500 ? 'refused' : 'failed'
}

const TONES: Record<Class, Tone> = { done: 'good', refused: 'warn', failed: 'bad' }

export function STATUSES(status: number): Record<Class, { tone: Tone; text: string }> {
  const shown = (of: Class) => ({ tone: TONES[of], text: String(status) })
  return { done: shown('done'), refused: shown('refused'), failed: shown('failed') }
}

/** All calls of our API have the same beginning. */
export function shortPath(path: string): string {
  return path.replace(/^\/api\/v1(?=\/)/, '')
}

/** The beginning and end of a key; its id if it is no longer listed. */
export function nameOfKey(keys: DataOf<'GET', '/keys'> | undefined, keyId: string): string {
  return keys?.find(({ key_id }) => key_id === keyId)?.hint ?? keyId
}

/** The page of a record that a call named; null if there is none. */
export function pageOfRecord(record: string, path: string): string | null {
  if (/^ref_/.test(record)) return paths.refund(record)
  if (/^(po|payout)_/.test(record)) return paths.payout(record)
  if (/^idv_/.test(record)) return paths.verification(record)
  if (/^evt_/.test(record)) return paths.event(record)
  if (/^SPL_/.test(record)) return paths.split(record)
  if (/^ACCT_/.test(record)) return paths.subaccount(record)
  const isPayment = /\/transactions?\/(initialize|verify\/|[^/]+$)/.test(path)
  return isPayment ? paths.transaction(record) : null
}

/** The call as a command. What was replaced in the log has to be filled in again. */
export function curlOf({ method, path, query, request_body }: Detail, mode: string): string {
  const sent = Object.entries(JSON.parse(query ?? '{}') as Record<string, unknown>)
  const search = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
  const url = `${location.origin}${path}${search && `?${search}`}`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    `  -H 'Authorization: Bearer sk_${mode}_…'`,
  ]
  if (request_body !== null) {
    lines.push(`  -H 'Content-Type: application/json'`, `  -d ${quoted(request_body)}`)
  }
  return lines.join(' \\\n')
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

import assert from 'node:assert/strict'
import { randomFillSync, randomInt } from 'node:crypto'

// Ids are UUIDv7: the first 48 bits are the time in milliseconds, so ids sort by creation and their
// indexes grow at one end. On the wire they have a prefix with the type of the record: `cus_` and
// 32 hexadecimal digits.

declare const kind: unique symbol
export type Id<Kind extends string> = string & { readonly [kind]: Kind }

/** The prefix of each type of record. No two are equal. */
export const PREFIXES = {
  account_change: 'acc',
  api_key: 'key',
  authorization: 'aut',
  book_verification: 'ver',
  card_attempt: 'att',
  charge: 'chg',
  charge_fee: 'cfe',
  charge_reversal: 'crv',
  customer: 'cus',
  deposit: 'dep',
  dispute: 'dsp',
  event: 'evt',
  identity_verification: 'idv',
  invitation: 'inv',
  invoice: 'ivc',
  ledger_line: 'led',
  message: 'msg',
  otp: 'otp',
  payment_link: 'lnk',
  payment_rule: 'rul',
  payout: 'po',
  payout_batch: 'pob',
  payout_reversal: 'rev',
  plan: 'pln',
  quarantined: 'qua',
  refund: 'ref',
  refund_link: 'rfl',
  request_block: 'req',
  return: 'ret',
  settlement: 'set',
  split: 'spl',
  statement: 'stm',
  subaccount: 'sub',
  subscription: 'sbs',
  suspended_credit: 'sus',
  transaction: 'txn',
  virtual_account: 'dva',
  webhook_endpoint: 'whk',
} as const
export type Kind = keyof typeof PREFIXES
const KINDS = Object.keys(PREFIXES) as Kind[]

/** Records that also have a code of 22 characters. */
const CODES = {
  authorization: 'AUTH_',
  customer: 'CUS_',
  plan: 'PLN_',
  split: 'SPL_',
  subaccount: 'ACCT_',
  subscription: 'SUB_',
} as const satisfies { [K in Kind]?: string }
const codes: { [K in Kind]?: string } = CODES

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const pool = Buffer.alloc(16 * 256)
let used = pool.length

export function newId<Kind extends string>(now: Date): Id<Kind> {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + 16)
  used += 16
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return uuidOf(bytes) as Id<Kind>
}

/**
 * A bound, not an id: ids created after this moment are greater, those before it smaller. There are
 * none before 1970.
 */
export function idAt(moment: Date): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, moment.getTime()), 0, 6)
  return uuidOf(bytes)
}

/** When the id was created. */
export function momentOf(id: string): Date {
  return new Date(bytesOf(id).readUIntBE(0, 6))
}

export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${a}-${b}-${c}-${d}-${hex.slice(20)}`
}

export function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** An id in 22 characters of A–Z, a–z, 0–9, - and _. */
export function shortId(uuid: string): string {
  return bytesOf(uuid).toString('base64url')
}

/** The id of a short id; null for other texts. */
export function parseShortId<Kind extends string>(text: string): Id<Kind> | null {
  const bytes = Buffer.from(text, 'base64url')
  // Base64url has several spellings of the same bytes; only one is accepted.
  const isOne = bytes.length === 16 && bytes.toString('base64url') === text
  return isOne ? (uuidOf(bytes) as Id<Kind>) : null
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The id of a record on the wire: `cus_0199…`. */
export function publicId(kind: Kind, id: string): string {
  return `${PREFIXES[kind]}_${id.replaceAll('-', '')}`
}

/** Derived from the id, so that it needs no column: `CUS_AZqm…`. */
export function publicCode(kind: keyof typeof CODES, id: string): string {
  return `${CODES[kind]}${shortId(id)}`
}

/**
 * Reads the id or the code of a record of this type; null for other texts, such as the id of a
 * record of another type. A payment is also found by its bare UUID, as in `transaction_uuid`.
 */
export function parsePublicId<K extends Kind>(kind: K, text: string): Id<K> | null {
  if (kind === 'transaction' && isUuid(text)) return text as Id<K>
  const code = codes[kind]
  if (code !== undefined && text.startsWith(code)) return parseShortId<K>(text.slice(code.length))
  const prefix = `${PREFIXES[kind]}_`
  return text.startsWith(prefix) ? uuidOfHex<K>(text.slice(prefix.length)) : null
}

/**
 * Finds the record that a text in a path or a field names: by its id or code, else by a reference.
 * A prefix decides: what looks like the id of a record, of any type, is no reference.
 */
export async function findNamed<K extends Kind, Row>(
  kind: K,
  text: string,
  byId: (id: Id<K>) => Promise<Row | null>,
  byReference: (reference: string) => Promise<Row | null>,
): Promise<Row | null> {
  // A bare UUID has no prefix, so it can be a reference too.
  const id = isUuid(text) ? null : parsePublicId(kind, text)
  if (id !== null) return byId(id)
  const isOther = !isUuid(text) && KINDS.some((other) => parsePublicId(other, text) !== null)
  // PostgreSQL does not store U+0000, so no reference has it.
  return isOther || text.includes('\0') ? null : byReference(text)
}

/** The id in 32 hexadecimal digits; null for other texts. */
export function uuidOfHex<K extends string>(hex: string): Id<K> | null {
  return /^[0-9a-f]{32}$/.test(hex) ? (uuidOf(Buffer.from(hex, 'hex')) as Id<K>) : null
}

/** Random characters of 0–9, A–Z, a–z. 22 have 130 bits. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')
}

/** The bytes as a big-endian number in base 62, padded with zeros to `length`. */
export function base62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = BASE62[Number(rest % 62n)] + text
    rest /= 62n
  }
  assert(text.length <= length, 'too few characters for these bytes')
  return text.padStart(length, '0')
}

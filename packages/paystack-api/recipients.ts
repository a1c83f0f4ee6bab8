import type { Context, Scope } from '../../src/core/context.ts'
import { bytesOf, uuidOf } from '../../src/platform/ids.ts'
import type { Mode } from '../../src/providers/outcomes.ts'

// A recipient of Paystack is a bank account with a code. Nothing is stored here: the code is the
// account, encrypted for one business and mode. The same account always has the same code.

const PREFIX = 'RCP_'
const TAGS: Record<Mode, number> = { test: 1, live: 2 }
const CODE_AT = 6
const CODE = /^([0-9A-Z]{3,10})\0*$/
const ACCOUNTS = 10_000_000_000
const NUMBER_BYTES = 6

export type Account = { bankCode: string; accountNumber: string }

export function recipientCode(
  { keys }: Pick<Context, 'keys'>,
  { businessId, mode }: Scope,
  { bankCode, accountNumber }: Account,
): string {
  const bytes = Buffer.alloc(16)
  bytes[0] = TAGS[mode]
  bytes.writeUIntBE(Number(accountNumber), 1, 5)
  bytes.write(bankCode, CODE_AT, 'latin1')
  return `${PREFIX}${keys.encryptIds(uuidOf(bytes), businessId)}`
}

/** Null if it is no code of this business and mode. */
export function accountIn(
  { keys }: Pick<Context, 'keys'>,
  { businessId, mode }: Scope,
  code: string,
): Account | null {
  const ids = code.startsWith(PREFIX) ? keys.decryptIds(code.slice(PREFIX.length)) : null
  if (ids === null || ids.second !== businessId) return null
  const bytes = bytesOf(ids.first)
  const account = bytes.readUIntBE(1, 5)
  const [, bankCode] = CODE.exec(bytes.toString('latin1', CODE_AT)) ?? []
  if (bytes[0] !== TAGS[mode] || account >= ACCOUNTS || bankCode === undefined) return null
  return { bankCode, accountNumber: `${account}`.padStart(10, '0') }
}

/** A permanent number for a record without an id, such as a recipient or a bank. */
export function numberOfText({ keys }: Pick<Context, 'keys'>, text: string): number {
  return keys.fingerprint(`paystack number ${text}`).readUIntBE(0, NUMBER_BYTES)
}

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { BusinessId } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'

// Who may open the dashboard of a business. The password is kept as scrypt 2^15/8/3 (approved by
// OWASP ASVS 5.0), with its parameters, so that they can be raised later.

const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const HASH_BYTES = 32
const SALT_BYTES = 16

const hash = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: typeof COST,
) => Promise<Buffer>

export async function createLogin(
  sql: Sql,
  now: Date,
  businessId: BusinessId,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await sql`insert into login ${sql({
    businessId,
    loginId: newId(now),
    email,
    emailFolded: email.normalize('NFC').toLowerCase(),
    passwordHash: await hashPassword(password),
    createdAt: now,
  })}`
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await hash(password.normalize('NFKC'), salt, HASH_BYTES, COST)
  const { N, r, p } = COST
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = kept.split('$')
  const cost = { ...COST, N: Number(N), r: Number(r), p: Number(p) }
  const right = Buffer.from(key, 'base64')
  const given = await hash(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64'),
    right.length,
    cost,
  )
  return timingSafeEqual(right, given)
}

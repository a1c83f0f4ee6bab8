import type { Scope } from '../core/context.ts'
import type { Sql } from '../platform/db.ts'
import { type Id, momentOf } from '../platform/ids.ts'
import type { Kobo } from '../platform/money.ts'
import { type Listed, listOf, type Page } from '../platform/paging.ts'
import { firstRow } from '../platform/rows.ts'
import type { Mode } from '../providers/outcomes.ts'
import type { IdentityType } from '../providers/rails.ts'

export type Recording = VerificationKey & {
  outcome: 'sent' | Failure
  railSession: string | null
  otpSentAt: Date | null
  otpExpiresAt: Date | null
  dueAt: Date | null
}

export type VerificationId = Id<'identity_verification'>

export type VerificationState =
  | 'Requested'
  | 'Pending'
  | 'SUCCESS'
  | 'FAILED'
  | 'LOCKED'
  | 'EXPIRED'

export type Failure = 'unknown_number' | 'not_sent' | 'unavailable' | 'not_found' | 'never_known'

export type VerificationKey = Scope & { verificationId: VerificationId }

export type Verification = VerificationKey & {
  /** The registry that sends its codes. */
  rail: string
  type: IdentityType
  state: VerificationState
  failure: Failure | null
  /** Sealed; null once it is erased. */
  number: string | null
  numberLast4: string
  numberHash: Buffer
  /** Sealed. */
  consent: string | null
  fee: Kobo
  otpId: Id<'otp'>
  railSession: string | null
  otpSentAt: Date | null
  otpExpiresAt: Date | null
  otpResends: number
  /** Guesses that were wrong or have no result yet. */
  attempts: number
  /** Wrong guesses. */
  wrongs: number
  otpHash: Buffer | null
  /** Sealed. */
  details: string | null
  /** As returned with the details; empty if the wallet had none. */
  debitAccountNumber: string | null
  verifiedAt: Date | null
  eraseAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The caller that sees the details. */
export type Accessor = { keyId: string; requestId: string; ipAddress: string }

export type Access = Accessor & {
  how: 'validated' | 'validated_again' | 'replayed'
  createdAt: Date
}

export type Reservation = VerificationKey &
  Pick<Verification, 'rail' | 'type' | 'numberLast4' | 'numberHash' | 'consent' | 'otpId'> & {
    number: string
    effectId: string | null
  }

/** One result each: reserved, insufficient or too_many. `all` must not contain a number twice. */
export async function reserveAll(
  sql: Sql,
  all: Reservation[],
  limits: { fee: Kobo; usesMax: number; since: string; due: Date; now: Date },
): Promise<string[]> {
  const [row] = await sql<[{ outcomes: string[] }]>`
    select identity_reserve(
      ${all.map(({ businessId }) => businessId)}::uuid[],
      ${all.map(({ mode }) => mode)}::text[],
      ${all.map(({ verificationId }) => verificationId)}::uuid[],
      ${all.map(({ type }) => type)}::text[],
      ${all.map(({ number }) => number)}::text[],
      ${all.map(({ numberLast4 }) => numberLast4)}::text[],
      ${all.map(({ numberHash }) => `\\x${numberHash.toString('hex')}`)}::text[]::bytea[],
      ${all.map(({ rail }) => rail)}::text[],
      ${all.map(({ consent }) => consent)}::text[],
      ${all.map(({ otpId }) => otpId)}::uuid[],
      ${all.map(({ effectId }) => effectId)}::uuid[],
      ${limits.fee.toString()}::bigint, ${limits.usesMax}, ${limits.since}, ${limits.due},
      ${limits.now}
    ) as outcomes
  `
  return row.outcomes
}

/** Returns the ids of the rows that had no outcome yet. */
export async function recordAll(
  sql: Sql,
  now: Date,
  all: Recording[],
): Promise<Set<VerificationId>> {
  const times = (of: (recording: Recording) => Date | null) =>
    all.map((recording) => of(recording)?.toISOString() ?? null)
  const [row] = await sql<[{ moved: VerificationId[] }]>`
    select identity_record(
      ${all.map(({ businessId }) => businessId)}::uuid[],
      ${all.map(({ mode }) => mode)}::text[],
      ${all.map(({ verificationId }) => verificationId)}::uuid[],
      ${all.map(({ outcome }) => outcome)}::text[],
      ${all.map(({ railSession }) => railSession)}::text[],
      ${times(({ otpSentAt }) => otpSentAt)}::timestamptz[],
      ${times(({ otpExpiresAt }) => otpExpiresAt)}::timestamptz[],
      ${times(({ dueAt }) => dueAt)}::timestamptz[],
      ${now}
    ) as moved
  `
  return new Set(row.moved)
}

export function findVerification(sql: Sql, { businessId, mode, verificationId }: VerificationKey) {
  return firstRow(sql<Verification[]>`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
  `)
}

/** What an earlier try of the request made. */
export function findByEffect(sql: Sql, { businessId, mode }: Scope, effectId: string) {
  return firstRow(sql<Verification[]>`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode} and effect_id = ${effectId}
  `)
}

/** The uses of a number after `since`, an id made by `idAt`; oldest first. */
export async function findUses(
  sql: Sql,
  mode: Mode,
  numberHash: Buffer,
  since: string,
): Promise<Date[]> {
  const rows = await sql<{ id: string }[]>`
    select unnest(uses) as id from identity_number
    where mode = ${mode} and number_hash = ${numberHash}
    order by id
    limit 1000
  `
  return rows.filter(({ id }) => id > since).map(({ id }) => momentOf(id))
}

export async function setDue(
  sql: Sql,
  { businessId, mode, verificationId }: VerificationKey,
  due: Date,
): Promise<void> {
  await sql`
    update identity_verification set due_at = ${due}
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'Requested'
  `
}

/** Newest first. */
export function listVerifications(
  sql: Sql,
  { businessId, mode }: Scope,
  page: Page,
): Promise<Listed<Verification>> {
  const rows = sql`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf(sql, page, 'verificationId', rows)
}

/** By the state that `stateAt` returns. `Pending` includes those that wait for the registry. */
export function ofState(sql: Sql, state: Exclude<VerificationState, 'Requested'>, now: Date) {
  switch (state) {
    case 'Pending':
      return sql`(state = 'Requested' or (state = 'Pending' and otp_expires_at > ${now}))`
    case 'EXPIRED':
      return sql`(state = 'EXPIRED' or (state = 'Pending' and otp_expires_at <= ${now}))`
    case 'SUCCESS':
    case 'FAILED':
    case 'LOCKED':
      return sql`state = ${state}`
  }
}

export async function insertAccess(
  sql: Sql,
  access: VerificationKey & Access & { accessId: string },
): Promise<void> {
  await sql`insert into identity_access ${sql(access)}`
}

/** The last hundred, newest first. */
export async function listAccesses(
  sql: Sql,
  { businessId, mode, verificationId }: VerificationKey,
): Promise<Access[]> {
  return sql<Access[]>`
    select how, key_id, request_id, ip_address, created_at from identity_access
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
    order by access_id desc
    limit 100
  `
}

import type { Scope } from '../core/context.ts'
import type { Sql } from '../platform/db.ts'
import { type Id, momentOf } from '../platform/ids.ts'
import type { Kobo } from '../platform/money.ts'
import { type Listed, listOf, type Page } from '../platform/paging.ts'
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
  /** The registry that is asked for it. */
  rail: string
  type: IdentityType
  state: VerificationState
  failure: Failure | null
  /** Sealed; null when it is not needed any more. */
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
  /** Guesses let through that have not been right, those under way too. */
  attempts: number
  /** Of these, the wrong ones. */
  wrongs: number
  otpHash: Buffer | null
  /** Sealed. */
  details: string | null
  /** As it was told with the details; empty where the wallet had none. */
  debitAccountNumber: string | null
  verifiedAt: Date | null
  eraseAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Who is shown details. */
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

/** For each in turn: reserved, insufficient or too_many. No number may stand twice in `all`. */
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

/** Answers the ids of those that still waited for it. */
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

export async function findVerification(
  sql: Sql,
  { businessId, mode, verificationId }: VerificationKey,
): Promise<Verification | null> {
  const [row] = await sql<Verification[]>`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
  `
  return row ?? null
}

/** What the first try of a request made. */
export async function findByEffect(
  sql: Sql,
  { businessId, mode }: Scope,
  effectId: string,
): Promise<Verification | null> {
  const [row] = await sql<Verification[]>`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode} and effect_id = ${effectId}
  `
  return row ?? null
}

/** When the number was used after `since`, which is made by `idAt`; the first use is first. */
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

type ListFilter = { state: Exclude<VerificationState, 'Requested'> | null; now: Date }

/** Newest first. What waits for the registry is listed as Pending. */
export function listVerifications(
  sql: Sql,
  { businessId, mode }: Scope,
  filter: ListFilter,
  page: Page,
): Promise<Listed<Verification>> {
  const rows = sql`
    select * from identity_verification
    where business_id = ${businessId} and mode = ${mode} and ${matches(sql, filter)}
  `
  return listOf(sql, page, 'verificationId', rows)
}

/** As `stateAt` sees it. */
function matches(sql: Sql, { state, now }: ListFilter) {
  switch (state) {
    case null:
      return sql`true`
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

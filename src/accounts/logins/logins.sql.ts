import type { Role } from '../../core/access.ts'
import type { BusinessId } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type LoginId = Id<'login'>

export type Login = {
  loginId: LoginId
  email: string
  name: string
  passwordHash: string
  isOperator: boolean
  /** Consecutive failures, from unknown and from known devices (devices.ts). */
  failures: number
  deviceFailures: number
  totpSecret: string | null
  totpSince: Date | null
  totpStep: bigint
  provedAt: Date | null
  createdAt: Date
}

type NewLogin = {
  loginId: LoginId
  email: string
  emailFolded: string
  name: string
  passwordHash: string
  isOperator: boolean
  provedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** False if the address is taken. */
export function insertLogin(sql: Sql, login: NewLogin) {
  return hasRow(sql`
    insert into login ${sql(login)}
    on conflict (email_folded) do nothing
    returning login_id
  `)
}

export function findLogin(sql: Sql, loginId: LoginId) {
  return firstRow(sql<Login[]>`
    select * from login
    where login_id = ${loginId}
  `)
}

export function findLoginByEmail(sql: Sql, emailFolded: string) {
  return firstRow(sql<Login[]>`
    select * from login
    where email_folded = ${emailFolded}
  `)
}

export async function listOperators(sql: Sql) {
  return sql<Pick<Login, 'loginId' | 'email'>[]>`
    select login_id, email from login
    where is_operator
    order by login_id
    limit 1000
  `
}

export function lockLogin(sql: Sql, loginId: LoginId) {
  return firstRow(sql<Login[]>`
    select * from login
    where login_id = ${loginId}
    for update
  `)
}

export async function updateLogin(
  sql: Sql,
  loginId: LoginId,
  change: Partial<Omit<Login, 'loginId' | 'createdAt'>> & { updatedAt: Date },
): Promise<void> {
  await sql`
    update login set ${sql(change)}
    where login_id = ${loginId}
  `
}

/** Called before the password is checked. */
export async function countFailure(sql: Sql, loginId: LoginId, isKnown: boolean): Promise<void> {
  await sql`
    update login set
      failures = failures + case when ${isKnown} then 0 else 1 end,
      device_failures = device_failures + case when ${isKnown} then 1 else 0 end
    where login_id = ${loginId}
  `
}

/** A success on a known device does not clear the failures of unknown ones. */
export async function clearFailures(sql: Sql, loginId: LoginId, isKnown: boolean): Promise<void> {
  await sql`
    update login set
      failures = case when ${isKnown} then failures else 0 end, device_failures = 0
    where login_id = ${loginId} and (failures > 0 or device_failures > 0)
  `
}

/** False if this step or a later one was used already. */
export function takeStep(sql: Sql, loginId: LoginId, step: bigint, now: Date) {
  return hasRow(sql`
    update login set totp_step = ${step}, updated_at = ${now}
    where login_id = ${loginId} and totp_step < ${step}
    returning login_id
  `)
}

/**
 * False if the address is not proved and the login is a member somewhere already. Lock the login
 * first, so that two businesses cannot do this concurrently.
 */
export function insertMembership(
  sql: Sql,
  member: { businessId: BusinessId; loginId: LoginId; role: Role; createdAt: Date },
) {
  const { businessId, loginId, role, createdAt } = member
  return hasRow(sql`
    insert into membership (business_id, login_id, role, created_at)
    select ${businessId}::uuid, l.login_id, ${role}, ${createdAt}::timestamptz
    from login l
    where l.login_id = ${loginId} and (
      l.proved_at is not null
      or not exists (select from membership m where m.login_id = l.login_id)
    )
    returning login_id
  `)
}

export function isMember(sql: Sql, loginId: LoginId) {
  return hasRow(sql`
    select from membership
    where login_id = ${loginId}
    limit 1
  `)
}

/** Whether they joined the team at or before `since`. */
export function isMemberSince(sql: Sql, businessId: BusinessId, loginId: LoginId, since: Date) {
  return hasRow(sql`
    select from membership
    where business_id = ${businessId} and login_id = ${loginId} and created_at <= ${since}
  `)
}

export async function findRole(
  sql: Sql,
  businessId: BusinessId,
  loginId: LoginId,
): Promise<Role | null> {
  const [row] = await sql<{ role: Role }[]>`
    select role from membership
    where business_id = ${businessId} and login_id = ${loginId}
  `
  return row?.role ?? null
}

/** Locks the membership against changes until COMMIT. */
export async function findLockedRole(
  sql: Sql,
  businessId: BusinessId,
  loginId: LoginId,
): Promise<Role | null> {
  const [row] = await sql<{ role: Role }[]>`
    select role from membership
    where business_id = ${businessId} and login_id = ${loginId}
    for share
  `
  return row?.role ?? null
}

export async function listMemberships(sql: Sql, loginId: LoginId) {
  return sql<{ businessId: BusinessId; name: string; role: Role; liveActivatedAt: Date | null }[]>`
    select m.business_id, b.name, m.role, b.live_activated_at
    from membership m
    join business b using (business_id)
    where m.login_id = ${loginId}
    order by b.name, m.business_id
    limit 200
  `
}

type MemberRow = {
  loginId: LoginId
  email: string
  name: string
  role: Role
  totpSince: Date | null
  seenAt: Date | null
  createdAt: Date
}

export async function listMembers(sql: Sql, businessId: BusinessId): Promise<MemberRow[]> {
  return sql<MemberRow[]>`
    select m.login_id, l.email, l.name, m.role, l.totp_since, m.created_at,
      (select max(s.seen_at) from login_session s where s.login_id = m.login_id) as seen_at
    from membership m
    join login l using (login_id)
    where m.business_id = ${businessId}
    order by m.created_at, m.login_id
    limit 500
  `
}

/** The email addresses of the owners. */
export async function ownersOf(sql: Sql, businessId: BusinessId): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select l.email from membership m
    join login l using (login_id)
    where m.business_id = ${businessId} and m.role = 'owner'
    order by m.login_id
    limit 50
  `
  return rows.map(({ email }) => email)
}

/** Locks the team until COMMIT, so that changes of a team run one after the other. */
export async function lockMembers(
  sql: Sql,
  businessId: BusinessId,
): Promise<{ loginId: LoginId; role: Role }[]> {
  return sql<{ loginId: LoginId; role: Role }[]>`
    select login_id, role from membership
    where business_id = ${businessId}
    order by login_id
    for update
  `
}

export async function updateRole(
  sql: Sql,
  { businessId, loginId, role }: { businessId: BusinessId; loginId: LoginId; role: Role },
): Promise<void> {
  await sql`
    update membership set role = ${role}
    where business_id = ${businessId} and login_id = ${loginId}
  `
}

export async function deleteMembership(
  sql: Sql,
  businessId: BusinessId,
  loginId: LoginId,
): Promise<void> {
  await sql`
    delete from membership
    where business_id = ${businessId} and login_id = ${loginId}
  `
}

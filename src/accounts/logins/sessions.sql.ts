import type { Role } from '../../core/access.ts'
import type { BusinessId } from '../../core/context.ts'
import type { SignedIn } from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Login, LoginId } from './logins.sql.ts'
import type { SessionId } from './logins.ts'

export type Session = SignedIn

type BusinessSession = Session & { role: Role | null }

export type Asked = { sessionId: SessionId; businessId: BusinessId }
type Alive = { createdAfter: Date; seenAfter: Date }
type NewSession = {
  sessionId: SessionId
  loginId: LoginId
  tokenHash: Buffer
  stage: Session['stage']
  createdAt: Date
  seenAt: Date
  freshUntil: Date
  address: string
  agent: string
}

/**
 * False if the password or the second factor has changed since `login` was read: that change ends
 * all sessions and must not miss this one.
 */
export function insertSession(
  sql: Sql,
  session: NewSession,
  login: Pick<Login, 'passwordHash' | 'totpSince'>,
) {
  const { sessionId, loginId, tokenHash, stage, createdAt, seenAt, freshUntil } = session
  return hasRow(sql`
    insert into login_session (
      session_id, login_id, token_hash, stage, created_at, seen_at, fresh_until, address, agent
    )
    select ${sessionId}, login_id, ${tokenHash}, ${stage}, ${createdAt}::timestamptz,
      ${seenAt}::timestamptz, ${freshUntil}::timestamptz, ${session.address}, ${session.agent}
    from login
    where login_id = ${loginId} and password_hash = ${login.passwordHash}
      and (totp_since is null) = ${login.totpSince === null}
    for share
    returning session_id
  `)
}

export function findSession(sql: Sql, tokenHash: Buffer, { createdAfter, seenAfter }: Alive) {
  return firstRow(sql<Session[]>`
    select s.session_id, s.login_id, l.email, l.is_operator, s.stage, s.created_at, s.seen_at,
      s.fresh_until, l.totp_since is not null as has_second_factor
    from login_session s
    join login l using (login_id)
    where s.token_hash = ${tokenHash} and s.ended_at is null
      and s.created_at > ${createdAfter} and s.seen_at > ${seenAfter}
  `)
}

/** Open sessions, in the order of `asked`; null for one that has ended. */
export async function findBusinessSessions(
  sql: Sql,
  asked: Asked[],
  { createdAfter, seenAfter }: Alive,
): Promise<(BusinessSession | null)[]> {
  const sessionIds = asked.map(({ sessionId }) => sessionId)
  const businessIds = asked.map(({ businessId }) => businessId)
  const rows = await sql<(BusinessSession & { place: number })[]>`
    select a.place::integer, s.session_id, s.login_id, l.email, l.is_operator, s.stage,
      s.created_at, s.seen_at, s.fresh_until, l.totp_since is not null as has_second_factor, m.role
    from unnest(${sessionIds}::uuid[], ${businessIds}::uuid[]) with ordinality
      as a (session_id, business_id, place)
    join login_session s on s.session_id = a.session_id and s.stage = 'open'
      and s.ended_at is null and s.created_at > ${createdAfter} and s.seen_at > ${seenAfter}
    join login l on l.login_id = s.login_id
    left join membership m on m.business_id = a.business_id and m.login_id = s.login_id
  `
  const found = new Map(rows.map(({ place, ...found }) => [place, found]))
  return asked.map((_, i) => found.get(i + 1) ?? null)
}

export async function seeSession(sql: Sql, sessionId: SessionId, now: Date): Promise<void> {
  await sql`
    update login_session set seen_at = ${now}
    where session_id = ${sessionId} and seen_at < ${now}
  `
}

/** False if it has ended or is open already. */
export function openSession(
  sql: Sql,
  sessionId: SessionId,
  { tokenHash, freshUntil, now }: { tokenHash: Buffer; freshUntil: Date; now: Date },
) {
  return hasRow(sql`
    update login_session
    set stage = 'open', token_hash = ${tokenHash}, fresh_until = ${freshUntil}, seen_at = ${now}
    where session_id = ${sessionId} and stage = 'second_factor' and ended_at is null
    returning session_id
  `)
}

export async function refreshSession(
  sql: Sql,
  sessionId: SessionId,
  freshUntil: Date,
): Promise<void> {
  await sql`
    update login_session set fresh_until = ${freshUntil}
    where session_id = ${sessionId}
  `
}

export async function listSessions(sql: Sql, loginId: LoginId, alive: Alive) {
  return sql<
    { sessionId: SessionId; createdAt: Date; seenAt: Date; address: string; agent: string }[]
  >`
    select session_id, created_at, seen_at, address, agent from login_session
    where login_id = ${loginId} and ended_at is null
      and created_at > ${alive.createdAfter} and seen_at > ${alive.seenAfter}
    order by seen_at desc, session_id
    limit 100
  `
}

export function endSession(
  sql: Sql,
  { loginId, sessionId, now }: { loginId: LoginId; sessionId: SessionId; now: Date },
) {
  return hasRow(sql`
    update login_session set ended_at = ${now}
    where login_id = ${loginId} and session_id = ${sessionId} and ended_at is null
    returning session_id
  `)
}

export async function endSessionsBut(
  sql: Sql,
  { loginId, kept, now }: { loginId: LoginId; kept: SessionId | null; now: Date },
): Promise<void> {
  await sql`
    update login_session set ended_at = ${now}
    where login_id = ${loginId} and ended_at is null
      and (${kept}::uuid is null or session_id <> ${kept})
  `
}

export async function deleteSessions(sql: Sql, createdBefore: Date): Promise<number> {
  const { count } = await sql`
    delete from login_session
    where session_id in (
      select session_id from login_session
      where created_at < ${createdBefore}
      order by session_id
      limit 1000
    )
  `
  return count
}

import { randomBytes } from 'node:crypto'
import type { Role } from '../../core/access.ts'
import type { BusinessId, Context } from '../../core/context.ts'
import { batchedFor } from '../../platform/batch.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sha256 } from '../../platform/secrets.ts'
import { deleteResets } from './account.sql.ts'
import { deleteEmails } from './emails.sql.ts'
import { findRole, type Login, type LoginId } from './logins.sql.ts'
import { loginOf, type SessionId } from './logins.ts'
import {
  type Asked,
  type BusinessSession,
  deleteSessions,
  endSession,
  endSessionsBut,
  findBusinessSessions,
  findSession,
  insertSession,
  listSessions,
  openSession,
  refreshSession,
  type Session,
  seeSession,
} from './sessions.sql.ts'
import { deleteFailures } from './sign-in.sql.ts'
import { checkAgain, checkCode, checkCredentials, type From } from './sign-in.ts'

// Being signed in: a cookie of 256 random bits, whose SHA-256 is a row. It ends by itself after
// half an hour without a request and after twelve hours at most, and at once when somebody ends it.

const TOKEN_BYTES = 32
const IDLE_MS = 30 * MINUTE
const SESSION_MS = 12 * HOUR
/** For so long after the password nobody is asked for it again. */
const FRESH_MS = 5 * MINUTE
/** How exactly the last request is known. */
const SEEN_MS = 1 * MINUTE
const AGENT_LENGTH_MAX = 300
/** How long a failure, or a session that is over, is kept. */
const KEPT_MS = 24 * HOUR
const EMAILS_KEPT_MS = 30 * DAY

/** The password was right: a new session, and the cookie of it, this once. */
export async function signIn(
  context: Context,
  { email, password, from }: { email: string; password: string; from: From },
): Promise<{ token: string; stage: Session['stage']; login: Login; sessionId: SessionId }> {
  const login = await checkCredentials(context, { email, password, from })
  const stage = login.totpSince === null ? 'open' : 'second_factor'
  return { login, stage, ...(await begin(context, login, from, stage)) }
}

/** For whoever has just proved by a mail who they are. */
export async function beginAfterMail(
  context: Context,
  loginId: LoginId,
  from: From,
): Promise<{ token: string; stage: Session['stage'] }> {
  const login = await loginOf(context, loginId)
  const stage = login.totpSince === null ? 'open' : 'second_factor'
  const { token } = await begin(context, login, from, stage)
  return { token, stage }
}

/** The second step. The cookie is a new one, so that the first is worth nothing any more. */
export async function enterCode(
  context: Context,
  session: Session,
  code: string,
  from: From,
): Promise<{ token: string }> {
  if (session.stage === 'open') refuse('second_factor_is_done')
  const login = await loginOf(context, session.loginId)
  await checkCode(context, login, code, from)
  const now = context.now()
  const token = newToken()
  const freshUntil = later(now, FRESH_MS)
  const tokenHash = sha256(token)
  const isOpen = await openSession(context.sql, session.sessionId, { tokenHash, freshUntil, now })
  return isOpen ? { token } : refuse('signed_out')
}

/** Whose cookie this is; null for what is none, is over, or was ended. */
export async function sessionOf(context: Context, token: string): Promise<Session | null> {
  const now = context.now()
  const found = await findSession(context.sql, sha256(token), aliveAt(now))
  if (found && found.seenAt < later(now, -SEEN_MS)) {
    await seeSession(context.sql, found.sessionId, now)
  }
  return found
}

/** As it is now, with what the login is in a business; whoever asks does not keep it alive. */
export async function businessSessionOf(
  context: Context,
  sessionId: SessionId,
  businessId: BusinessId,
): Promise<BusinessSession | null> {
  return businessSessions(context, { sessionId, businessId })
}

/** All that are asked at one moment are one statement. */
const businessSessions = batchedFor((context: Context, asked: Asked[]) =>
  findBusinessSessions(context.sql, asked, aliveAt(context.now())),
)

/** The password once more, and a code where there is a second factor. Answers how long it holds. */
export async function confirm(
  context: Context,
  session: Session,
  password: string,
  code: string,
): Promise<Date> {
  await checkAgain(context, session, password, code)
  const freshUntil = later(context.now(), FRESH_MS)
  await refreshSession(context.sql, session.sessionId, freshUntil)
  return freshUntil
}

export function isFresh(context: Context, { freshUntil }: Session): boolean {
  return freshUntil > context.now()
}

/** What this person is in a business; null where they have nothing to do with it. */
export async function roleIn(
  context: Context,
  businessId: BusinessId,
  loginId: LoginId,
): Promise<Role | null> {
  return findRole(context.sql, businessId, loginId)
}

export async function sessionsOf(context: Context, loginId: LoginId) {
  return listSessions(context.sql, loginId, aliveAt(context.now()))
}

/** Between these and now a session that lives began, and was seen. */
function aliveAt(now: Date) {
  return { createdAfter: later(now, -SESSION_MS), seenAfter: later(now, -IDLE_MS) }
}

/** False where this person has no such session. */
export async function endOne(
  context: Context,
  loginId: LoginId,
  sessionId: SessionId,
): Promise<boolean> {
  return endSession(context.sql, { loginId, sessionId, now: context.now() })
}

export async function endOthers(context: Context, { loginId, sessionId }: Session): Promise<void> {
  await endSessionsBut(context.sql, { loginId, kept: sessionId, now: context.now() })
}

/** A job: sessions that are over, old tries and mails. Answers how many sessions are gone. */
export async function forgetSessions(context: Context): Promise<number> {
  const now = context.now()
  await deleteFailures(context.sql, later(now, -KEPT_MS))
  await deleteEmails(context.sql, later(now, -EMAILS_KEPT_MS))
  await deleteResets(context.sql, later(now, -EMAILS_KEPT_MS))
  return deleteSessions(context.sql, later(now, -(SESSION_MS + KEPT_MS)))
}

async function begin(
  context: Context,
  login: Login,
  { address, agent }: From,
  stage: Session['stage'],
): Promise<{ token: string; sessionId: SessionId }> {
  const now = context.now()
  const token = newToken()
  const sessionId = newId<'login_session'>(now)
  const session = {
    sessionId,
    loginId: login.loginId,
    tokenHash: sha256(token),
    stage,
    createdAt: now,
    seenAt: now,
    freshUntil: stage === 'open' ? later(now, FRESH_MS) : now,
    address,
    agent: agent.slice(0, AGENT_LENGTH_MAX),
  }
  if (!(await insertSession(context.sql, session, login))) refuse('signed_out')
  return { token, sessionId }
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

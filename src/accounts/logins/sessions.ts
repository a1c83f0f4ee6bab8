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
import { deleteSignUps } from './sign-up.sql.ts'

// A session is a cookie of 256 random bits, stored as its SHA-256. It ends after half an hour
// without a request, after twelve hours at most, or when the person ends it.

const TOKEN_BYTES = 32
const IDLE_MS = 30 * MINUTE
const SESSION_MS = 12 * HOUR
/** How long a confirmed password need not be confirmed again. */
const FRESH_MS = 5 * MINUTE
/** The precision of the last request's time. */
const SEEN_MS = 1 * MINUTE
const AGENT_LENGTH_MAX = 300
/** How long failures and ended sessions are kept. */
const KEPT_MS = 24 * HOUR
const EMAILS_KEPT_MS = 30 * DAY

type Begun = { token: string; stage: Session['stage']; login: Login; sessionId: SessionId }

/** Checks the password and starts a session. Returns its token, only once. */
export async function signIn(
  context: Context,
  { email, password, from }: { email: string; password: string; from: From },
): Promise<Begun> {
  return begin(context, await checkCredentials(context, { email, password, from }), from)
}

/** Starts a session for a person who has just opened an emailed link. */
export async function beginAfterMail(
  context: Context,
  loginId: LoginId,
  from: From,
): Promise<Begun> {
  return begin(context, await loginOf(context, loginId), from)
}

/** The second step. Makes a new token, so that the first one stops working. */
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

/** The session of a token; null if it is wrong or the session has ended. */
export async function sessionOf(context: Context, token: string): Promise<Session | null> {
  const now = context.now()
  const found = await findSession(context.sql, sha256(token), aliveAt(now))
  if (found && found.seenAt < later(now, -SEEN_MS)) {
    await seeSession(context.sql, found.sessionId, now)
  }
  return found
}

/**
 * A session with its role in a business. Does not keep the session alive. Concurrent calls share
 * one statement.
 */
export const businessSessionOf = batchedFor((context: Context, asked: Asked[]) =>
  findBusinessSessions(context.sql, asked, aliveAt(context.now())),
)

/** Checks the password again, and a code if there is a second factor. Returns `freshUntil`. */
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

/** Null if the person is not in the team. */
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

/** A live session was created, and seen, after these. */
function aliveAt(now: Date) {
  return { createdAfter: later(now, -SESSION_MS), seenAfter: later(now, -IDLE_MS) }
}

/** False if this person has no such session. */
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

/** A job: deletes old sessions, failures, emails and sign-ups. Returns how many sessions. */
export async function forgetSessions(context: Context): Promise<number> {
  const now = context.now()
  await deleteFailures(context.sql, later(now, -KEPT_MS))
  await deleteEmails(context.sql, later(now, -EMAILS_KEPT_MS))
  await deleteResets(context.sql, later(now, -EMAILS_KEPT_MS))
  await deleteSignUps(context.sql, later(now, -EMAILS_KEPT_MS))
  return deleteSessions(context.sql, later(now, -(SESSION_MS + KEPT_MS)))
}

async function begin(context: Context, login: Login, { address, agent }: From): Promise<Begun> {
  const now = context.now()
  const stage: Session['stage'] = login.totpSince === null ? 'open' : 'second_factor'
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
  return { token, stage, login, sessionId }
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

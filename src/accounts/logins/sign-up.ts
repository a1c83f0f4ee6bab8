import type { BusinessId, Context } from '../../core/context.ts'
import { openWebhookEndpoints } from '../../core/events/webhooks.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/networks.ts'
import { refuse } from '../../platform/refusal.ts'
import { createBusiness } from '../businesses/businesses.ts'
import { startAnew } from './account.ts'
import { isByMail, isMailed, queueEmail } from './emails.ts'
import { findLoginByEmail, isMember, type LoginId, lockLogin } from './logins.sql.ts'
import { addMember, createHashed, foldEmail } from './logins.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { findSignUp, insertSignUp, type SignUp, type SignUpId, takeSignUp } from './sign-up.sql.ts'
import { giveTriesBack, type Limit, takeTries } from './tries.ts'

// A person opens a business without an operator, if COWRIE_SIGN_UP is on.
//
//   (none) ──[signUp]──> waiting ──[confirmSignUp]──> used: a business, its owner and test keys
//                        waiting ──1 day──> expired ──[signUpAgain]──> another one waits
//
// (1) Every address gets the same answer after the same work. One that has a login gets an email
//     that says so, and no business.
// (2) Nothing is opened before the emailed link was followed and its button pressed: programs that
//     check mail follow links.
// (3) The link asks for the password of the sign-up. Otherwise somebody could sign up with the
//     address of another person, who confirms it, and know the password of their login.
// (4) A link works once, and an address gets one login: of two sign-ups, one is confirmed.
// (5) Without a mail server the link proves no mailbox, as in members.ts (5).

const SIGN_UP_MS = 1 * DAY
const AT_ADDRESS: Limit = { triesMax: 5, windowMs: 1 * HOUR, isGrowing: false }
const FROM_NETWORK: Limit = { triesMax: 20, windowMs: 1 * HOUR, isGrowing: false }
const PASSWORDS: Limit = { triesMax: 10, windowMs: 1 * HOUR, isGrowing: true }
const TOO_MANY = 'Too many sign-ups. Wait for `Retry-After` seconds.'

export type Wanted = { businessName: string; name: string; email: string; password: string }

/** Returns the link on a laptop without a mail server; otherwise null: it is in the email. */
export async function signUp(
  context: Context,
  { password, ...wanted }: Wanted,
  address: string,
): Promise<string | null> {
  refuseClosed(context)
  const { email, name, businessName } = wanted
  await checkPassword(password, [email, name, businessName], false)
  await take(context, foldEmail(email), address)
  const passwordHash = await hashPassword(password, context.passwordCost)
  return write(context, { ...wanted, emailFolded: foldEmail(email), passwordHash })
}

/** The sign-up of a link. Refuses one that has expired, so that a new email can be asked for. */
export async function openSignUp(context: Context, token: string): Promise<SignUp> {
  const found = await read(context, token)
  return found.expiresAt > context.now() ? found : refuse('sign_up_expired')
}

/** Emails a new link in place of one that has expired. */
export async function signUpAgain(
  context: Context,
  token: string,
  address: string,
): Promise<string | null> {
  const { email, emailFolded, name, businessName, passwordHash } = await read(context, token)
  await take(context, emailFolded, address)
  return write(context, { email, emailFolded, name, businessName, passwordHash })
}

/** Opens the business and makes the person its owner. */
export async function confirmSignUp(
  context: Context,
  token: string,
  password: string,
): Promise<{ loginId: LoginId; businessId: BusinessId }> {
  const waiting = await openSignUp(context, token)
  const { signUpId, email, name, businessName, passwordHash } = waiting
  const tries = `sign-up ${signUpId}`
  await takeTries(context, [{ subject: tries, limit: PASSWORDS }])
  if (!(await isPassword(password, passwordHash))) refuse('wrong_credentials')
  await giveTriesBack(context, tries, PASSWORDS.triesMax)
  const isProved = await isByMail(context.sql, signUpId)
  const now = context.now()
  return context.sql.begin(async (sql) => {
    if (!(await takeSignUp(sql, waiting, now))) refuse('link_not_valid')
    const person = { email, name, passwordHash, isProved }
    const loginId = await ownerOf(sql, now, person)
    const business = { name: businessName, email }
    const { businessId } = await createBusiness(sql, now, business, context.keys)
    await openWebhookEndpoints(sql, context.keys, { businessId, mode: 'test' }, now)
    await addMember(sql, now, { businessId, loginId, role: 'owner' })
    return { loginId, businessId }
  })
}

type Owner = { email: string; name: string; passwordHash: string; isProved: boolean }

/** A new login, or one that nobody has proved to be theirs. */
async function ownerOf(sql: Sql, now: Date, person: Owner): Promise<LoginId> {
  const { email, ...anew } = person
  const made = await createHashed(sql, now, person)
  if (made !== null) return made
  const known = await findLoginByEmail(sql, foldEmail(email))
  const locked = known && (await lockLogin(sql, known.loginId))
  const isOurs = locked && locked.provedAt === null
  if (!isOurs || (!person.isProved && (await isMember(sql, locked.loginId)))) {
    return refuse('sign_up_done')
  }
  await startAnew(sql, now, { loginId: locked.loginId, ...anew })
  return locked.loginId
}

type New = Omit<SignUp, 'signUpId' | 'createdAt' | 'expiresAt'>

async function write(context: Context, wanted: New): Promise<string | null> {
  const now = context.now()
  const signUpId = newId<'sign_up'>(now)
  const { email, emailFolded, businessName } = wanted
  const isKnown = await context.sql.begin(async (sql) => {
    const login = await findLoginByEmail(sql, emailFolded)
    const times = { createdAt: now, expiresAt: later(now, SIGN_UP_MS) }
    await insertSignUp(sql, { ...wanted, signUpId, ...times })
    const kind = login?.provedAt ? 'sign_up_known' : 'sign_up'
    const about = { subjectId: signUpId, businessId: null, businessName }
    await queueEmail(context, sql, { kind, email: login?.email ?? email, ...about })
    return login?.provedAt != null
  })
  const isShown = !isMailed(context) && !context.config.isProduction && !isKnown
  return isShown ? signUpLink(context, signUpId) : null
}

async function take(context: Context, emailFolded: string, address: string): Promise<void> {
  const counts = [
    { subject: `sign-up from ${networkOf(address)}`, limit: FROM_NETWORK },
    { subject: `sign-up of ${emailFolded}`, limit: AT_ADDRESS },
  ]
  await takeTries(context, counts, TOO_MANY)
}

/** A link that was sent before the operator closed sign-up opens nothing either. */
function refuseClosed({ config }: Context): void {
  if (!config.signUp) refuse('sign_up_closed')
}

async function read(context: Context, token: string): Promise<SignUp> {
  refuseClosed(context)
  const ids = context.keys.decryptIds(token) ?? refuse('link_not_valid')
  return (await findSignUp(context.sql, ids.first as SignUpId)) ?? refuse('link_not_valid')
}

/** The token follows `#`, so that it reaches no server and no log. */
export function signUpLink(from: Pick<Context, 'keys' | 'baseUrl'>, signUpId: SignUpId): string {
  return `${from.baseUrl()}/dashboard/sign-up/confirm#${from.keys.encryptIds(signUpId, signUpId)}`
}

import { type KeyScope, mayDo, type Role, scopesOf } from '../../core/access.ts'
import type { BusinessId, Context } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { forgetCached, revokeKeysOf } from '../businesses/businesses.ts'
import { startAnew } from './account.ts'
import { isByMail, isMailed, queueEmail } from './emails.ts'
import {
  deleteMembership,
  findLockedRole,
  findLoginByEmail,
  findRole,
  isMember,
  type Login,
  type LoginId,
  lockLogin,
  lockMembers,
  updateRole,
} from './logins.sql.ts'
import { addMember, createHashed, foldEmail } from './logins.ts'
import {
  acceptInvitation,
  findBusinessName,
  findInvitation,
  type InvitationId,
  type InvitationRow,
  insertInvitation,
  withdrawAllInvitations,
  withdrawInvitation,
} from './members.sql.ts'
import { checkPassword, hashPassword } from './passwords.ts'

export { listInvitations } from './members.sql.ts'

// The team of a business. A person is invited by email and becomes a member through its link, with
// an existing login or a new one.
//
//   open ──[accept]──> accepted      open ──[withdraw]──> withdrawn      open ──7 days──> expired
//
// (1) An address has at most one open invitation; a new one replaces it.
// (2) A business always has an owner.
// (3) A person who is being removed makes a key before the removal, which then revokes it, or not
//     at all [grantableBy].
// (4) When an owner leaves or changes role, all open invitations are withdrawn: each could be a way
//     back.
// (5) Without a mail server, the inviter sees the link, so it proves nothing: the login that it
//     makes belongs to this business only (logins.ts, 6). Another business's invitation of that
//     address resets the login if the link was emailed, and is refused otherwise.

export { isMemberSince, listMembers, ownersOf } from './logins.sql.ts'

const INVITATION_MS = 7 * DAY

type Invited = { email: string; role: Role }

export async function changeRole(
  context: Context,
  businessId: BusinessId,
  loginId: LoginId,
  role: Role,
): Promise<void> {
  const now = context.now()
  await context.sql.begin(async (sql) => {
    const members = await lockMembers(sql, businessId)
    const before = requireOwner(members, loginId, role)
    await updateRole(sql, { businessId, loginId, role })
    if (before === 'owner' && role !== 'owner') await withdrawAllInvitations(sql, businessId, now)
  })
}

/** The scopes that a member may grant. Locks the membership until COMMIT. */
export async function grantableBy(
  sql: Sql,
  businessId: BusinessId,
  loginId: LoginId,
): Promise<KeyScope[]> {
  const role = (await findLockedRole(sql, businessId, loginId)) ?? refuse('role_forbids')
  return mayDo(role, 'keys') ? scopesOf(role) : refuse('role_forbids')
}

/** Returns how many of their keys were revoked. */
export async function removeMember(
  context: Context,
  businessId: BusinessId,
  loginId: LoginId,
  { revokesKeys = true } = {},
): Promise<number> {
  const now = context.now()
  const revoked = await context.sql.begin(async (sql) => {
    const members = await lockMembers(sql, businessId)
    const before = requireOwner(members, loginId, null)
    await deleteMembership(sql, businessId, loginId)
    if (before === 'owner') await withdrawAllInvitations(sql, businessId, now)
    return revokesKeys ? revokeKeysOf(sql, now, businessId, loginId) : 0
  })
  if (revoked > 0) {
    forgetCached(context)
    context.pubSub.publish(EVENTS_TOPIC)
  }
  return revoked
}

/** Refuses to remove the last owner. `role`: the new one; null: they leave. Returns the old one. */
function requireOwner(
  members: { loginId: LoginId; role: Role }[],
  loginId: LoginId,
  role: Role | null,
): Role {
  const member = members.find((one) => one.loginId === loginId) ?? refuse('member_not_found')
  const others = members.filter((one) => one !== member)
  if (role !== 'owner' && !others.some((one) => one.role === 'owner')) refuse('last_owner')
  return member.role
}

type Made = { invitationId: InvitationId; token: string; expiresAt: Date }

/** Returns the token of the link, which the inviter can pass on. */
export async function invite(
  context: Context,
  businessId: BusinessId,
  invited: Invited,
): Promise<Made> {
  return context.sql.begin(async (sql) => {
    // Concurrent invitations of one address run one after the other.
    await lockMembers(sql, businessId)
    return inviteIn(context, sql, businessId, invited)
  })
}

/** In the transaction that opens the business. */
export async function inviteOwner(
  context: Context,
  sql: Sql,
  { businessId, email }: { businessId: BusinessId; email: string },
): Promise<void> {
  await inviteIn(context, sql, businessId, { email, role: 'owner' })
}

async function inviteIn(
  context: Context,
  sql: Sql,
  businessId: BusinessId,
  { email, role }: Invited,
): Promise<Made> {
  const now = context.now()
  const invitationId = newId<'invitation'>(now)
  const emailFolded = foldEmail(email)
  const expiresAt = later(now, INVITATION_MS)
  const login = await findLoginByEmail(sql, emailFolded)
  if (login && (await findRole(sql, businessId, login.loginId))) refuse('member_already')
  if (!isMailed(context)) await refuseOthers(sql, login)
  const invitation = { businessId, invitationId, email, emailFolded, role }
  await insertInvitation(sql, { ...invitation, createdAt: now, expiresAt })
  await queueEmail(context, sql, {
    kind: 'invitation',
    email,
    subjectId: invitationId,
    businessId,
    businessName: await findBusinessName(sql, businessId),
  })
  return { invitationId, token: invitationToken(context, businessId, invitationId), expiresAt }
}

export async function withdraw(
  context: Context,
  businessId: BusinessId,
  invitationId: InvitationId,
): Promise<void> {
  const now = context.now()
  const isDone = await withdrawInvitation(context.sql, { businessId, invitationId, now })
  if (!isDone) refuse('invitation_not_found')
}

/** The invitation as its link shows it. */
export async function openInvitation(context: Context, token: string) {
  const invitation = await readInvitation(context, token)
  const login = await findLoginByEmail(context.sql, invitation.emailFolded)
  if (!(await isByMail(context.sql, invitation.invitationId))) {
    await refuseOthers(context.sql, login)
  }
  // An unproved login will be reset.
  return { ...invitation, hasLogin: login !== null && login.provedAt !== null }
}

/** Refuses an unproved login of another business, whose owner may be anybody. */
async function refuseOthers(sql: Sql, login: Login | null): Promise<void> {
  const isOthers = login?.provedAt === null && (await isMember(sql, login.loginId))
  if (isOthers) refuse('address_not_proved')
}

/**
 * Makes the person a member. With a proved address they must be signed in. Otherwise name and
 * password create or reset the login; `isNew` says so, and nobody is signed in yet.
 */
export async function accept(
  context: Context,
  token: string,
  person: { name: string; password: string } | null,
  signedIn: LoginId | null,
): Promise<{ loginId: LoginId; businessId: BusinessId; isNew: boolean }> {
  const invitation = await readInvitation(context, token)
  const { businessId, invitationId, role, email, emailFolded } = invitation
  const isProved = await isByMail(context.sql, invitationId)
  const known = await findLoginByEmail(context.sql, emailFolded)
  const isNew = !known?.provedAt
  if (!isNew && known.loginId !== signedIn) refuse('sign_in_to_accept')
  if (isNew && !isProved) await refuseOthers(context.sql, known)
  // Before any lock: hashing takes long.
  const newcomer = isNew ? { isProved, ...(await newcomerOf(context, invitation, person)) } : null
  const now = context.now()
  const loginId = await context.sql.begin(async (sql) => {
    await lockMembers(sql, businessId)
    if (!(await acceptInvitation(sql, { businessId, invitationId, now }))) refuse('link_not_valid')
    const locked = known && (await lockLogin(sql, known.loginId))
    // The address was proved meanwhile, and this password may not be its owner's.
    if (newcomer && locked?.provedAt) refuse('sign_in_to_accept')
    if (newcomer && locked) await startAnew(sql, now, { loginId: locked.loginId, ...newcomer })
    const made = locked ?? { loginId: await createHashed(sql, now, { email, ...newcomer! }) }
    const id = made.loginId ?? refuse('sign_in_to_accept')
    await addMember(sql, now, { businessId, loginId: id, role })
    return id
  })
  return { loginId, businessId, isNew }
}

async function newcomerOf(
  { passwordCost }: Context,
  { email, businessName }: InvitationRow,
  person: { name: string; password: string } | null,
): Promise<{ name: string; passwordHash: string }> {
  const { name, password } = person ?? refuse('password_needed')
  await checkPassword(password, [email, name, businessName], false)
  return { name, passwordHash: await hashPassword(password, passwordCost) }
}

/** The token in the link: unguessable, and not stored. */
export function invitationToken(
  context: Context,
  businessId: BusinessId,
  invitationId: InvitationId,
): string {
  return context.keys.encryptIds(invitationId, businessId)
}

async function readInvitation(context: Context, token: string): Promise<InvitationRow> {
  const ids = context.keys.decryptIds(token) ?? refuse('link_not_valid')
  const found = await findInvitation(context.sql, {
    businessId: ids.second as BusinessId,
    invitationId: ids.first as InvitationId,
    now: context.now(),
  })
  return found ?? refuse('link_not_valid')
}

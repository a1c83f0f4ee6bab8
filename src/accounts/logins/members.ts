import { type KeyScope, mayDo, type Role, scopesOf } from '../../core/access.ts'
import type { BusinessId, Context } from '../../core/context.ts'
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
  listMembers,
  lockLogin,
  lockMembers,
  type MemberRow,
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
  listInvitations,
  withdrawAllInvitations,
  withdrawInvitation,
} from './members.sql.ts'
import { checkPassword, hashPassword } from './passwords.ts'

// The team of a business. Somebody is invited by mail, and becomes a member when they open the
// link: with the password that they have here already, or with one that they choose then.
//
//   open ──[accept]──> accepted      open ──[withdraw]──> withdrawn      open ──7 days──> expired
//
// (1) Of one address one invitation is open; another takes its place.
// (2) A business always has an owner.
// (3) Whoever makes a key while they are taken out of the team makes it before, so that it can be
//     revoked with them, or not at all [grantableBy].
// (4) Where an owner leaves, or is one no longer, all open invitations are withdrawn, as each of
//     them may be a way back.
// (5) Without a mail server whoever invites sees the link, so it proves nothing: the login that it
//     makes is of this business alone (logins.ts, 6). Another business's invitation of the same
//     address makes that login anew if the link came by mail, and is refused otherwise.

export { isMemberSince, ownersOf } from './logins.sql.ts'

const INVITATION_MS = 7 * DAY

type Invited = { email: string; role: Role }

export async function membersOf(context: Context, businessId: BusinessId): Promise<MemberRow[]> {
  return listMembers(context.sql, businessId)
}

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

/** The scopes that a member may give to a key. The membership stays as it is until COMMIT. */
export async function grantableBy(
  sql: Sql,
  businessId: BusinessId,
  loginId: LoginId,
): Promise<KeyScope[]> {
  const role = (await findLockedRole(sql, businessId, loginId)) ?? refuse('role_forbids')
  return mayDo(role, 'keys') ? scopesOf(role) : refuse('role_forbids')
}

/** Answers how many of the keys that they made are revoked with them. */
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
  if (revoked > 0) forgetCached(context)
  return revoked
}

/**
 * That there would be one still. `role`: what this member becomes; null where they leave. Answers
 * what they were.
 */
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

/** Answers the token of the link, for whoever invites to hand over as well. */
export async function invite(
  context: Context,
  businessId: BusinessId,
  invited: Invited,
): Promise<Made> {
  return context.sql.begin(async (sql) => {
    // Of two who invite the same address at once, one sees the other.
    await lockMembers(sql, businessId)
    return inviteIn(context, sql, businessId, invited)
  })
}

/** Together with the business that they are to own. */
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

export async function invitationsOf(
  context: Context,
  businessId: BusinessId,
): Promise<InvitationRow[]> {
  return listInvitations(context.sql, businessId, context.now())
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

/** What somebody sees who has opened the link. */
export async function openInvitation(context: Context, token: string) {
  const invitation = await readInvitation(context, token)
  const login = await findLoginByEmail(context.sql, invitation.emailFolded)
  if (!(await isByMail(context.sql, invitation.invitationId))) {
    await refuseOthers(context.sql, login)
  }
  // One that was never proved is made anew.
  return { ...invitation, hasLogin: login !== null && login.provedAt !== null }
}

/** The login of another business's person, who may be anybody. */
async function refuseOthers(sql: Sql, login: Login | null): Promise<void> {
  const isOthers = login?.provedAt === null && (await isMember(sql, login.loginId))
  if (isOthers) refuse('address_not_proved')
}

/**
 * Becomes a member. `signedIn`: who is, if anybody: a proved address must be signed in as that.
 * Else name and password make its login, or make it anew (`isNew`: nobody is signed in as it).
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
  // Before anything is locked: it takes a while.
  const newcomer = isNew ? { isProved, ...(await newcomerOf(context, invitation, person)) } : null
  const now = context.now()
  const loginId = await context.sql.begin(async (sql) => {
    await lockMembers(sql, businessId)
    if (!(await acceptInvitation(sql, { businessId, invitationId, now }))) refuse('link_not_valid')
    const locked = known && (await lockLogin(sql, known.loginId))
    // Somebody proved it meanwhile, and this password is not theirs.
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

/** What stands in the link of the mail: unguessable, and nothing of it is kept. */
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

import { type Permission, permissionsOf, type Role } from '../../core/access.ts'
import type { BusinessId, Context } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { type Id, newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  findLogin,
  insertLogin,
  insertMembership,
  type Login,
  type LoginId,
  listMemberships,
} from './logins.sql.ts'
import { hashPassword } from './passwords.ts'

// A login opens the dashboard: an email address, a password, and a role in each business. The life
// of a session:
//
//             [signIn]                     [enterCode]
//   (none) ──────────────> second_factor ───────────────> open ──────────> ended
//             └── without a second factor ────────────────^   [endOne], [endOthers], 30 minutes
//                                                              without a request, 12 hours at most
//
// (1) Passwords, codes and recovery codes are counted as failures before they are checked, so
//     concurrent requests get no more than ten tries (sign-in.ts).
// (2) An unknown address, a wrong password and a locked account give the same response, after the
//     same time.
// (3) Session tokens and recovery codes are stored as SHA-256. A code of the second factor works
//     once (second-factor.ts).
// (4) A changed password or second factor ends every other session (account.ts).
// (5) A business always has an owner (members.ts).
// (6) A login whose address was never proved belongs to one business, the one that invited it, and
//     is never an operator. An address is proved by opening an emailed link, or by making the login
//     on the machine. The first proof ends everything set before it (account.ts).

export type SessionId = Id<'login_session'>

/** The same for addresses that differ only in Unicode form or letter case. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/** Without a business. `password` is checked already. Null if the address is taken. */
export async function createLogin(
  sql: Sql,
  now: Date,
  person: Omit<NewPerson, 'passwordHash'> & { password: string },
): Promise<LoginId | null> {
  const { password, ...rest } = person
  return createHashed(sql, now, { ...rest, passwordHash: await hashPassword(password) })
}

type NewPerson = {
  email: string
  name: string
  passwordHash: string
  isOperator?: boolean
  /** Whether the mailbox is known to be theirs. */
  isProved: boolean
}

/** As `createLogin`, for callers that hold locks: hashing a password takes long. */
export async function createHashed(
  sql: Sql,
  now: Date,
  person: NewPerson,
): Promise<LoginId | null> {
  const { email, name, passwordHash, isOperator = false, isProved } = person
  const loginId = newId<'login'>(now)
  const isNew = await insertLogin(sql, {
    loginId,
    email,
    emailFolded: foldEmail(email),
    name,
    passwordHash,
    isOperator,
    provedAt: isProved ? now : null,
    createdAt: now,
    updatedAt: now,
  })
  return isNew ? loginId : null
}

export async function addMember(
  sql: Sql,
  now: Date,
  member: { businessId: BusinessId; loginId: LoginId; role: Role },
): Promise<void> {
  const isMade = await insertMembership(sql, { ...member, createdAt: now })
  if (!isMade) refuse('address_not_proved')
}

export async function loginOf(context: Context, loginId: LoginId): Promise<Login> {
  return (await findLogin(context.sql, loginId)) ?? refuse('signed_out')
}

type OwnBusiness = {
  businessId: BusinessId
  name: string
  role: Role
  liveActivatedAt: Date | null
  permissions: Permission[]
}

export async function businessesOf(context: Context, loginId: LoginId): Promise<OwnBusiness[]> {
  const rows = await listMemberships(context.sql, loginId)
  return rows.map((row) => ({ ...row, permissions: permissionsOf(row.role) }))
}

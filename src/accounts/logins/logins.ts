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

// Who may open the dashboard: a person with an e-mail address, a password, and a role in each
// business. The life of being signed in:
//
//             [signIn]                     [enterCode]
//   nobody ──────────────> second_factor ───────────────> open ──────────> ended
//             └── where there is no second factor ────────^   [endOne], [endOthers], 30 minutes
//                                                              without a request, 12 hours at most
//
// (1) A password, a code and a recovery code are counted as wrong before they are looked at, so no
//     number of requests at once is worth more than ten tries (sign-in.ts).
// (2) An unknown address, a wrong password and an account that is shut answer alike, in one time.
// (3) Of what a browser keeps the SHA-256 is here; of a recovery code too. A code of the second
//     factor is taken once (second-factor.ts).
// (4) A changed password or second factor ends every other session (account.ts).
// (5) A business always has an owner (members.ts).
// (6) A login whose address was never proved is a member of the one business that invited it, and
//     never an operator. Proved means: a link that we sent by mail was opened, or the login was
//     made at the machine. The first proof ends all that was set before it (account.ts).

export type SessionId = Id<'login_session'>

/** Addresses that are one: by Unicode form and by letter case. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/** A person without a business. `password`: checked already, or made by us. Null: it is taken. */
export async function createLogin(
  sql: Sql,
  now: Date,
  person: {
    email: string
    name: string
    password: string
    isOperator?: boolean
    isProved: boolean
  },
): Promise<LoginId | null> {
  const { password, ...rest } = person
  return createHashed(sql, now, { ...rest, passwordHash: await hashPassword(password) })
}

/** For whoever holds something: deriving a password takes long. */
export async function createHashed(
  sql: Sql,
  now: Date,
  person: {
    email: string
    name: string
    passwordHash: string
    isOperator?: boolean
    /** Whether it is known that the mailbox is theirs. */
    isProved: boolean
  },
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

/** A business that a person may open, and what they may do there. */
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

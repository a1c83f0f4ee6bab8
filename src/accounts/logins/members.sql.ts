import type { Role } from '../../core/access.ts'
import type { BusinessId } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type InvitationId = Id<'invitation'>

export type InvitationRow = {
  businessId: BusinessId
  invitationId: InvitationId
  businessName: string
  email: string
  emailFolded: string
  role: Role
  createdAt: Date
  expiresAt: Date
}
type Named = { businessId: BusinessId; invitationId: InvitationId; now: Date }

/** Replaces an open invitation of the same address. */
export async function insertInvitation(
  sql: Sql,
  invitation: Omit<InvitationRow, 'businessName'>,
): Promise<void> {
  const { businessId, emailFolded, createdAt } = invitation
  await sql`
    update invitation set withdrawn_at = ${createdAt}
    where business_id = ${businessId} and email_folded = ${emailFolded}
      and accepted_at is null and withdrawn_at is null
  `
  await sql`insert into invitation ${sql(invitation)}`
}

export function findInvitation(sql: Sql, { businessId, invitationId, now }: Named) {
  return firstRow(sql<InvitationRow[]>`
    select i.*, b.name as business_name
    from invitation i
    join business b using (business_id)
    where i.business_id = ${businessId} and i.invitation_id = ${invitationId}
      and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}
  `)
}

export async function listInvitations(
  sql: Sql,
  businessId: BusinessId,
  now: Date,
): Promise<InvitationRow[]> {
  return sql<InvitationRow[]>`
    select i.*, b.name as business_name
    from invitation i
    join business b using (business_id)
    where i.business_id = ${businessId}
      and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}
    order by i.created_at desc
    limit 200
  `
}

/** False if it is not open any more. */
export function acceptInvitation(sql: Sql, { businessId, invitationId, now }: Named) {
  return hasRow(sql`
    update invitation set accepted_at = ${now}
    where business_id = ${businessId} and invitation_id = ${invitationId}
      and accepted_at is null and withdrawn_at is null and expires_at > ${now}
    returning invitation_id
  `)
}

/** False if it is not open any more. */
export function withdrawInvitation(sql: Sql, { businessId, invitationId, now }: Named) {
  return hasRow(sql`
    update invitation set withdrawn_at = ${now}
    where business_id = ${businessId} and invitation_id = ${invitationId}
      and accepted_at is null and withdrawn_at is null
    returning invitation_id
  `)
}

export async function withdrawAllInvitations(
  sql: Sql,
  businessId: BusinessId,
  now: Date,
): Promise<void> {
  await sql`
    update invitation set withdrawn_at = ${now}
    where business_id = ${businessId} and accepted_at is null and withdrawn_at is null
  `
}

export async function findBusinessName(sql: Sql, businessId: BusinessId): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select name from business
    where business_id = ${businessId}
  `
  return row?.name ?? ''
}

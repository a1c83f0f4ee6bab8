import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { action, record, under } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { type Id, isUuid, parsePublicId, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { listMadeBy } from '../businesses/businesses.ts'
import { Key, toWireKey } from '../businesses/keys.routes.ts'
import { Token } from './account.routes.ts'
import { isMailed } from './emails.ts'
import type { LoginId } from './logins.sql.ts'
import type { InvitationId } from './members.sql.ts'
import {
  accept,
  changeRole,
  invite,
  listInvitations,
  listMembers,
  openInvitation,
  removeMember,
  withdraw,
} from './members.ts'
import { Email, enter, fromOf, Password, Role } from './session.routes.ts'
import { beginAfterMail } from './sessions.ts'

const NAME_LENGTH_MAX = 100

const Member = Type.Object({
  login_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  second_factor: Type.Boolean(),
  seen_at: Nullable(Timestamp('The last request.')),
  created_at: Timestamp('When the person joined the team.'),
})
const Invitation = Type.Object({
  invitation_id: Type.String(),
  email: Type.String(),
  role: Role,
  created_at: Timestamp('When it was created.'),
  expires_at: Timestamp('When it expires.'),
})
const Made = Type.Object({
  invitation_id: Type.String(),
  link: Nullable(
    Type.String({ description: 'Shown only once. null: it was sent by email instead.' }),
  ),
  expires_at: Timestamp('When it expires.'),
})
const Opened = Type.Object({
  email: Type.String(),
  business_name: Type.String(),
  role: Role,
  has_login: Type.Boolean({ description: 'true: sign in, then accept. false: choose a password.' }),
})

export const teamRoutes = under('Team', [
  record('/members', {
    needs: 'view',
    isForPeople: true,
    operationId: 'listMembers',
    summary: 'List the team',
    answer: Type.Array(Member),
    message: 'Team',
    handle: async (context, { scope }) =>
      (await listMembers(context.sql, scope.businessId)).map((member) => ({
        ...toWire(member),
        second_factor: member.totpSince !== null,
      })),
  }),
  action('PUT /members/:login_id', {
    needs: 'team',
    fresh: true,
    operationId: 'updateMember',
    summary: 'Change the role of a team member',
    description:
      'If they were an owner and become another role, all open invitations of the business are ' +
      'withdrawn.',
    body: Type.Object({ role: Role }),
    refusals: [404, 409],
    message: 'Role changed',
    handle: async (context, { scope, params, body }) => {
      await changeRole(context, scope.businessId, loginIdOf(params.login_id), body.role)
      return null
    },
  }),
  action('DELETE /members/:login_id', {
    needs: 'team',
    fresh: true,
    operationId: 'removeMember',
    summary: 'Remove a person from the team',
    description:
      'Takes effect at once, and revokes every key that they created, in both modes. If they ' +
      'were an owner, all open invitations of the business are withdrawn.',
    query: {
      revoke_keys: Type.Optional(
        Type.Enum(['true', 'false'], {
          description: 'false: the keys that they created stay valid.',
        }),
      ),
    },
    answer: Type.Object({ keys_revoked: Type.Integer() }),
    refusals: [400, 404, 409],
    message: 'Removed from the team',
    handle: async (context, { scope, params, query }) => {
      const revokesKeys = query.revoke_keys !== 'false'
      const id = loginIdOf(params.login_id)
      return { keys_revoked: await removeMember(context, scope.businessId, id, { revokesKeys }) }
    },
  }),
  record('/members/:login_id/keys', {
    needs: 'team',
    operationId: 'listMemberKeys',
    summary: 'List the active keys that a person created',
    description: 'In both modes. Includes people who have left the team.',
    answer: Type.Array(Key),
    message: 'Keys found',
    handle: async (context, { scope, params }) => {
      const madeBy = loginIdOf(params.login_id)
      const keys = await listMadeBy(context.sql, scope.businessId, madeBy, context.now())
      return keys.map(toWireKey)
    },
  }),
  record('/invitations', {
    needs: 'team',
    operationId: 'listInvitations',
    summary: 'List open invitations',
    answer: Type.Array(Invitation),
    message: 'Invitations',
    handle: async (context, { scope }) =>
      (await listInvitations(context.sql, scope.businessId, context.now())).map((one) => ({
        ...toWire(one),
        invitation_id: publicId('invitation', one.invitationId),
      })),
  }),
  action('POST /invitations', {
    needs: 'team',
    fresh: true,
    operationId: 'createInvitation',
    summary: 'Invite a person to the team',
    body: Type.Object({ email: Email, role: Role }),
    answer: Made,
    status: 201,
    message: 'Invitation created',
    handle: async (context, { scope, body }) => {
      const made = await invite(context, scope.businessId, body)
      return {
        invitation_id: publicId('invitation', made.invitationId),
        // The inviter could open the link and accept in the name of the invited person.
        link: isMailed(context) ? null : invitationLink(context, made.token),
        expires_at: toWire(made.expiresAt),
      }
    },
  }),
  action('DELETE /invitations/:invitation_id', {
    needs: 'team',
    operationId: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    refusals: [404],
    message: 'Invitation withdrawn',
    handle: async (context, { scope, params }) => {
      const id: InvitationId =
        parsePublicId('invitation', params.invitation_id) ?? refuse('invitation_not_found')
      await withdraw(context, scope.businessId, id)
      return null
    },
  }),
])

/** Through the link of an invitation, without a session. */
export const acceptRoutes = under('Team', [
  action('POST /invitations/open', {
    needs: 'anyone',
    operationId: 'openInvitation',
    summary: 'Fetch an invitation',
    body: Type.Object({ token: Token }),
    answer: Opened,
    refusals: [404],
    message: 'Invitation',
    handle: async (context, { body }) => toWire(await openInvitation(context, body.token)),
  }),
  action('POST /invitations/accept', {
    needs: 'anyone',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    body: Type.Object({
      token: Token,
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, format: 'person-name' }),
      ),
      password: Type.Optional(Password),
    }),
    answer: Type.Object({ business_id: Type.String() }),
    refusals: [404],
    message: 'Welcome to the team',
    handle: async (context, request, reply) => {
      const { token, name, password } = request.body
      const isPerson = name !== undefined && password !== undefined
      const person = isPerson ? { name: name.trim(), password } : null
      const signedIn = request.login?.stage === 'open' ? request.login.loginId : null
      const { loginId, businessId, isNew } = await accept(context, token, person, signedIn)
      if (isNew) {
        const begun = await beginAfterMail(context, loginId, fromOf(request))
        await enter(context, request, reply, begun.token)
      }
      return { business_id: businessId }
    },
  }),
])

/** The token follows `#`, so that it reaches no server and no log. */
function invitationLink(context: Context, token: string): string {
  return `${context.baseUrl()}/dashboard/invitation#${token}`
}

function loginIdOf(text: string): LoginId {
  return isUuid(text) ? (text as Id<'login'>) : refuse('member_not_found')
}

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { listMadeBy } from '../businesses/businesses.ts'
import { Key, shownKey } from '../businesses/keys.routes.ts'
import type { Context } from '../context.ts'
import { type Id, isUuid, parsePublicId, publicId } from '../lib/ids.ts'
import { refuse } from '../lib/refusal.ts'
import { answers, created, Nullable, Success, Timestamp } from '../wire.ts'
import { Token } from './account.routes.ts'
import { isMailed } from './letters.ts'
import type { LoginId } from './logins.ts'
import {
  accept,
  changeRole,
  type InvitationId,
  invitationsOf,
  invite,
  membersOf,
  openInvitation,
  removeMember,
  withdraw,
} from './members.ts'
import { Email, fromOf, giveCookie, giveDevice, Password } from './session.routes.ts'
import { beginAfterMail, sessionOf } from './sessions.ts'

// The wire of a business's team.

const NAME_LENGTH_MAX = 100
const Role = Type.Enum(['owner', 'developer', 'finance', 'support'])
const NoData = Success(Type.Null())
const Removed = Success(Type.Object({ keys_revoked: Type.Integer() }))
const Member = Type.Object({
  login_id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Role,
  second_factor: Type.Boolean(),
  seen_at: Nullable(Timestamp('The last request.')),
  created_at: Timestamp('Since when in the team.'),
})
const Invitation = Type.Object({
  invitation_id: Type.String(),
  email: Type.String(),
  role: Role,
  created_at: Timestamp('When it was made.'),
  expires_at: Timestamp('Until when it can be accepted.'),
})
const MemberParams = Type.Object({ login_id: Type.String() })
const tags = ['Team']

export function teamRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/members',
      { schema: { tags, summary: 'The team', response: answers(Success(Type.Array(Member)), []) } },
      async ({ scope }) => {
        const members = await membersOf(context, scope.businessId)
        const data = members.map((member) => ({
          login_id: member.loginId,
          email: member.email,
          name: member.name,
          role: member.role,
          second_factor: member.totpSince !== null,
          seen_at: member.seenAt?.toISOString() ?? null,
          created_at: member.createdAt.toISOString(),
        }))
        return { status: 'success' as const, message: 'Team', data }
      },
    )

    app.put(
      '/members/:login_id',
      {
        schema: {
          tags,
          summary: 'Give somebody of the team another role',
          params: MemberParams,
          body: Type.Object({ role: Role }),
          response: answers(NoData, [400, 404, 409]),
        },
      },
      async ({ scope, params, body }) => {
        await changeRole(context, scope.businessId, loginIdOf(params.login_id), body.role)
        return { status: 'success' as const, message: 'The role is changed', data: null }
      },
    )

    app.delete(
      '/members/:login_id',
      {
        schema: {
          tags,
          summary: 'Take somebody out of the team, at once',
          description: 'Keys that they made stay good unless they are revoked with it.',
          params: MemberParams,
          querystring: Type.Object({
            revoke_keys: Type.Optional(
              Type.Enum(['true', 'false'], {
                description: 'true: every key that they made, in both modes, is revoked with it.',
              }),
            ),
          }),
          response: answers(Removed, [400, 404, 409]),
        },
      },
      async ({ scope, params, query }) => {
        const revokeKeys = query.revoke_keys === 'true'
        const id = loginIdOf(params.login_id)
        const count = await removeMember(context, scope.businessId, id, { revokeKeys })
        const data = { keys_revoked: count }
        return { status: 'success' as const, message: 'No longer in the team', data }
      },
    )

    app.get(
      '/members/:login_id/keys',
      {
        schema: {
          tags,
          summary: 'The keys that somebody made and that are still good',
          description: 'In both modes; of somebody who has left the team too.',
          params: MemberParams,
          response: answers(Success(Type.Array(Key)), [404]),
        },
      },
      async ({ scope, params }) => {
        const madeBy = loginIdOf(params.login_id)
        const keys = await listMadeBy(context.sql, scope.businessId, madeBy, context.now())
        return { status: 'success' as const, message: 'Keys found', data: keys.map(shownKey) }
      },
    )
    invitationRoutes(context)(app, {}, done)
  }
}

function invitationRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/invitations',
      {
        schema: {
          tags,
          summary: 'Invitations that are open',
          response: answers(Success(Type.Array(Invitation)), []),
        },
      },
      async ({ scope }) => {
        const invitations = await invitationsOf(context, scope.businessId)
        const data = invitations.map((invitation) => ({
          invitation_id: publicId('inv', invitation.invitationId),
          email: invitation.email,
          role: invitation.role,
          created_at: invitation.createdAt.toISOString(),
          expires_at: invitation.expiresAt.toISOString(),
        }))
        return { status: 'success' as const, message: 'Invitations', data }
      },
    )

    const Made = Type.Object({
      invitation_id: Type.String(),
      link: Nullable(
        Type.String({ description: 'Shown this once. null: it was mailed, and to nobody else.' }),
      ),
      expires_at: Timestamp('Until when it can be accepted.'),
    })
    app.post(
      '/invitations',
      {
        schema: {
          tags,
          summary: 'Invite somebody into the team',
          body: Type.Object({ email: Email, role: Role }),
          response: created(Success(Made), [400, 409]),
        },
      },
      async ({ scope, body }, reply) => {
        const made = await invite(context, scope.businessId, body)
        const data = {
          invitation_id: publicId('inv', made.invitationId),
          // Who can hand it on could open it in the name of the one who is invited.
          link: isMailed(context) ? null : invitationLink(context, made.token),
          expires_at: made.expiresAt.toISOString(),
        }
        return reply.status(201).send({ status: 'success', message: 'Invited', data })
      },
    )

    app.delete(
      '/invitations/:invitation_id',
      {
        schema: {
          tags,
          summary: 'Withdraw an invitation',
          params: Type.Object({ invitation_id: Type.String() }),
          response: answers(NoData, [404]),
        },
      },
      async ({ scope, params }) => {
        const id: InvitationId =
          parsePublicId<'invitation'>('inv', params.invitation_id) ?? refuse('invitation_not_found')
        await withdraw(context, scope.businessId, id)
        return { status: 'success' as const, message: 'The invitation is withdrawn', data: null }
      },
    )
    done()
  }
}

/** For who has opened the link of an invitation: nobody needs to be signed in. */
export function acceptRoutes(context: Context): FastifyPluginCallbackTypebox {
  const Opened = Type.Object({
    email: Type.String(),
    business_name: Type.String(),
    role: Role,
    has_login: Type.Boolean({ description: 'true: sign in, then accept. Else choose a password.' }),
  })
  return (app, _options, done) => {
    app.post(
      '/invitations/open',
      {
        schema: {
          tags,
          summary: 'Look at an invitation',
          body: Type.Object({ token: Token }),
          response: answers(Success(Opened), [400, 404]),
        },
      },
      async ({ body }) => {
        const { email, businessName, role, hasLogin } = await openInvitation(context, body.token)
        const data = { email, business_name: businessName, role, has_login: hasLogin }
        return { status: 'success' as const, message: 'Invitation', data }
      },
    )

    app.post(
      '/invitations/accept',
      {
        schema: {
          tags,
          summary: 'Accept an invitation',
          body: Type.Object({
            token: Token,
            name: Type.Optional(
              Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, format: 'person-name' }),
            ),
            password: Type.Optional(Password),
          }),
          response: answers(Success(Type.Object({ business_id: Type.String() })), [400, 404, 409]),
        },
      },
      async (request, reply) => {
        const { token, name, password } = request.body
        const isPerson = name !== undefined && password !== undefined
        const person = isPerson ? { name: name.trim(), password } : null
        const signedIn = request.login?.stage === 'open' ? request.login.loginId : null
        const { loginId, businessId, isNew } = await accept(context, token, person, signedIn)
        if (isNew) {
          const begun = await beginAfterMail(context, loginId, fromOf(request))
          request.login = await sessionOf(context, begun.token)
          giveCookie(context, reply, begun.token)
          await giveDevice(context, request, reply)
        }
        const data = { business_id: businessId }
        return { status: 'success' as const, message: 'Welcome to the team', data }
      },
    )
    done()
  }
}

/** Behind the `#`: what stands there is sent to no server and kept in no log. */
export function invitationLink(context: Context, token: string): string {
  return `${context.baseUrl()}/dashboard/invitation#${token}`
}

function loginIdOf(text: string): LoginId {
  return isUuid(text) ? (text as Id<'login'>) : refuse('member_not_found')
}

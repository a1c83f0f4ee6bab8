import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeSettings, settingsOf } from '../businesses/businesses.ts'
import type { Context, Scope } from '../context.ts'
import { parsePublicId } from '../lib/ids.ts'
import { answers, Nullable, Success, Timestamp } from '../wire.ts'
import { listChanges } from './account-changes.sql.ts'
import { approve, cancel, shownChange } from './account-changes.ts'

// The wire of changed bank accounts. Keys and people see them; people alone decide.

const Account = Type.Object({
  bank: Type.Object({ name: Type.String(), code: Type.String() }),
  account_number: Type.String(),
  account_name: Type.String({ description: 'As the bank writes it.' }),
})
const Change = Type.Object({
  id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  subaccount: Type.String({ description: 'ACCT_…' }),
  status: Type.Enum(['waiting', 'effective', 'cancelled'], {
    description:
      'waiting: nothing is paid out to the subaccount. effective: the new account is paid. ' +
      'cancelled: the old one is, as before; or another change took its place.',
  }),
  from: Account,
  to: Account,
  asked_by: Type.String({ description: 'The e-mail of a person, or a key.' }),
  effective_at: Nullable(Timestamp('null: only a second person makes it effective.')),
  decided_by: Nullable(Type.String({ description: 'null: nobody; its time came, or another.' })),
  decided_at: Nullable(Timestamp('null: it waits.')),
  created_at: Timestamp('When it was asked for.'),
})
const FourEyes = Type.Object({
  four_eyes: Type.Boolean({
    description:
      'true: a changed bank account takes effect when a second person approves it, and never by ' +
      'itself. false: after 24 hours, or when a second person approves it.',
  }),
})
const Params = Type.Object({ change_id: Type.String({ description: 'acc_…' }) })
const tags = ['Splits']

/** With a secret key. */
export function accountChangeRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/account-changes',
      {
        schema: {
          tags,
          summary: 'List changes of bank accounts of subaccounts',
          description: 'Those that wait first, and then the newest; at most 100.',
          response: answers(Success(Type.Array(Change)), []),
        },
      },
      async ({ scope }) => {
        const changes = await listChanges(context.sql, scope)
        return succeeded('Changes found', changes.map(shownChange))
      },
    )
    done()
  }
}

/** For logins. */
export function decisionRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    for (const [verb, decide, summary, message] of [
      ['approve', approve, 'Make a changed bank account effective at once', 'Change approved'],
      ['cancel', cancel, 'Cancel a change of a bank account', 'Change cancelled'],
    ] as const) {
      app.post(
        `/account-changes/:change_id/${verb}`,
        {
          schema: {
            tags,
            summary,
            params: Params,
            response: answers(Success(Change), [404, 409]),
          },
        },
        async ({ scope, params, login }) => {
          const changeId = parsePublicId<'account_change'>('acc', params.change_id)
          const change = await decide(context, scope, changeId, login!)
          return succeeded(message, shownChange(change))
        },
      )
    }
    settingRoutes(context)(app, {}, done)
  }
}

function settingRoutes(context: Context): FastifyPluginCallbackTypebox {
  const current = async (message: string, scope: Scope) => {
    const { fourEyes } = await settingsOf(context, scope)
    return succeeded(message, { four_eyes: fourEyes })
  }
  return (app, _options, done) => {
    app.get(
      '/settings/account-changes',
      {
        schema: {
          tags,
          summary: 'Show who makes a changed bank account effective',
          response: answers(Success(FourEyes), []),
        },
      },
      async ({ scope }) => current('Setting found', scope),
    )

    app.put(
      '/settings/account-changes',
      {
        schema: {
          tags,
          summary: 'Choose who makes a changed bank account effective',
          description: 'For what is asked from now on. What waits stays as it was asked.',
          body: FourEyes,
          response: answers(Success(FourEyes), [400]),
        },
      },
      async ({ scope, body }) => {
        await changeSettings(context, scope, { fourEyes: body.four_eyes })
        return current('Setting saved', scope)
      },
    )
    done()
  }
}

function succeeded<Data>(message: string, data: Data) {
  return { status: 'success' as const, message, data }
}

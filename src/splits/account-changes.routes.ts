import { Type } from 'typebox'
import { changeSettings, settingsOf } from '../businesses/businesses.ts'
import { parsePublicId } from '../lib/ids.ts'
import { action, plugin, record } from '../route.ts'
import { Nullable, Timestamp } from '../wire.ts'
import { listChanges } from './account-changes.sql.ts'
import { approve, cancel, toWireAccountChange } from './account-changes.ts'

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
const deciding = (
  verb: 'approve' | 'cancel',
  {
    decide,
    ...texts
  }: { decide: typeof approve; operationId: string; summary: string; message: string },
) =>
  action(`POST /account-changes/:change_id/${verb}`, {
    ...texts,
    params: { change_id: Type.String({ description: 'acc_…' }) },
    answer: Change,
    refusals: [404],
    handle: async (context, { scope, params, login }) => {
      const changeId = parsePublicId<'account_change'>('acc', params.change_id)
      return toWireAccountChange(await decide(context, scope, changeId, login!))
    },
  })

const approveAccountChange = deciding('approve', {
  decide: approve,
  operationId: 'approveAccountChange',
  summary: 'Approve a bank account change',
  message: 'Change approved',
})

const cancelAccountChange = deciding('cancel', {
  decide: cancel,
  operationId: 'cancelAccountChange',
  summary: 'Cancel a bank account change',
  message: 'Change cancelled',
})

/** With a secret key. */
export const accountChangeRoutes = plugin('Splits', [
  record('/account-changes', {
    operationId: 'listAccountChanges',
    summary: 'List bank account changes',
    description:
      'Changes to the bank accounts of subaccounts: waiting ones first, then the newest, ' +
      'at most 100.',
    answer: Type.Array(Change),
    message: 'Changes found',
    handle: async (context, { scope }) =>
      (await listChanges(context.sql, scope)).map(toWireAccountChange),
  }),
])

/** For logins. */
export const decisionRoutes = plugin('Splits', [
  approveAccountChange,
  cancelAccountChange,
  record('/settings/account-changes', {
    operationId: 'getAccountChangeSettings',
    summary: 'Fetch the approval setting for bank account changes',
    answer: FourEyes,
    message: 'Setting found',
    handle: async (context, { scope }) => ({
      four_eyes: (await settingsOf(context, scope)).fourEyes,
    }),
  }),
  action('PUT /settings/account-changes', {
    operationId: 'updateAccountChangeSettings',
    summary: 'Update the approval setting for bank account changes',
    description: 'Applies to changes requested from now on.',
    body: FourEyes,
    answer: FourEyes,
    message: 'Setting saved',
    handle: async (context, { scope, body }) => {
      await changeSettings(context, scope, { fourEyes: body.four_eyes })
      return body
    },
  }),
])

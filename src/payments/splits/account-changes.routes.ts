import { Type } from 'typebox'
import { changeSettings, settingsOf } from '../../accounts/businesses/businesses.ts'
import { action, record, under } from '../../core/route.ts'
import { BankName, Domain, Nullable, PublicId, Text, Timestamp } from '../../core/wire.ts'
import { listChanges } from './account-changes.sql.ts'
import { decide, toWireAccountChange } from './account-changes.ts'

// The API of bank account changes. Keys and people can list them; only people decide.

const Account = (description: string) =>
  Type.Object(
    {
      bank: BankName,
      account_number: Text('The account number.', '0123456789'),
      account_name: Text('The account holder, as the bank gives it.', 'ADA EXAMPLE'),
    },
    { title: 'PayoutAccount', description },
  )
export const AccountChange = Type.Object(
  {
    id: PublicId('account_change'),
    domain: Domain,
    subaccount_id: PublicId('subaccount', 'The subaccount.'),
    status: Type.Enum(['waiting', 'effective', 'cancelled'], {
      description:
        '`waiting`: nothing is paid out to the subaccount. `effective`: the new account is paid. ' +
        '`cancelled`: the old one is, or another change replaced this one.',
    }),
    from: Account('The account before.'),
    to: Account('The new account.'),
    asked_by: Text('The email address of a person, or a key.', 'ada@example.com'),
    effective_at: Nullable(Timestamp('Null: only a second person can approve it.')),
    decided_by: Nullable(
      Text('Null: it took effect by time, or was replaced.', 'bola@example.com'),
    ),
    decided_at: Nullable(Timestamp('Null while it waits.')),
    created_at: Timestamp('When it was requested.'),
  },
  { title: 'AccountChange', description: 'A change of the bank account of a subaccount.' },
)
const FourEyes = Type.Object({
  four_eyes: Type.Boolean({
    description:
      'true: a bank account change takes effect only when a second person approves it. ' +
      'false: after 24 hours, or when a second person approves it.',
  }),
})
type Texts = { operationId: string; summary: string; message: string }

const deciding = (verb: 'approve' | 'cancel', texts: Texts) =>
  action(`POST /account-changes/:change_id/${verb}`, {
    needs: 'share',
    isForPeople: true,
    fresh: true,
    ...texts,
    params: { change_id: PublicId('account_change', 'The id of the change.') },
    answer: AccountChange,
    refusals: [404],
    handle: async (context, { scope, params, login }) => {
      const state = verb === 'approve' ? 'effective' : 'cancelled'
      return toWireAccountChange(await decide(context, scope, params.change_id, state, login!))
    },
  })

const approveAccountChange = deciding('approve', {
  operationId: 'approveAccountChange',
  summary: 'Approve a bank account change',
  message: 'Change approved',
})

const cancelAccountChange = deciding('cancel', {
  operationId: 'cancelAccountChange',
  summary: 'Cancel a bank account change',
  message: 'Change cancelled',
})

/** With a secret key. */
export const accountChangeRoutes = under('Splits', [
  record('/account-changes', {
    needs: 'splits:read',
    load: 'list',
    operationId: 'listAccountChanges',
    summary: 'List bank account changes',
    description:
      'Changes to the bank accounts of subaccounts: waiting ones first, then the newest, ' +
      'at most 100.',
    answer: Type.Array(AccountChange, { description: 'The changes.' }),
    message: 'Changes found',
    handle: async (context, { scope }) =>
      (await listChanges(context.sql, scope)).map(toWireAccountChange),
  }),
])

/** For logins. */
export const decisionRoutes = under('Splits', [
  approveAccountChange,
  cancelAccountChange,
  record('/settings/account-changes', {
    needs: 'view',
    isForPeople: true,
    operationId: 'getAccountChangeSettings',
    summary: 'Fetch the approval setting for bank account changes',
    answer: FourEyes,
    message: 'Setting found',
    handle: async (context, { scope }) => ({
      four_eyes: (await settingsOf(context, scope)).fourEyes,
    }),
  }),
  action('PUT /settings/account-changes', {
    needs: 'team',
    fresh: true,
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

import { Type } from 'typebox'
import { customerNamed } from '../../accounts/customers/customers.ts'
import type { Context } from '../../core/context.ts'
import { JsonText } from '../../core/envelope.ts'
import { oneOf, within } from '../../core/filters.ts'
import { action, list, record, under } from '../../core/route.ts'
import { Domain, KoboAmount, Nullable, named, PublicId, Text, Timestamp } from '../../core/wire.ts'
import { kobo } from '../../platform/money.ts'
import { declines, failureSentence } from '../../providers/failures.ts'
import { MANDATE_REJECTIONS } from '../../providers/rails.ts'
import { InitializeBody, inputOf } from '../transactions/transactions.routes.ts'
import { accessCodeOf, recordOf } from '../transactions/transactions.ts'
import { listActive, listEach } from './authorizations.sql.ts'
import { authorizationOf, deactivate, toWireAuthorization } from './authorizations.ts'
import { type Charged, chargeAuthorization } from './charge.ts'
import { createMandate } from './mandates.ts'

// The wire of kept cards and mandates.

const CODE = 'AUTH_AZqmA2NQe2e4sK1d8v6cXw'
const CUSTOMER_PARAMS = {
  id: PublicId('customer', 'The id, code or email address of the customer.'),
}
const AUTHORIZATION_PARAMS = {
  ...CUSTOMER_PARAMS,
  authorization_code: Text('The code of the authorization.', CODE),
}

const STATES = ['pending', 'active', 'rejected', 'deactivated'] as const

export const AuthorizationRecord = Type.Object(
  {
    authorization_code: Text('The code to charge it by. Of no use to another business.', CODE),
    domain: Domain,
    customer_id: PublicId('customer', 'The customer.'),
    channel: Type.Enum(['card', 'direct_debit'], {
      description: 'What is charged. `direct_debit`: a bank account, by a mandate.',
    }),
    status: Type.Enum([...STATES], {
      description:
        '`pending`: the customer has to approve the mandate, or the bank to activate it. ' +
        '`active`: it can be charged. `rejected`: see `rejection_reason`. `deactivated`: it was ' +
        'removed, or revoked at the bank. A card is never `pending` or `rejected`.',
    }),
    bin: Text('The first six digits. Empty for a mandate.', '408408'),
    last4: Text('The last four digits of the card or account.', '4081'),
    exp_month: Text('The month of expiry. Empty for a mandate.', '12'),
    exp_year: Text('The year of expiry. Empty for a mandate.', '2030'),
    brand: Text('The brand. Empty for a mandate.', 'visa'),
    card_type: Text('The brand and kind, or `mandate`.', 'visa debit'),
    bank: Text('The bank of the card or account.', 'TEST BANK'),
    country_code: Text('Its country.', 'NG'),
    reusable: Type.Boolean({ description: 'Whether it can be charged.' }),
    active: Type.Boolean({ description: 'true: `status` is `active`.' }),
    approval_url: Nullable(
      Text('Where the customer approves a pending mandate.', 'https://pay.example/approve/abc'),
    ),
    rejection_reason: Nullable(
      Type.Enum([...MANDATE_REJECTIONS], {
        description:
          'Why there is no mandate. `account_invalid`: the bank has no such account. `declined`: ' +
          'by the customer, the bank or the provider. `timed_out`: not approved within 30 days. ' +
          '`not_received`: the provider never got the request; create another mandate.',
      }),
    ),
    consent: Type.Object(
      {
        text: Text('The words that the customer agreed to.', 'Example Stores may keep this card.'),
        given_at: Timestamp('When.'),
        ip_address: Nullable(Text('From which address.', '203.0.113.7')),
      },
      { title: 'AuthorizationConsent', description: 'What the customer agreed to.' },
    ),
    created_at: Timestamp('When it was kept.'),
    deactivated_at: Nullable(Timestamp('When it was removed.')),
  },
  { $id: 'Authorization', description: 'A card that a customer let you keep, or a mandate.' },
)

const STATUSES = ['success', 'failed', 'processing', 'action_required'] as const

const ChargedRecord = Type.Object(
  {
    status: Type.Enum([...STATUSES], {
      description:
        '`success`: paid. `failed`: declined, see `decline_reason`. `processing`: not known yet; ' +
        'an event follows. `action_required`: the bank asks for the customer, at `checkout_url`.',
    }),
    decline_reason: Nullable(
      Type.Enum(Object.keys(declines), { description: 'Why it failed. See the list of codes.' }),
    ),
    decline_message: Nullable(Text('Why, in words.', 'The account has too little money.')),
    checkout_url: Nullable(
      Text('Redirect the customer here.', 'https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw'),
    ),
    transaction: named('Transaction'),
  },
  { title: 'ChargedAuthorization' },
)

const {
  name: _,
  channels: __,
  callback_url,
  save_card,
  plan,
  quantity,
  ...asked
} = InitializeBody.properties

export const authorizationRoutes = under('Customers', [
  action('POST /transactions/charge-authorization', {
    needs: 'authorizations:write',
    isSigned: true,
    load: 'initialize',
    isOwnRecord: true,
    operationId: 'chargeAuthorization',
    summary: 'Charge a kept card or a mandate',
    description:
      'Charges a card that the customer let you keep (`save_card` of initialize) or a mandate, ' +
      'without the customer. A bank takes hours to debit a mandate: `status` is `processing`, ' +
      'and an event follows. A decline is an answer with `status` `failed`. The same ' +
      '`reference` with the same content answers the same payment, and charges nothing again; ' +
      'with other content it is refused with 409 `duplicate_reference`.',
    body: Type.Object(
      {
        authorization_code: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'From the `authorization` of a payment, or the list of a customer.',
          examples: [CODE],
        }),
        ...asked,
        at_least: Type.Optional(
          KoboAmount(
            'The least to charge, in kobo, if the card has less than `amount`. Without it, the ' +
              'whole amount is charged or nothing. `amount` of the transaction is what was ' +
              'charged, and `requested_amount` is what you asked for. Not every provider can.',
          ),
        ),
      },
      { examples: [{ authorization_code: CODE, email: 'ada@example.com', amount: 500_000 }] },
    ),
    answer: ChargedRecord,
    refusals: [404, 409],
    message: 'Charge attempted',
    handle: async (context, request) => {
      const { authorization_code: authorizationCode, at_least, ...body } = request.body
      const { effectId, rawBody, scope } = request
      const { name, channels, madeWith, ...input } = inputOf({
        effectId,
        rawBody,
        body: { ...body, name: '' },
      })
      return answerOf(
        context,
        await chargeAuthorization(context, scope, {
          ...input,
          authorizationCode,
          ...(at_least !== undefined && { atLeast: kobo(at_least) }),
        }),
      )
    },
  }),
  action('POST /customers/:id/mandates', {
    needs: 'authorizations:write',
    operationId: 'createMandate',
    summary: 'Create a direct debit mandate',
    description:
      'Asks a bank to let you debit an account of the customer. Redirect the customer to ' +
      '`approval_url`. The bank activates the mandate hours later, and you get ' +
      '`authorization.created`, or `authorization.rejected`. Charge it like a kept card.',
    params: CUSTOMER_PARAMS,
    body: Type.Object(
      {
        bank_code: Type.String({ format: 'bank-code', description: 'A code from `GET /banks`.' }),
        account_number: Type.String({
          format: 'account-number',
          description: 'The account to debit: 10 digits.',
        }),
        callback_url: Type.Optional(
          Type.String({
            format: 'return-address',
            description: 'Where the customer returns after they have approved it.',
          }),
        ),
      },
      { examples: [{ bank_code: '058', account_number: '3100000001' }] },
    ),
    answer: named('Authorization'),
    refusals: [404],
    message: 'Mandate created',
    handle: async (context, { scope, params, body, effectId }) =>
      toWireAuthorization(
        await createMandate(context, scope, params.id, {
          bankCode: body.bank_code,
          accountNumber: body.account_number,
          returnUrl: body.callback_url ?? null,
          effectId,
        }),
      ),
  }),
  list('/customers/:id/authorizations', {
    needs: 'customers:read',
    operationId: 'listAuthorizations',
    summary: 'List the kept cards and mandates of a customer',
    description: 'Newest first. Without `status`, those that can be charged.',
    params: CUSTOMER_PARAMS,
    filters: {
      status: oneOf(STATES, 'Authorizations with this status.', { column: 'state' }),
      ...within('createdAt'),
    },
    item: named('Authorization'),
    refusals: [404],
    message: 'Authorizations found',
    handle: async (context, { scope, params, query }, page) => {
      const { customerId } = await customerNamed(context, scope, params.id)
      const listed = 'status' in (query as object) ? listEach : listActive
      const { rows, meta } = await listed(context.sql, scope, customerId, page)
      return { data: rows.map(toWireAuthorization), meta }
    },
  }),
  record('/customers/:id/authorizations/:authorization_code', {
    needs: 'customers:read',
    operationId: 'fetchAuthorization',
    summary: 'Fetch a kept card or a mandate',
    description: 'In any state.',
    params: AUTHORIZATION_PARAMS,
    answer: named('Authorization'),
    message: 'Authorization found',
    handle: async (context, { scope, params }) =>
      toWireAuthorization(
        await authorizationOf(context, scope, params.id, params.authorization_code),
      ),
  }),
  action('DELETE /customers/:id/authorizations/:authorization_code', {
    needs: 'customers:write',
    operationId: 'deactivateAuthorization',
    summary: 'Remove a kept card or a mandate',
    description: 'It can be charged no more. A charge that has begun goes on.',
    params: AUTHORIZATION_PARAMS,
    answer: named('Authorization'),
    refusals: [404],
    message: 'Authorization deactivated',
    handle: async (context, { scope, params }) =>
      toWireAuthorization(await deactivate(context, scope, params.id, params.authorization_code)),
  }),
])

function answerOf(context: Context, { transaction, attempt }: Charged): JsonText {
  const status = chargeStatusOf({ transaction, attempt })
  const reason = status === 'failed' ? (attempt.declineReason ?? 'timed_out') : null
  const url = `${context.baseUrl()}/checkout/${accessCodeOf(context.keys, transaction)}`
  const fields = JSON.stringify({
    status,
    decline_reason: reason,
    decline_message: reason && failureSentence(reason),
    checkout_url: status === 'action_required' ? url : null,
  })
  return new JsonText(`${fields.slice(0, -1)},"transaction":${recordOf(transaction)}}`)
}

export function chargeStatusOf({ transaction, attempt }: Charged): (typeof STATUSES)[number] {
  switch (transaction.status) {
    case 'success':
    case 'reversed':
      return 'success'
    case 'failed':
    case 'abandoned':
      return 'failed'
    case 'pending':
    case 'ongoing':
      return ['redirect', 'pin', 'otp', 'superseded'].includes(attempt.state)
        ? 'action_required'
        : 'processing'
  }
}

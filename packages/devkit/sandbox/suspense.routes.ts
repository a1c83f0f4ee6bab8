import { Type } from 'typebox'
import { action } from '../../../src/core/route.ts'
import {
  Currency,
  KOBO_MAX,
  Kobo,
  named,
  PublicId,
  SentCurrency,
  SessionId,
  Text,
  Timestamp,
} from '../../../src/core/wire.ts'
import { toWireDeposit } from '../../../src/payments/deposits/deposits.ts'
import { publicId } from '../../../src/platform/ids.ts'
import { kobo } from '../../../src/platform/money.ts'
import { SENDER_FIELDS, senderOf } from './sender.ts'
import { assignOwn, sendToNobody } from './suspense.ts'

// The wire of a rehearsed suspense.

const ToNobody = Type.Object(
  {
    currency: SentCurrency,
    amount: Type.Integer({
      minimum: 1,
      maximum: KOBO_MAX,
      description: 'In kobo.',
      examples: [500_000],
    }),
    ...SENDER_FIELDS,
  },
  { examples: [{ amount: 500_000, narration: 'Order 1042' }] },
)

const Suspended = Type.Object(
  {
    id: PublicId('suspended_credit'),
    state: Type.Enum(['open', 'assigned'], { description: '`open` until it is assigned.' }),
    amount: Kobo('In kobo.'),
    currency: Currency,
    account_number: Text('The account number that nobody has.', '0000000000'),
    session_id: SessionId('The session id of the transfer.'),
    received_at: Timestamp('When it arrived.'),
  },
  { title: 'SandboxSuspendedTransfer' },
)

const AssignBody = Type.Object(
  {
    currency: SentCurrency,
    account_number: Type.String({
      format: 'account-number',
      description: 'A dedicated account of a customer, or the account of your wallet.',
    }),
  },
  { examples: [{ account_number: '2670625029' }] },
)

export const suspenseRehearsals = [
  action('POST /sandbox/suspense', {
    needs: 'sandbox:write',
    operationId: 'simulateSuspendedTransfer',
    summary: 'Simulate a transfer to an unknown account number',
    description:
      'The bank notifies of a transfer to an account number that nobody has. It waits in ' +
      'suspense until an operator of the service assigns it, or you do.',
    body: ToNobody,
    answer: Suspended,
    message: 'Transfer received, and suspended',
    handle: async (context, { scope, body, effectId }) => {
      const transfer = { amount: kobo(body.amount), ...senderOf(body) }
      const credit = await sendToNobody(context, scope, transfer, effectId)
      return {
        id: publicId('suspended_credit', credit.suspendedCreditId),
        state: credit.state === 'waiting' ? ('open' as const) : credit.state,
        amount: Number(credit.amount),
        currency: 'NGN' as const,
        account_number: credit.accountNumber,
        session_id: credit.sessionId,
        received_at: credit.occurredAt.toISOString(),
      }
    },
  }),
  action('POST /sandbox/suspense/:id/assign', {
    needs: 'sandbox:write',
    params: { id: PublicId('suspended_credit') },
    operationId: 'assignSuspendedTransfer',
    summary: 'Assign a suspended transfer',
    description:
      'Assigns a transfer that you have sent, once, to an account of yours, as an operator ' +
      'does. The deposit and its events follow.',
    body: AssignBody,
    answer: named('Deposit'),
    refusals: [404],
    message: 'Transfer assigned',
    handle: async (context, { scope, params, body, login }) =>
      toWireDeposit(
        await assignOwn(context, scope, {
          suspendedCredit: params.id,
          accountNumber: body.account_number,
          by: login?.email ?? 'a test key',
        }),
      ),
  }),
]

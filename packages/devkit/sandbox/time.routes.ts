import { Type } from 'typebox'
import { changeSettings, settingsOf } from '../../../src/accounts/businesses/businesses.ts'
import { action, JsonText, record } from '../../../src/core/route.ts'
import { named, Text } from '../../../src/core/wire.ts'
import { settleNow, toWireSettlement } from '../../../src/money-out/settlements/settlements.ts'
import { expireNow } from '../../../src/payments/transactions/expire.ts'
import { recordOf } from '../../../src/payments/transactions/transactions.ts'

// Skips waiting that takes a day in live mode, such as settlement.

const Schedule = Type.Object(
  {
    schedule: Type.Enum(['instant', 'T+1'], {
      description: 'With the payment, or on the next working day as in live mode.',
    }),
  },
  { title: 'SettlementSchedule' },
)

export const timeRoutes = [
  action('POST /sandbox/transactions/:reference/expire', {
    needs: 'sandbox:write',
    params: { reference: Text('The reference of the transaction.', 'order-1042') },
    operationId: 'expireTransaction',
    summary: 'Expire a transaction',
    description: 'Makes an open transaction expire now.',
    answer: named('Transaction'),
    refusals: [404],
    message: 'Transaction expired',
    handle: async (context, { scope, params }) =>
      new JsonText(recordOf(await expireNow(context, scope, params.reference))),
  }),
  record('/sandbox/settlements/schedule', {
    needs: 'sandbox:write',
    operationId: 'getSettlementSchedule',
    summary: 'Fetch the settlement schedule',
    description: 'When payments in test mode become available.',
    answer: Schedule,
    message: 'Schedule',
    handle: async (context, { scope }) => ({
      schedule: (await settingsOf(context, scope)).settlement,
    }),
  }),
  action('PUT /sandbox/settlements/schedule', {
    needs: 'sandbox:write',
    operationId: 'updateSettlementSchedule',
    summary: 'Update the settlement schedule',
    description: 'Applies to payments from now on.',
    body: Schedule,
    answer: Schedule,
    message: 'Schedule saved',
    handle: async (context, { scope, body: { schedule } }) => {
      await changeSettings(context, scope, { settlement: schedule })
      return { schedule }
    },
  }),
  action('POST /sandbox/settlements', {
    needs: 'sandbox:write',
    operationId: 'settlePending',
    summary: 'Settle pending payments',
    description: 'Makes everything that is pending available now.',
    answer: Type.Array(named('Settlement'), { description: 'The settlements that were created.' }),
    message: 'The pending balance is now available',
    handle: async (context, { scope }) => (await settleNow(context, scope)).map(toWireSettlement),
  }),
]

import { Type } from 'typebox'
import { changeSettings, settingsOf } from '../../accounts/businesses/businesses.ts'
import { action, record, under } from '../../core/route.ts'
import { named } from '../../core/wire.ts'
import { ofBatch, told } from './batches.routes.ts'
import { batchIn } from './batches.ts'
import { approve } from './decide.ts'

// The approval of batches, and whether a business requires it: for people only.

const Approval = Type.Object({
  require_payout_approval: Type.Boolean({
    description:
      'true: a payout batch is sent only after a second person has approved it. Single payouts ' +
      'are not affected.',
  }),
})

export const batchApprovalRoutes = under('Payouts', [
  action('POST /payout-batches/:id/approve', {
    needs: 'payout',
    isForPeople: true,
    fresh: true,
    operationId: 'approvePayoutBatch',
    summary: 'Approve a payout batch',
    description:
      'Approves and starts it. Refused for the person who made the batch or created its key, and ' +
      'for who joined the team in the last 24 hours.',
    params: ofBatch,
    answer: named('PayoutBatch'),
    refusals: [402, 404, 409],
    handle: async (context, { scope, params, login }) =>
      told(context, await approve(context, scope, batchIn(params.id), login!)),
  }),
  record('/settings/payout-approval', {
    needs: 'view',
    isForPeople: true,
    operationId: 'getPayoutApprovalSettings',
    summary: 'Fetch the approval setting for payout batches',
    answer: Approval,
    message: 'Setting found',
    handle: async (context, { scope }) => ({
      require_payout_approval: (await settingsOf(context, scope)).payoutApproval,
    }),
  }),
  action('PUT /settings/payout-approval', {
    needs: 'team',
    fresh: true,
    operationId: 'updatePayoutApprovalSettings',
    summary: 'Update the approval setting for payout batches',
    description:
      'Turned on, it applies to every batch that was not started. Turned off, batches that await ' +
      'approval still need it.',
    body: Approval,
    answer: Approval,
    message: 'Setting saved',
    handle: async (context, { scope, body }) => {
      await changeSettings(context, scope, { payoutApproval: body.require_payout_approval })
      return body
    },
  }),
])

import { Type } from 'typebox'
import type { BusinessId, Context } from '../../core/context.ts'
import { action, record } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { isUuid, parsePublicId, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { ALL_RAILS } from '../../providers/switches.ts'
import { decideOn, recoverySeen, releaseRecovery } from './recovery.ts'
import { switchesOf } from './switches.ts'

// The routes of the operator's page *Recovery*.

const REASON_MAX = 500
const SESSION_MAX = 64

const Moment = Nullable(Type.String({ description: 'ISO 8601, UTC, milliseconds.' }))
const Mode = Type.Enum(['test', 'live'])
const Reason = (description: string) =>
  Type.String({ minLength: 1, maxLength: REASON_MAX, format: 'not-blank', description })
const Amount = Type.Integer({ description: 'Kobo.', 'x-unit': 'kobo' })
const Span = Type.Object({ from: Timestamp('The start.'), to: Timestamp('The end.') })

const RecoveryRecord = Type.Object({
  recovery: Nullable(
    Type.Object({
      reason: Type.Enum([
        'asked_for',
        'other_server',
        'other_timeline',
        'older_copy',
        'commits_missing',
      ]),
      restored_to: Timestamp('The restore point: the database has nothing from after it.'),
      entered_at: Timestamp('When recovery mode began.'),
      ended_at: Moment,
      ended_by: Nullable(Type.String()),
      end_reason: Nullable(Type.String()),
    }),
  ),
  rails: Type.Array(
    Type.Object({
      mode: Mode,
      rail: Type.String(),
      has_statements: Type.Boolean({ description: 'false: it cannot be queried for them.' }),
      uncovered: Type.Array(Span, { description: 'Periods that no statement covers.' }),
    }),
  ),
  blocked_by: Nullable(Type.String({ description: 'Why it cannot be released; null: it can.' })),
  waiting: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer() })),
  debits: Type.Array(
    Type.Object({
      mode: Mode,
      rail: Type.String(),
      session_id: Type.String(),
      account_number: Type.String({ description: 'Empty: the statement does not say.' }),
      amount: Amount,
      occurred_at: Timestamp('At the bank.'),
      payouts: Type.Array(
        Type.Object({
          id: Type.String(),
          business_id: Type.String(),
          reference: Type.String(),
          account_name: Type.String(),
          created_at: Timestamp('When it was requested.'),
        }),
        { description: 'Waiting payouts of this amount to this account.' },
      ),
    }),
    { description: 'Transfers after the restore point that match no payout, not decided yet.' },
  ),
  stopped: Type.Array(
    Type.Object({
      mode: Mode,
      business_id: Nullable(Type.String({ description: 'null: for all businesses.' })),
      business_name: Nullable(Type.String()),
      reason: Type.String(),
      off_by: Type.String({ description: 'The email address of an operator.' }),
      off_at: Timestamp('When it was stopped.'),
    }),
    { description: 'Where money out is stopped: `switchRail` with the rail `*`.' },
  ),
})

/** For operators. */
export const recoveryRoutes = [
  record('/operator/recovery', {
    needs: 'operator',
    operationId: 'getRecovery',
    summary: 'Fetch recovery mode: statements, waiting work and open decisions',
    answer: RecoveryRecord,
    message: 'Recovery mode found',
    handle: async (context) => toWireRecovery(context),
  }),
  action('POST /operator/recovery/release', {
    needs: 'operator',
    fresh: true,
    operationId: 'releaseRecovery',
    summary: 'Release the service from recovery mode',
    description:
      'Payouts, refunds, returns and webhooks resume. Rejected while the statements of a live ' +
      'rail do not cover all the time since the restore point.',
    body: Type.Object({ reason: Reason('How you know that nothing is sent twice.') }),
    answer: RecoveryRecord,
    refusals: [409],
    message: 'Recovery mode ended',
    handle: async (context, { body, login }) => {
      const { email } = login ?? refuse('role_forbids')
      await releaseRecovery(context, { by: email, reason: body.reason.trim() })
      return toWireRecovery(context)
    },
  }),
  action('POST /operator/recovery/debits/decide', {
    needs: 'operator',
    fresh: true,
    operationId: 'decideRecoveredDebit',
    summary: 'Decide which payout a transfer after the restore point belongs to',
    body: Type.Object({
      mode: Mode,
      rail: Type.String({ minLength: 1, maxLength: SESSION_MAX }),
      session_id: Type.String({ minLength: 1, maxLength: SESSION_MAX }),
      payout: Type.Optional(
        Nullable(
          Type.Object({
            business_id: Type.String({ maxLength: 36 }),
            id: Type.String({ maxLength: 36, description: 'The id of the payout.' }),
          }),
        ),
      ),
      reason: Reason('How you know.'),
    }),
    answer: RecoveryRecord,
    refusals: [404, 409],
    message: 'Decision saved',
    handle: async (context, { body, login }) => {
      const { email: by } = login ?? refuse('role_forbids')
      const { mode, rail, session_id: sessionId, payout = null } = body
      const key = payout && { ...keyOf(payout), mode }
      await decideOn(context, {
        mode,
        rail,
        sessionId,
        payout: key,
        by,
        reason: body.reason.trim(),
      })
      return toWireRecovery(context)
    },
  }),
]

function keyOf({ business_id: id, id: payout }: { business_id: string; id: string }) {
  const payoutId = parsePublicId('payout', payout) ?? refuse('payout_not_found')
  return { businessId: isUuid(id) ? (id as BusinessId) : refuse('business_not_found'), payoutId }
}

async function toWireRecovery(context: Context) {
  const [seen, switches] = await Promise.all([recoverySeen(context), switchesOf(context)])
  const { recovery, rails, debits, ...rest } = seen
  return {
    ...toWire(rest),
    recovery: recovery && toWire(recovery),
    rails: rails.map((one) => toWire(one)),
    debits: debits.map(({ payouts, ...debit }) => ({
      ...toWire(debit),
      payouts: payouts.map(({ payoutId, businessId, reference, accountName, createdAt }) => ({
        id: publicId('payout', payoutId),
        ...toWire({ businessId, reference, accountName, createdAt }),
      })),
    })),
    stopped: switches.filter(({ rail }) => rail === ALL_RAILS).map((one) => toWire(one)),
  }
}

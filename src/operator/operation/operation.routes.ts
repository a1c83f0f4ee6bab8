import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { type KindBalance, sumByKind } from '../../core/ledger/ledger.ts'
import { readSealing } from '../../core/ledger/seal.ts'
import { action, record, under } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { suspenseRoutes } from '../../payments/deposits/suspense.routes.ts'
import { operatorDisputeRoutes } from '../../payments/disputes/operator.routes.ts'
import { publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { keptNotificationRoutes } from '../notifications/notifications.routes.ts'
import { type Backlog, backlogs } from './backlogs.ts'
import { BACKLOG_MAX } from './calls.ts'
import { jobRuns } from './job-runs.ts'
import type { JobRun, Verification } from './operation.sql.ts'
import { railRoutes } from './rails.routes.ts'
import { reconciliationRoutes } from './reconciliation.routes.ts'
import { recoveryRoutes } from './recovery.routes.ts'
import { askForVerification, lastVerifications } from './verification.ts'

// What operators see of the running service. Only operators can call these routes.

const Moment = Nullable(Type.String({ description: 'ISO 8601, UTC, milliseconds.' }))
const Count = Type.Integer()
const JobRecord = Type.Object({
  name: Type.String(),
  every_ms: Count,
  process: Type.String(),
  is_running: Type.Boolean(),
  last_started_at: Moment,
  last_finished_at: Moment,
  last_duration_ms: Nullable(Count),
  handled: Type.Integer({ description: 'How many rows the last run with work handled.' }),
  handled_at: Moment,
  failures: Type.Integer({ description: 'Failures in a row.' }),
  last_error: Nullable(Type.String()),
  last_failed_at: Moment,
  backlog: Nullable(Type.Integer({ description: 'How many rows are due; null: not counted.' })),
})

const BacklogRecord = Type.Object({
  what: Type.String(),
  chore: Nullable(Type.String({ description: 'null: the webhook sender.' })),
  count: Count,
  is_more: Type.Boolean({ description: 'true: the count stopped at this limit.' }),
})

const sums = {
  debits_posted: Type.Integer({ description: 'In kobo, like all of these.' }),
  credits_posted: Count,
  debits_held: Count,
  credits_held: Count,
}

const VerificationRecord = Type.Object({
  id: Type.String(),
  state: Type.Enum(['asked', 'running', 'right', 'wrong', 'failed']),
  asked_by: Type.String(),
  asked_at: Timestamp('When it happened.'),
  started_at: Moment,
  finished_at: Moment,
  steps_done: Count,
  steps: Count,
  entries_read: Count,
  findings: Count,
  first_findings: Type.Array(Type.String()),
})

const BooksRecord = Type.Object({
  modes: Type.Array(
    Type.Object({
      mode: Type.Enum(['test', 'live']),
      accounts: Type.Array(
        Type.Object({
          account: Type.String({
            description: 'The kind of account. available/party and pending/party: of subaccounts.',
          }),
          accounts: Type.Integer({ description: 'How many accounts of this kind there are.' }),
          ...sums,
          balance: Type.Integer({ description: 'Posted credits minus debits.' }),
        }),
      ),
      total: Type.Object({
        ...sums,
        difference: Type.Integer({ description: 'Credits minus debits, posted and held: 0.' }),
      }),
    }),
  ),
  running: Nullable(VerificationRecord),
  last: Nullable(VerificationRecord),
  verdict: Nullable(VerificationRecord),
  sealing: Type.Object({
    slices: Count,
    sealed_day: Nullable(Type.String({ description: 'The last day in Lagos that is sealed.' })),
    seal: Nullable(Type.String({ description: 'The digest of its seal.' })),
    oldest_read_at: Moment,
  }),
})

/** For operators. */
export const operationRoutes = under('Operator', [
  ...railRoutes,
  ...recoveryRoutes,
  record('/operator/chores', {
    needs: 'operator',
    operationId: 'listBackgroundJobs',
    summary: 'List background jobs and backlogs',
    answer: Type.Object({ chores: Type.Array(JobRecord), backlogs: Type.Array(BacklogRecord) }),
    message: 'Background jobs found',
    handle: async (context) => {
      const [runs, waiting] = await Promise.all([jobRuns(context), backlogs(context)])
      return {
        chores: runs.map((run) => toWireRun(run, waiting)),
        backlogs: waiting.map(({ job, ...one }) => ({
          ...one,
          chore: job,
          is_more: one.count >= BACKLOG_MAX,
        })),
      }
    },
  }),
  record('/operator/books', {
    needs: 'operator',
    operationId: 'getBooks',
    summary: 'Fetch the trial balance and the last verification of the books',
    answer: BooksRecord,
    message: 'Books found',
    handle: async (context) => toWireBooks(context),
  }),
  action('POST /operator/books/verify', {
    needs: 'operator',
    operationId: 'verifyBooks',
    summary: 'Start a verification of the books',
    description: 'It runs in the background: GET /operator/books shows its progress.',
    answer: BooksRecord,
    message: 'The books are being verified',
    handle: async (context, { login }) => {
      await askForVerification(context, (login ?? refuse('role_forbids')).email)
      return toWireBooks(context)
    },
  }),
  ...suspenseRoutes,
  ...operatorDisputeRoutes,
  ...keptNotificationRoutes,
  ...reconciliationRoutes,
])

function toWireRun({ startedAt, finishedAt, durationMs, ...run }: JobRun, waiting: Backlog[]) {
  return {
    ...toWire(run),
    is_running: startedAt !== null && (finishedAt === null || finishedAt < startedAt),
    last_started_at: toWire(startedAt),
    last_finished_at: toWire(finishedAt),
    last_duration_ms: durationMs,
    backlog: waiting.find(({ job }) => job === run.name)?.count ?? null,
  }
}

async function toWireBooks(context: Context) {
  const [kinds, { open, last, verdict }, sealing] = await Promise.all([
    sumByKind(context.sql),
    lastVerifications(context),
    readSealing(context.sql),
  ])
  const modes: Mode[] = ['test', 'live']
  return {
    modes: modes.map((mode) => toWireBalance(mode, kinds)),
    running: open && toWireVerification(open),
    last: last && toWireVerification(last),
    verdict: verdict && toWireVerification(verdict),
    sealing: { ...toWire(sealing), seal: sealing.seal?.toString('hex') ?? null },
  }
}

const SUMS = ['debitsPosted', 'creditsPosted', 'debitsHeld', 'creditsHeld'] as const

function toWireBalance(mode: Mode, kinds: KindBalance[]) {
  const own = kinds.filter((kind) => kind.mode === mode)
  const sums = SUMS.map((part) => [part, own.reduce((all, kind) => all + kind[part], 0n)] as const)
  const total = Object.fromEntries(sums) as Record<(typeof SUMS)[number], bigint>
  const { debitsPosted, creditsPosted, debitsHeld, creditsHeld } = total
  const difference = creditsPosted + creditsHeld - debitsPosted - debitsHeld
  return {
    mode,
    accounts: own.map((kind) => ({
      ...toWire(kind),
      balance: Number(kind.creditsPosted - kind.debitsPosted),
    })),
    total: toWire({ ...total, difference }),
  }
}

function toWireVerification(one: Verification) {
  return {
    ...toWire(one),
    id: publicId('book_verification', one.verificationId),
    first_findings: one.firstFindings.split('\n').filter(Boolean),
  }
}

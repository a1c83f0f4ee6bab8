import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { action, list, record } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import type { Database } from '../../platform/db.ts'
import { cutPage } from '../../platform/paging.ts'
import { refuse } from '../../platform/refusal.ts'
import { mainBank } from '../../providers/capabilities.ts'
import { closeException, exceptionsOf, NOTE_MAX } from '../reconciliation/exceptions.ts'
import type { Exception } from '../reconciliation/reconciliation.rows.ts'
import {
  booksWithStatements,
  isClean,
  type Report,
  reconcile,
} from '../reconciliation/reconciliation.ts'

// The report of `npm run reconcile -- report`, its exceptions in pages, and closing one.

const CLASSES = ['wrong_amount', 'duplicate', 'theirs_only', 'ours_only'] as const
/** A report counts everything, so it is cached. */
const REPORT_KEPT_MS = 10_000
/** For the email address in the note; the audit log has all of it. */
const BY_LENGTH = 100

const Total = Type.Object({ count: Type.Integer(), amount: Type.Integer({ description: 'Kobo.' }) })
const BothSides = Type.Object({ credit: Total, debit: Total })
const Mode = Type.Enum(['test', 'live'])

const ReportRecord = Type.Object({
  mode: Mode,
  rail: Type.String(),
  is_clean: Type.Boolean({ description: 'true: no exception is open.' }),
  theirs: Type.Object({
    total: BothSides,
    matched: BothSides,
    wrong_amount: BothSides,
    duplicate: BothSides,
    theirs_only: BothSides,
  }),
  ours: Type.Object({
    total: BothSides,
    matched: BothSides,
    wrong_amount: BothSides,
    ours_only: BothSides,
  }),
  ledger: Type.Object({
    clearing: Type.Integer({ description: 'The ledger balance at the bank, in kobo.' }),
    movements: Type.Integer({ description: 'The sum of our entries. Must equal `clearing`.' }),
  }),
  ties: Type.Object({
    theirs: Type.Boolean(),
    ours: Type.Boolean(),
    pairs: Type.Boolean(),
    balances: Nullable(Type.Boolean()),
    ledger: Type.Boolean(),
  }),
  exceptions: Type.Object({ open: Type.Integer(), closed: Type.Integer() }),
  gaps: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: 'Periods that no statement covers.',
  }),
  unfetched: Type.Array(Type.Object({ day: Type.String(), tries: Type.Integer() }), {
    description: 'Days whose statement was requested but not provided yet.',
  }),
})

const ExceptionRecord = Type.Object({
  id: Type.String({ description: 'Its id, also for npm run reconcile -- close.' }),
  class: Type.Enum([...CLASSES]),
  mode: Mode,
  rail: Type.String(),
  direction: Type.Enum(['credit', 'debit']),
  session_id: Type.String(),
  bank_amount: Nullable(Type.Integer({ description: 'The amount of the bank line, in kobo.' })),
  our_amount: Nullable(Type.Integer({ description: 'The amount of our entry, in kobo.' })),
  occurred_at: Timestamp('When it happened.'),
  first: Nullable(Type.String({ description: 'Of a duplicate: the earlier line.' })),
  next: Type.String({ description: 'What to do about it.' }),
})

/** For operators. */
export const reconciliationRoutes = [
  record('/operator/reconciliation', {
    needs: 'operator',
    operationId: 'getReconciliation',
    summary: 'Compare bank statements with the books, for each bank',
    answer: Type.Array(ReportRecord),
    message: 'Reports found',
    handle: async (context) =>
      (await reports(context)).map((report) => ({ ...toWire(report), is_clean: isClean(report) })),
  }),
  list('/operator/reconciliation/exceptions', {
    needs: 'operator',
    operationId: 'listReconciliationExceptions',
    summary: 'List open exceptions, oldest first',
    description: 'By page, in the order in which they happened at the bank.',
    cursor: 'none',
    query: {
      mode: Type.Optional(Mode),
      rail: Type.Optional(Type.String({ minLength: 1, maxLength: 64, format: 'one-line' })),
      class: Type.Optional(Type.Enum([...CLASSES])),
    },
    item: ExceptionRecord,
    message: 'Exceptions found',
    handle: async (context, { query }, page) => {
      const { mode = 'test', class: only = null } = query
      const rail = query.rail ?? mainBank(context.rails, mode) ?? ''
      const wanted = { class: only, offset: page.offset, max: page.perPage }
      const { total, exceptions } = await exceptionsOf(context, { mode, rail }, wanted)
      const { rows, meta } = cutPage(page, total, exceptions, String, { isExact: true })
      return { data: rows.map(toWireException), meta }
    },
  }),
  action('POST /operator/reconciliation/exceptions/:id/close', {
    needs: 'operator',
    fresh: true,
    operationId: 'closeReconciliationException',
    summary: 'Close an exception permanently, with a reason',
    description: 'For exceptions that need no action. Nothing is booked.',
    body: Type.Object({
      note: Type.String({ maxLength: NOTE_MAX, description: 'The reason, on one line.' }),
    }),
    answer: Type.Object({ id: Type.String() }),
    refusals: [404],
    message: 'Exception closed',
    handle: async (context, { params: { id }, body: { note }, login }) => {
      const { email } = login ?? refuse('role_forbids')
      await closeException(context, { id, by: email.slice(0, BY_LENGTH), note })
      // The operator's next request counts what is left.
      kept.delete(context.sql)
      return { id }
    },
  }),
]

const kept = new WeakMap<Database, { untilMs: number; reports: Promise<Report[]> }>()

function reports(context: Context): Promise<Report[]> {
  const nowMs = context.now().getTime()
  const known = kept.get(context.sql)
  if (known && known.untilMs > nowMs) return known.reports
  const counting = countAll(context)
  kept.set(context.sql, { untilMs: nowMs + REPORT_KEPT_MS, reports: counting })
  counting.catch(() => kept.delete(context.sql))
  return counting
}

async function countAll(context: Context): Promise<Report[]> {
  const all: Report[] = []
  for (const books of await booksWithStatements(context)) all.push(await reconcile(context, books))
  return all
}

function toWireException({ theirAmount: bankAmount, ...one }: Exception) {
  return toWire({ ...one, bankAmount })
}

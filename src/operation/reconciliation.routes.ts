import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { Database } from '../lib/db.ts'
import { readPage } from '../lib/paging.ts'
import { refuse } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import {
  closeException,
  type Exception,
  exceptionsOf,
  NOTE_MAX,
} from '../reconciliation/exceptions.ts'
import {
  booksWithStatements,
  isClean,
  type Report,
  reconcile,
  type Sides,
} from '../reconciliation/reconciliation.ts'
import { answers, Nullable, pageQuery, Success, SuccessList, Timestamp, wrongIn } from '../wire.ts'

// What `npm run reconcile -- report` prints, its exceptions page by page, and the closing of one.

const tags = ['Operator']
const CLASSES = ['wrong_amount', 'duplicate', 'theirs_only', 'ours_only'] as const
/** Everything is counted for a report: whoever asks again so soon is shown the same. */
const REPORT_KEPT_MS = 10_000
/** Of an e-mail, in the note: the audit log has all of it. */
const BY_LENGTH = 100

const Total = Type.Object({ count: Type.Integer(), amount: Type.Integer({ description: 'Kobo.' }) })
const BothSides = Type.Object({ credit: Total, debit: Total })
const Mode = Type.Enum(['test', 'live'])

const ReportRecord = Type.Object({
  mode: Mode,
  rail: Type.String(),
  is_clean: Type.Boolean({ description: 'Nothing is left for a person to look at.' }),
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
    clearing: Type.Integer({ description: 'With the banks by the ledger; kobo.' }),
    movements: Type.Integer({ description: 'By all movements: the same.' }),
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
    description: 'Times of which no statement speaks.',
  }),
})

const ExceptionRecord = Type.Object({
  id: Type.String({ description: 'What closes it, also by npm run reconcile -- close.' }),
  class: Type.Enum([...CLASSES]),
  mode: Mode,
  rail: Type.String(),
  direction: Type.Enum(['credit', 'debit']),
  session_id: Type.String(),
  bank_amount: Nullable(Type.Integer({ description: 'Kobo, of the line of the bank.' })),
  our_amount: Nullable(Type.Integer({ description: 'Kobo, of our movement.' })),
  occurred_at: Timestamp('When it happened.'),
  first: Nullable(Type.String({ description: 'Of a duplicate: the line that came before.' })),
  next: Type.String({ description: 'What a person does about it.' }),
})

/** With a login of an operator. */
export function reconciliationRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/operator/reconciliation',
      {
        schema: {
          tags,
          summary: 'What the banks’ statements say against the books, for each bank',
          response: answers(Success(Type.Array(ReportRecord)), []),
        },
      },
      async () => {
        const data = (await reports(context)).map(shownReport)
        return { status: 'success' as const, message: 'Reports found', data }
      },
    )

    app.get(
      '/operator/reconciliation/exceptions',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List what does not agree and nobody has closed, the oldest first',
          description: 'By page: these lie in the order in which they happened at the bank.',
          querystring: Type.Object({
            page: pageQuery.page,
            perPage: pageQuery.perPage,
            mode: Type.Optional(Mode),
            rail: Type.Optional(Type.String({ minLength: 1, maxLength: 64, format: 'one-line' })),
            class: Type.Optional(Type.Enum([...CLASSES])),
          }),
          response: answers(SuccessList(ExceptionRecord), [400]),
        },
      },
      async ({ query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { mode = 'test', class: only = null } = query
        const rail = query.rail ?? context.rails[mode]?.bank.name ?? ''
        const { perPage, offset } = page
        const wanted = { class: only, offset, max: perPage }
        const { total, exceptions } = await exceptionsOf(context, { mode, rail }, wanted)
        const pageCount = Math.ceil(total / perPage)
        return {
          status: 'success' as const,
          message: 'Exceptions found',
          data: exceptions.map(shownException),
          meta: { total, page: page.page, perPage, pageCount, next: null },
        }
      },
    )

    app.post(
      '/operator/reconciliation/exceptions/:id/close',
      {
        schema: {
          tags,
          summary: 'Close an exception for good, with the reason',
          description: 'For what needs nothing more. Nothing is booked.',
          params: Type.Object({ id: Type.String() }),
          body: Type.Object({
            note: Type.String({ maxLength: NOTE_MAX, description: 'Why, on one line.' }),
          }),
          response: answers(Success(Type.Object({ id: Type.String() })), [400, 404, 409]),
        },
      },
      async ({ params: { id }, body: { note }, login }) => {
        const { email } = login ?? refuse('role_forbids')
        await closeException(context, { id, by: email.slice(0, BY_LENGTH), note })
        // Whoever closes one looks next at how many are left.
        kept.delete(context.sql)
        return { status: 'success' as const, message: 'It is closed', data: { id } }
      },
    )
    done()
  }
}

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

function shownReport(report: Report) {
  const { mode, rail, theirs, ours, ledger, ties, exceptions, gaps } = report
  return {
    mode,
    rail,
    is_clean: isClean(report),
    theirs: {
      total: shownSides(theirs.total),
      matched: shownSides(theirs.matched),
      wrong_amount: shownSides(theirs.wrong_amount),
      duplicate: shownSides(theirs.duplicate),
      theirs_only: shownSides(theirs.theirs_only),
    },
    ours: {
      total: shownSides(ours.total),
      matched: shownSides(ours.matched),
      wrong_amount: shownSides(ours.wrong_amount),
      ours_only: shownSides(ours.ours_only),
    },
    ledger: { clearing: Number(ledger.clearing), movements: Number(ledger.movements) },
    ties,
    exceptions: { open: exceptions.open, closed: exceptions.closed },
    gaps: gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
  }
}

function shownSides({ credit, debit }: Sides) {
  const of = ({ count, amount }: Sides['credit']) => ({ count, amount: Number(amount) })
  return { credit: of(credit), debit: of(debit) }
}

function shownException(one: Exception) {
  return {
    id: one.id,
    class: one.class,
    mode: one.mode,
    rail: one.rail,
    direction: one.direction,
    session_id: one.sessionId,
    bank_amount: one.theirAmount === null ? null : Number(one.theirAmount),
    our_amount: one.ourAmount === null ? null : Number(one.ourAmount),
    occurred_at: one.occurredAt.toISOString(),
    first: one.first,
    next: one.next,
  }
}

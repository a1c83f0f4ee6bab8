import { type Static, type TObject, Type } from 'typebox'
import { plain, testOnly } from '../../../src/core/route.ts'
import { answers, DayOrTime, Kobo, SessionId, Text, Timestamp } from '../../../src/core/wire.ts'
import { DAY, later } from '../../../src/platform/clock.ts'
import { addDays, dayOf, startOf } from '../../../src/platform/lagos.ts'
import { readRange } from '../../../src/platform/range.ts'
import { refuseFields } from '../../../src/platform/refusal.ts'
import { asCsv, asJson, type Fault, faults, sandboxStatement } from './statement.ts'

// The response is a file, so that it can be passed to `npm run reconcile`.

const SEED_MAX = 100

const query = {
  from: Type.Optional(DayOrTime('The start: a day in Lagos, or a time. By default yesterday.')),
  to: Type.Optional(
    DayOrTime(
      'The end: a day in Lagos, inclusive, or a time, exclusive; at most 31 days later. By ' +
        'default a day later.',
    ),
  ),
  format: Type.Optional(
    Type.Enum(['csv', 'json'], { description: 'The format. `csv` by default.' }),
  ),
  faults: Type.Optional(
    Type.String({
      description: `Errors to inject, separated by commas: ${faults.join(', ')}. None by default.`,
      examples: ['missing,late'],
    }),
  ),
  seed: Type.Optional(
    Type.String({
      maxLength: SEED_MAX,
      description: 'The same seed injects the same errors, in one transfer in four.',
      examples: ['monday'],
    }),
  ),
}

const StatementFile = Type.Object(
  {
    rail: Text('The name of the bank.', 'sandbox'),
    mode: Type.Literal('test', { description: 'Always `test`.' }),
    from: Timestamp('The start.'),
    to: Timestamp('The end, exclusive.'),
    lines: Type.Array(
      Type.Object(
        {
          session_id: SessionId('The session id of the transfer.'),
          direction: Type.Enum(['credit', 'debit'], { description: 'In or out.' }),
          amount: Kobo('In kobo.'),
          account_number: Text('Our account number.', '2670625029'),
          narration: Text('What the sender wrote.', 'Order 1042'),
          occurred_at: Timestamp('When it happened.'),
        },
        { title: 'StatementLine' },
      ),
      { description: 'The transfers, oldest first.' },
    ),
  },
  { title: 'BankStatement' },
)

const Files = {
  content: {
    'text/csv': { schema: Type.String({ description: 'Amounts are in naira.' }) },
    'application/json': { schema: StatementFile },
  },
}

/** Needs a secret key of test mode. */
export const statementRoutes = testOnly('Sandbox', [
  plain('GET /sandbox/statement', {
    needs: 'sandbox:write',
    load: 'list',
    operationId: 'getSandboxStatement',
    summary: 'Fetch a bank statement',
    description:
      'A statement file of the simulated bank, with the transfers of your business only. ' +
      'A real statement lists those of every business. The operator of the service imports ' +
      'it with `npm run reconcile`.',
    query,
    response: { ...answers(Type.Unknown(), [400]), 200: { description: 'Success.', ...Files } },
    handle: async (context, { scope, query }, reply) => {
      const { format = 'csv', seed = '' } = query
      const range = rangeOf(query, context.now())
      const wanted = { ...range, faults: faultsIn(query.faults ?? ''), seed }
      const lines = await sandboxStatement(context, scope, wanted)
      const rail = context.rails.test.bank.name
      const text = format === 'csv' ? asCsv(lines) : JSON.stringify(asJson(lines, rail, range))
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json'
      const name = `statement-${dayOf(range.from)}.${format}`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.type(type).send(text)
    },
  }),
])

function rangeOf(asked: Static<TObject<typeof query>>, now: Date) {
  const range = readRange(asked)
  const from = range.from ?? startOf(addDays(dayOf(now), -1))
  return { from, to: range.to ?? later(from, DAY) }
}

function faultsIn(text: string): Fault[] {
  const named = text.split(',').filter(Boolean)
  const isKnown = (name: string): name is Fault => (faults as readonly string[]).includes(name)
  if (named.every(isKnown)) return named
  const message = `faults must be a list of ${faults.join(', ')}, separated by commas.`
  return refuseFields([{ field: 'faults', code: 'not_allowed', message }])
}

import { Type } from 'typebox'
import { action, record, testOnly } from '../../src/core/route.ts'
import { Count } from '../../src/core/wire.ts'
import { DAYS_MAX, examplesOf, startExamples } from './seed.ts'

// Example data for the sandbox.

const Examples = Type.Object(
  {
    state: Type.Enum(['none', 'running', 'done', 'failed'], {
      description: 'The state of the run.',
    }),
    done: Count('How many days are created.', 3),
    total: Count('How many days were requested.', 7),
  },
  { title: 'ExampleData' },
)

const ExamplesBody = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: DAYS_MAX,
    description: 'How many days, until today.',
    examples: [7],
  }),
})

/** Needs a secret key of test mode. */
export const exampleRoutes = testOnly('Sandbox', [
  action('POST /sandbox/examples', {
    needs: 'sandbox:write',
    operationId: 'createExamples',
    summary: 'Create example data',
    description:
      'Creates payments, refunds, deposits, settlements and verifications of a small ' +
      'store. This takes a while: fetch the progress. The store must have few payments ' +
      'of its own and no webhook URL.',
    body: ExamplesBody,
    answer: Examples,
    message: 'Example data is being created',
    handle: async (context, { scope, body: { days } }) => startExamples(context, scope, { days }),
  }),
  record('/sandbox/examples', {
    needs: 'sandbox:write',
    operationId: 'getExamples',
    summary: 'Fetch the progress of example data',
    description: 'How many days of example data exist.',
    answer: Examples,
    message: 'Example data found',
    handle: async (context, { scope }) => examplesOf(context, scope),
  }),
])

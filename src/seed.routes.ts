import { Type } from 'typebox'
import { action, record, testOnly } from './route.ts'
import { DAYS_MAX, examplesOf, startExamples } from './seed.ts'

// Examples for the sandbox: it stands here, above all features, because it uses most of them.

const Examples = Type.Object({
  state: Type.Enum(['none', 'running', 'done', 'failed']),
  done: Type.Integer({ description: 'Days that are made.' }),
  total: Type.Integer({ description: 'Days that were asked for.' }),
})

const ExamplesBody = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: DAYS_MAX, description: 'How many, until today.' }),
})

/** With a secret key of test mode. */
export const exampleRoutes = testOnly('Sandbox', [
  action('POST /sandbox/examples', {
    summary: 'Make payments of the last days, to look at',
    description:
      'Payments, refunds, deposits, settlements and verifications of a small store. It takes a ' +
      'while: ask how far it is. For a store with few payments of its own, and without a webhook ' +
      'address.',
    body: ExamplesBody,
    answer: Examples,
    message: 'Examples are being made',
    handle: async (context, { scope, body: { days } }) => startExamples(context, scope, { days }),
  }),
  record('/sandbox/examples', {
    summary: 'Look how far the examples are',
    answer: Examples,
    message: 'Examples found',
    handle: async (context, { scope }) => examplesOf(context, scope),
  }),
])

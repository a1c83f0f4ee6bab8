import { Type } from 'typebox'
import { CARD_LIMITS } from '../../../src/accounts/businesses/businesses.sql.ts'
import { changeSettings, settingsOf } from '../../../src/accounts/businesses/businesses.ts'
import { action, record } from '../../../src/core/route.ts'

const Limits = Type.Object(
  {
    limits: Type.Enum([...CARD_LIMITS], {
      description:
        '`on`: as in live mode. `off`: no limits, for your own tests. `paused`: every card must ' +
        'wait (429 `card_paused`). `stopped`: every card is rejected (403 `card_testing_stopped`).',
    }),
  },
  { title: 'CardLimits' },
)

/** Switches the limits against card testing off for a test, or lowers them to see what they do. */
export const cardLimitRoutes = [
  record('/sandbox/card-limits', {
    needs: 'sandbox:write',
    operationId: 'getSandboxCardLimits',
    summary: 'Fetch the card testing limits',
    description: 'Whether the limits against card testing apply in test mode.',
    answer: Limits,
    message: 'Card limits',
    handle: async (context, { scope }) => ({
      limits: (await settingsOf(context, scope)).cardLimits,
    }),
  }),
  action('PUT /sandbox/card-limits', {
    needs: 'sandbox:write',
    operationId: 'updateSandboxCardLimits',
    summary: 'Update the card testing limits',
    description: 'Turn the limits off for your own tests, or force their effect.',
    body: Limits,
    answer: Limits,
    message: 'Card limits saved',
    handle: async (context, { scope, body: { limits } }) => {
      await changeSettings(context, scope, { cardLimits: limits })
      return { limits }
    },
  }),
]

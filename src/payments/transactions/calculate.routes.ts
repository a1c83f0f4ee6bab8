import { type Static, Type } from 'typebox'
import { action } from '../../core/route.ts'
import { FeeParts, Shares } from '../../core/shares.ts'
import {
  CHANNELS_PAID,
  Currency,
  fromWire,
  Kobo,
  KoboAmount,
  SentCurrency,
} from '../../core/wire.ts'
import { kobo } from '../../platform/money.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { shownShares } from '../splits/frozen.ts'
import { TermsBody } from '../splits/splits.routes.ts'
import { type Calculation, calculate } from './calculate.ts'
import { toWireFees } from './fees.ts'

const CalculateBody = Type.Object(
  {
    amount: KoboAmount('What the customer would pay, in kobo.'),
    currency: SentCurrency,
    split_code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'One of your splits.',
        examples: ['SPL_AZqmA2NQe2e4sK1d8v6cXw'],
      }),
    ),
    split: Type.Optional(TermsBody),
    channel: Type.Optional(
      Type.Enum([...CHANNELS_PAID], {
        description: 'How it would be paid. The fee depends on it. `card` by default.',
      }),
    ),
  },
  { examples: [{ amount: 500_000, split_code: 'SPL_AZqmA2NQe2e4sK1d8v6cXw' }] },
)

const CalculationRecord = Type.Object(
  {
    amount: Kobo('What the customer pays, in kobo.'),
    currency: Currency,
    fees: Kobo('The fee with VAT, in kobo.', 18_813),
    fees_breakdown: FeeParts('The parts of `fees`.'),
    net_amount: Kobo('`amount` minus `fees`, in kobo.', 481_187),
    shares: Shares,
  },
  { title: 'SplitCalculation' },
)

export const calculateSplit = action('POST /splits/calculate', {
  needs: 'splits:read',
  isReading: true,
  tag: 'Splits',
  operationId: 'calculateSplit',
  summary: 'Calculate a split',
  description:
    'Shows how an amount would be shared, to the kobo, without creating anything. Name ' +
    'a split in `split_code`, or send its terms in `split`. The fee, its VAT and all ' +
    'shares add up to the amount.',
  body: CalculateBody,
  answer: CalculationRecord,
  message: 'Split calculated',
  handle: async (context, { scope, body }) => {
    const { fee, vat, net, shares } = await calculate(context, scope, asked(body))
    return {
      amount: body.amount,
      currency: 'NGN' as const,
      ...toWireFees({ fee, vat }),
      net_amount: Number(net),
      shares: shownShares(shares),
    }
  },
})

function asked(body: Static<typeof CalculateBody>): Calculation {
  const { amount, split_code, split, channel = 'card' } = body
  return { amount: kobo(amount), channel, by: oneOf(split_code, split) }
}

function oneOf(
  splitCode: string | undefined,
  split: Static<typeof TermsBody> | undefined,
): Calculation['by'] {
  if (splitCode !== undefined && split === undefined) return { splitCode }
  if (splitCode !== undefined || split === undefined) {
    const message = 'Send split_code or split, not both.'
    return refuseFields([{ field: 'split_code', code: 'invalid', message }])
  }
  return { terms: { bearerSubaccountId: null, ...fromWire(TermsBody, split) } }
}

import { type Static, Type } from 'typebox'
import { action } from '../../core/route.ts'
import {
  Currency,
  Kobo,
  KoboAmount,
  SentCurrency,
  SubaccountCode,
  toWire,
} from '../../core/wire.ts'
import { kobo } from '../../platform/money.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { TermsBody } from '../splits/splits.routes.ts'
import { subaccountCode } from '../splits/subaccounts.ts'
import { type Calculation, calculate } from './calculate.ts'

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
      Type.Enum(['card', 'bank_transfer', 'dedicated_virtual_account'], {
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
    fee: Kobo('The fee, in kobo.', 17_500),
    vat: Kobo('The VAT on the fee, in kobo.', 1_313),
    business: Kobo('Your share, in kobo.', 418_687),
    subaccounts: Type.Array(
      Type.Object(
        {
          subaccount: SubaccountCode('The subaccount.'),
          amount: Kobo('Its share, in kobo.', 62_500),
        },
        { title: 'CalculatedShare' },
      ),
      { description: 'The shares of the subaccounts.' },
    ),
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
    const { fee, vat, business, parts } = await calculate(context, scope, asked(body))
    return {
      amount: body.amount,
      currency: 'NGN' as const,
      ...toWire({ fee, vat, business }),
      subaccounts: parts.map(({ subaccountId, amount }) => ({
        subaccount: subaccountCode(subaccountId),
        amount: Number(amount),
      })),
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
  const { type, bearer_type: bearerType, bearer_subaccount = null, subaccounts } = split
  return { terms: { type, bearerType, bearerSubaccount: bearer_subaccount, subaccounts } }
}

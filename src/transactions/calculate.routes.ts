import { type Static, Type } from 'typebox'
import { kobo } from '../lib/money.ts'
import { refuseFields } from '../lib/refusal.ts'
import { action } from '../route.ts'
import { TermsBody } from '../splits/splits.routes.ts'
import { subaccountCode } from '../splits/subaccounts.ts'
import { KoboAmount, toWire } from '../wire.ts'
import { type Calculation, calculate } from './calculate.ts'

const CalculateBody = Type.Object(
  {
    amount: KoboAmount('Kobo that a customer would pay.'),
    split_code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'One of your splits: SPL_….' }),
    ),
    split: Type.Optional(TermsBody),
    channel: Type.Optional(
      Type.Enum(['card', 'bank_transfer', 'dedicated_virtual_account'], {
        description: 'How it would be paid, which decides the fee: by card unless said.',
      }),
    ),
  },
  { examples: [{ amount: 500_000, split_code: 'SPL_AZqmA2NQe2e4sK1d8v6cXw' }] },
)

const Kobo = (description: string) => Type.Integer({ description, 'x-unit': 'kobo' })
const CalculationRecord = Type.Object({
  amount: Kobo('What is paid.'),
  currency: Type.Literal('NGN'),
  fee: Kobo('What we take.'),
  vat: Kobo('On the fee.'),
  business: Kobo('What is left for you.'),
  subaccounts: Type.Array(Type.Object({ subaccount: Type.String(), amount: Kobo('Its part.') })),
})

export const calculateSplit = action('POST /splits/calculate', {
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
    const message = 'Send split_code or split, and not both.'
    return refuseFields([{ field: 'split_code', code: 'invalid', message }])
  }
  const { type, bearer_type: bearerType, bearer_subaccount = null, subaccounts } = split
  return { terms: { type, bearerType, bearerSubaccount: bearer_subaccount, subaccounts } }
}

import { Type } from 'typebox'
import { Kobo, PublicId } from './wire.ts'

// The fee of a payment and who gets what of it, as all records show them.

/** A part of the fee of a payment. `toWireFees` writes them. */
const FeePart = Type.Object(
  {
    type: Type.Enum(['service', 'vat'], { description: 'The fee, or the VAT on it.' }),
    amount: Kobo('In kobo.', 17_500),
  },
  { title: 'FeePart' },
)
export const FeeParts = (description: string) => Type.Array(FeePart, { description })

/** How a payment is shared. The four parts add up to its amount. */
export const Shares = Type.Object(
  {
    service: Kobo('The fee, without VAT, in kobo.', 17_500),
    vat: Kobo('The VAT on the fee, in kobo.', 1_313),
    business: Kobo('Your share, in kobo.', 418_687),
    subaccounts: Type.Array(
      Type.Object(
        {
          subaccount_id: PublicId('subaccount', 'The subaccount.'),
          amount: Kobo('Its share, in kobo.', 62_500),
        },
        { title: 'SubaccountShare' },
      ),
      { description: 'The shares of the subaccounts.' },
    ),
  },
  { title: 'SplitShares', description: 'Who gets what of a payment, in kobo.' },
)

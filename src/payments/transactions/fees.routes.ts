import { Type } from 'typebox'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import { type Route, record, under } from '../../core/route.ts'
import { stampDuty } from '../../core/stamp-duty.ts'
import { Domain, Kobo, Nullable, toWire } from '../../core/wire.ts'
import type { Kobo as Amount } from '../../platform/money.ts'
import { checkoutPlan, dedicatedPlan, VAT_BASIS_POINTS } from './fees.ts'

// The fees of a business, read-only. Operators change them (activation/).

const points = (description: string, example: number) =>
  Type.Integer({
    description: `${description} In basis points: 150 is 1.5 %.`,
    examples: [example],
  })

const Plan = (of: string) =>
  Type.Object(
    {
      basis_points: points('Share of the amount, rounded up to the kobo.', 150),
      flat: Kobo('Added to that, in kobo.', 10_000),
      flat_from: Kobo('The amount from which `flat` is added, in kobo.', 250_000),
      max: Kobo('The maximum before VAT, in kobo.', 200_000),
    },
    { title: 'FeePlan', description: of },
  )

const Fees = Type.Object(
  {
    domain: Domain,
    checkout: Plan('Payments at the checkout.'),
    dedicated: Plan('Deposits to dedicated virtual accounts.'),
    vat_basis_points: points('VAT on each of these fees.', 750),
    stamp_duty: Nullable(
      Type.Object(
        {
          amount: Kobo('Taken beside the amount, in kobo. No VAT.', 5_000),
          from_amount: Kobo('Transfers of this amount and more owe it, in kobo.', 1_000_000),
        },
        {
          title: 'StampDuty',
          description: 'For payouts, and for refunds to a bank account. Null: none is charged.',
        },
      ),
    ),
    identity_fee: Kobo('For an identity verification whose OTP was sent, in kobo. No VAT.', 5_000),
  },
  { title: 'Fees' },
)

/** With a secret key. `identityFee`: the price of a verification. */
export function feesRoute(identityFee: Amount): Route[] {
  const getFees = record('/settings/fees', {
    needs: 'settings:read',
    operationId: 'getFees',
    summary: 'Fetch the fees',
    description:
      'The fees that apply from now on. Each transaction, payout and refund carries what it ' +
      'was charged.',
    answer: Fees,
    message: 'Fees',
    handle: async (context, { scope }) => {
      const settings = await settingsOf(context, scope)
      const duty = stampDuty(context)
      return {
        domain: settings.mode,
        checkout: toWire(checkoutPlan(settings)),
        dedicated: toWire(dedicatedPlan(settings)),
        vat_basis_points: Number(VAT_BASIS_POINTS),
        stamp_duty: duty === null ? null : toWire(duty),
        identity_fee: Number(identityFee),
      }
    },
  })
  return under('Settings', [getFees])
}

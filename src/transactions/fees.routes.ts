import { Type } from 'typebox'
import { settingsOf } from '../businesses/businesses.ts'
import type { Context } from '../context.ts'
import type { Kobo } from '../lib/money.ts'
import { plugin, record } from '../route.ts'
import { toWire } from '../wire.ts'
import { checkoutPlan, dedicatedPlan, VAT_BASIS_POINTS } from './fees.ts'

// The wire of what a business pays: to look at. Operators change it (activation/).

const points = (description: string) =>
  Type.Integer({ description: `${description} Basis points: 150 is 1.5 %.` })
const amount = (description: string) =>
  Type.Integer({ description: `${description} Kobo.`, 'x-unit': 'kobo' })

const Plan = (of: string) =>
  Type.Object(
    {
      basis_points: points('Of the amount, rounded up to the kobo.'),
      flat: amount('Added to that.'),
      flat_from: amount('Below this amount nothing is added.'),
      max: amount('At most so much, before VAT.'),
    },
    { description: of },
  )

const Fees = Type.Object({
  domain: Type.Enum(['test', 'live']),
  checkout: Plan('Of a payment by checkout.'),
  dedicated: Plan('Of a deposit to a dedicated account.'),
  vat_basis_points: points('Of each of these fees, on top of it.'),
  identity_fee: amount('Of a verification of a person whose code was sent; no VAT is added.'),
})

/** With a secret key. `identityFee`: what a verification costs, which is not told here. */
export function feesRoute(context: Context, identityFee: Kobo) {
  const getFees = record('/settings/fees', {
    operationId: 'getFees',
    summary: 'Fetch the fees',
    description:
      'The fees that apply to payments from now on. Each transaction carries the fees ' +
      'that it was charged.',
    answer: Fees,
    message: 'Fees',
    handle: async (_context, { scope }) => {
      const settings = await settingsOf(context, scope)
      return {
        domain: settings.mode,
        checkout: toWire(checkoutPlan(settings)),
        dedicated: toWire(dedicatedPlan(settings)),
        vat_basis_points: Number(VAT_BASIS_POINTS),
        identity_fee: Number(identityFee),
      }
    },
  })
  return plugin('Settings', [getFees])(context)
}

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import type { Payer } from './card.ts'
import { plain } from './languages.ts'
import { localeIn } from './pages.routes.ts'

// Who pays by card at the checkout, and whether the business may keep the card.

export const SaveCard = Type.Optional(
  Type.Boolean({ description: 'Whether the customer lets the business keep the card.' }),
)

/** With the words about keeping the card that the page shows. */
export function payerOf(request: FastifyRequest, isTicked = false): Payer {
  const { query: returnQuery } = localeIn(request)
  const words = ({ businessName: business, checkoutLanguage }: ModeSettings) => {
    const { words: own } = localeIn(request, checkoutLanguage)
    const offer = plain(own.save_card, { business })
    return { offer, required: plain(own.save_card_required, { business }) }
  }
  return { address: request.ip, returnQuery, saving: { isTicked, words } }
}

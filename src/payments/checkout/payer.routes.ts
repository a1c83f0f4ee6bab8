import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Payer, SavingWords } from './card.ts'
import { localeIn } from './pages.routes.ts'
import { savingWords } from './saving.ts'

// Who pays by card at the checkout, and whether the business may keep the card.

export const SaveCard = Type.Optional(
  Type.Boolean({ description: 'Whether the customer lets the business keep the card.' }),
)

/** With the words about keeping the card that the page shows. */
export function payerOf(request: FastifyRequest, isTicked = false): Payer {
  const { query: returnQuery } = localeIn(request)
  const words: SavingWords = ({ businessName: business, checkoutLanguage }, paid) =>
    savingWords(localeIn(request, checkoutLanguage), { ...paid, business })
  return { address: request.ip, returnQuery, saving: { isTicked, words } }
}

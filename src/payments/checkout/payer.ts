import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import type { TransactionKey } from '../transactions/transactions.rows.ts'
import type { Payer } from './card.ts'
import { plain } from './languages.ts'
import { localeIn } from './pages.routes.ts'

// Who pays by card at the checkout, and whether the business may keep the card.

export const SaveCard = Type.Optional(
  Type.Boolean({ description: 'Whether the customer lets the business keep the card.' }),
)

/** With the words about keeping the card that the page shows. */
export async function payerOf(
  context: Context,
  request: FastifyRequest,
  key: TransactionKey,
  isTicked = false,
): Promise<Payer> {
  const { businessName: business, checkoutLanguage } = await settingsOf(context, key)
  const { query: returnQuery, words } = localeIn(request, checkoutLanguage)
  const offer = plain(words.save_card, { business })
  const required = plain(words.save_card_required, { business })
  const saving = { isTicked, words: { offer, required } }
  return { address: request.ip, returnQuery, saving }
}

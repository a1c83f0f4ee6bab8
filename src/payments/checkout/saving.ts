import { formatNaira, type Kobo } from '../../platform/money.ts'
import type { Plan } from '../plans/plans.sql.ts'
import { SUBSCRIPTION_WORDS } from '../subscriptions/words.ts'
import { type Locale, plain } from './languages.ts'

// The words with which a customer lets a business keep their card.

type Kept = { business: string; amount: Kobo; plan: Pick<Plan, 'interval' | 'times'> | null }

/** `offer`: beside a box to tick. `required`: who pays by card agrees. */
export function savingWords(locale: Locale, { business, amount, plan }: Kept) {
  const { words } = locale
  const offer = plain(words.save_card, { business })
  if (plan === null) return { offer, required: plain(words.save_card_required, { business }) }
  const { interval, times } = plan
  const every = SUBSCRIPTION_WORDS[locale.language][interval]
  const charged = plain(words.save_card_plan, { business, amount: formatNaira(amount), every })
  const most = times === null ? '' : ` ${plain(words.save_card_times, { times })}`
  return { offer, required: `${charged}${most}` }
}

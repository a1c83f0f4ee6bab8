import type { DueStop } from '../checkout/card-testing.ts'
import { lagosTime } from '../receipts/compose.ts'
import { type Letter, letterHtml, letterText } from '../receipts/letter.ts'
import { isolated, plain } from '../receipts/words.ts'

const BUSINESS_LENGTH_MAX = 100
const HEADLINE = 'Card testing stopped'

/** What a business reads when somebody has tried many cards at its checkout. */
export function composeStop({ mode, seenAt, ...stop }: DueStop) {
  const businessName = isolated(plain(stop.businessName, BUSINESS_LENGTH_MAX))
  const prefix = mode === 'test' ? '[Test] ' : ''
  const subject = `${prefix}${businessName}: ${HEADLINE.toLowerCase()}`
  const letter: Letter = {
    mode,
    over: businessName,
    headline: HEADLINE,
    under: null,
    isAmount: false,
    rows: [{ label: 'Seen', value: lagosTime(seenAt) }],
    paragraphs: [
      'Many cards were declined at your checkout in a short time, as when somebody tries stolen ' +
        'cards. Each address may now try only a few cards, and then has to wait or pay by ' +
        'transfer. This ends by itself half an hour after it is over.',
      'Look at the payments of this time in your dashboard, and refund those that look strange ' +
        'before you deliver. Starting payments from your server, not with the public key, makes ' +
        'it harder.',
    ],
  }
  return { subject, text: letterText(letter), html: letterHtml(subject, letter) }
}

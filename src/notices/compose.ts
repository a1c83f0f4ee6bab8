import type { DueStop } from '../checkout/card-testing.ts'
import { lagosTime } from '../receipts/compose.ts'
import { type EmailContent, emailHtml, emailText } from '../receipts/email-layout.ts'
import { isolated, plain, unlinked } from '../receipts/words.ts'
import type { DueNotice } from '../webhooks/notices.ts'
import type { Route, WebhookNotice } from '../webhooks/webhooks.ts'

// From a notice to the email that the business reads: what is wrong since when, and what to do.

const BUSINESS_LENGTH_MAX = 100
const URL_LENGTH_MAX = 400

const HEADLINES: Record<WebhookNotice['kind'], string> = {
  failing_24h: 'A webhook address has failed for a day',
  failing_72h: 'A webhook address has failed for three days',
  turned_off: 'A webhook address was turned off',
}

const NEXT: Record<WebhookNotice['kind'], string> = {
  failing_24h:
    'We keep trying: each event for three days, and the address itself until it has failed for ' +
    'five days. After that it is turned off.',
  failing_72h:
    'Events that have been tried for three days are given up. The address is turned off when it ' +
    'has failed for five days.',
  turned_off:
    'Nothing is sent to it any more. Set the address again (PUT /api/v1/webhooks) to turn it on.',
}

const ROUTES: Record<Route, string> = {
  standard: 'Events',
  dedicated_virtual_account: 'Deposits to dedicated accounts',
}

const AGAIN =
  'No event is lost: each is kept for 30 days and can be sent again with ' +
  'POST /api/v1/events/resend. GET /api/v1/events/{id} tells what the address has answered.'

type Content = Omit<DueNotice, 'businessId' | 'attempts' | 'email'>

export function composeNotice(notice: Content): { subject: string; text: string; html: string } {
  const { mode, route, kind, since, url } = notice
  const businessName = isolated(plain(notice.businessName, BUSINESS_LENGTH_MAX))
  const headline = HEADLINES[kind]
  const subject = `${mode === 'test' ? '[Test] ' : ''}${businessName}: ${headline.toLowerCase()}`
  const content: EmailContent = {
    mode,
    over: businessName,
    headline,
    under: null,
    isAmount: false,
    rows: [
      { label: 'Address', value: unlinked(plain(url, URL_LENGTH_MAX)) },
      { label: 'For', value: ROUTES[route] },
      { label: 'Failing since', value: lagosTime(since) },
    ],
    paragraphs: [NEXT[kind], AGAIN],
  }
  return { subject, text: emailText(content), html: emailHtml(subject, content) }
}

const HEADLINE = 'Card testing stopped'

/** What a business reads when somebody has tried many cards at its checkout. */
export function composeStop({ mode, seenAt, ...stop }: DueStop) {
  const businessName = isolated(plain(stop.businessName, BUSINESS_LENGTH_MAX))
  const prefix = mode === 'test' ? '[Test] ' : ''
  const subject = `${prefix}${businessName}: ${HEADLINE.toLowerCase()}`
  const content: EmailContent = {
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
  return { subject, text: emailText(content), html: emailHtml(subject, content) }
}

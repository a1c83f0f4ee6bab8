import type { DueNotice } from '../../core/events/notices.sql.ts'
import type { Route, WebhookNotice } from '../../core/events/webhooks.sql.ts'
import type { DueStop } from '../../payments/checkout/card-testing.ts'
import { lagosTime } from '../../payments/receipts/compose.ts'
import { type EmailContent, emailHtml, emailText } from '../../payments/receipts/email-layout.ts'
import { isolated, plain, unlinked } from '../../payments/receipts/words.ts'

// Composes the email about a notice: what is wrong, since when, and what to do.

const BUSINESS_LENGTH_MAX = 100
const URL_LENGTH_MAX = 400

const HEADLINES: Record<WebhookNotice['kind'], string> = {
  failing_24h: 'A webhook URL has failed for a day',
  failing_72h: 'A webhook URL has failed for three days',
  turned_off: 'A webhook URL was turned off',
}

const NEXT: Record<WebhookNotice['kind'], string> = {
  failing_24h:
    'We keep retrying each event for three days. If the URL fails for five days, we turn it ' +
    'off.',
  failing_72h:
    'Events that have failed for three days are no longer retried. If the URL fails for ' +
    'five days, we turn it off.',
  turned_off:
    'We no longer send events to it. Save the URL again (PUT /api/v1/webhooks) to turn it on.',
}

const ROUTES: Record<Route, string> = {
  standard: 'Events',
  dedicated_virtual_account: 'Deposits to dedicated accounts',
}

const AGAIN =
  'No event is lost. Each is stored for 30 days, and you can resend it with POST ' +
  '/api/v1/events/resend. GET /api/v1/events/{id} shows the responses of your server.'

type Content = Omit<DueNotice, 'businessId' | 'attempts' | 'email'>

export function composeNotice(notice: Content): { subject: string; text: string; html: string } {
  const { mode, route, kind, since, url } = notice
  const businessName = isolated(plain(notice.businessName, BUSINESS_LENGTH_MAX))
  const headline = HEADLINES[kind]
  const subject = `${mode === 'test' ? '[Test] ' : ''}${businessName}: ${inSentence(headline)}`
  const content: EmailContent = {
    mode,
    over: businessName,
    headline,
    under: null,
    isAmount: false,
    rows: [
      { label: 'URL', value: unlinked(plain(url, URL_LENGTH_MAX)) },
      { label: 'For', value: ROUTES[route] },
      { label: 'Failing since', value: lagosTime(since) },
    ],
    paragraphs: [NEXT[kind], AGAIN],
  }
  return { subject, text: emailText(content), html: emailHtml(subject, content) }
}

const HEADLINE = 'Card testing stopped'

/** The email after card testing was stopped at a checkout. */
export function composeStop({ mode, seenAt, ...stop }: DueStop) {
  const businessName = isolated(plain(stop.businessName, BUSINESS_LENGTH_MAX))
  const prefix = mode === 'test' ? '[Test] ' : ''
  const subject = `${prefix}${businessName}: ${inSentence(HEADLINE)}`
  const content: EmailContent = {
    mode,
    over: businessName,
    headline: HEADLINE,
    under: null,
    isAmount: false,
    rows: [{ label: 'Seen', value: lagosTime(seenAt) }],
    paragraphs: [
      'Many cards were declined at your checkout in a short time, as if someone were ' +
        'testing stolen cards. Each IP address can now try only a few cards, then must wait ' +
        'or pay by transfer. This limit ends automatically half an hour after the attempts ' +
        'stop.',
      'Check the payments from this period in your dashboard, and refund suspicious ones ' +
        'before you deliver. To make card testing harder, initialize payments from your ' +
        'server instead of with the public key.',
    ],
  }
  return { subject, text: emailText(content), html: emailHtml(subject, content) }
}

/** Lower-cases the first letter, for use inside a sentence; `URL` stays. */
function inSentence(headline: string): string {
  return headline.charAt(0).toLowerCase() + headline.slice(1)
}

import type { DueNotice } from '../../core/events/notices.sql.ts'
import type { Route, WebhookNotice } from '../../core/events/webhooks.sql.ts'
import { isAdded } from '../../core/events/webhooks.ts'
import type { DueStop } from '../../payments/checkout/card-testing.ts'
import { lagosTime } from '../../payments/receipts/compose.ts'
import { type Email, type EmailContent, emailOf } from '../../payments/receipts/email-layout.ts'
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
    'We no longer send events to it. Save the URL again in the dashboard, or with PUT ' +
    '/api/v1/webhooks, to turn it on.',
}

const ROUTES: Record<Route, string> = {
  standard: 'Events',
  dedicated_virtual_account: 'Deposits to dedicated accounts',
}

const AGAIN =
  'No event is lost. Each is stored for 30 days, and you can resend it with POST ' +
  '/api/v1/events/resend. GET /api/v1/events/{id} shows the responses of your server.'

type Content = Omit<DueNotice, 'businessId' | 'attempts' | 'email'>

/** `baseUrl`: of this service. */
export function composeNotice(
  { route, kind, since, url, ...notice }: Content,
  baseUrl: string,
): Email {
  return composed(notice, HEADLINES[kind], {
    rows: [
      { label: 'URL', value: unlinked(plain(url, URL_LENGTH_MAX)) },
      { label: 'For', value: isAdded(route) ? `Added endpoint ${route}` : ROUTES[route] },
      { label: 'Failing since', value: lagosTime(since) },
    ],
    buttons: [{ label: 'Open webhooks', url: `${baseUrl}/dashboard/${notice.mode}/webhooks` }],
    paragraphs: [NEXT[kind], AGAIN],
  })
}

/** The email after card testing was stopped at a checkout. */
export function composeStop({ seenAt, ...stop }: DueStop, baseUrl: string): Email {
  return composed(stop, 'Card testing stopped', {
    rows: [{ label: 'Seen', value: lagosTime(seenAt) }],
    buttons: [{ label: 'See payments', url: `${baseUrl}/dashboard/${stop.mode}/transactions` }],
    paragraphs: [
      'Many cards were declined at your checkout in a short time, as if someone were ' +
        'testing stolen cards. Each IP address can now try only a few cards, then must wait ' +
        'or pay by transfer. This limit ends automatically half an hour after the attempts ' +
        'stop.',
      'Check the payments from this period, and refund suspicious ones ' +
        'before you deliver. To make card testing harder, initialize payments from your ' +
        'server instead of with the public key.',
    ],
  })
}

function composed(
  { mode, businessName }: Pick<DueNotice, 'mode' | 'businessName'>,
  headline: string,
  words: Pick<EmailContent, 'rows' | 'buttons' | 'paragraphs'>,
): Email {
  const over = isolated(plain(businessName, BUSINESS_LENGTH_MAX))
  // `URL` inside the headline stays.
  const inSentence = headline.charAt(0).toLowerCase() + headline.slice(1)
  const shape = { mode, over, headline, under: null, isAmount: false }
  return emailOf(`${over}: ${inSentence}`, { ...shape, ...words })
}

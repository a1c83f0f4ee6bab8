import type { FastifyPluginCallback } from 'fastify'
import type { Config } from '../platform/config.ts'
import { html, written } from '../platform/html.ts'
import { plainPage } from './plain-page.ts'

// The privacy notice of the service, for people who pay, as the Nigeria Data Protection Act and
// GAID 2025 ask for one. What it says is what the service does: docs/operating/personal-data.md.

export function privacyRoutes({ privacy, identityDetailsHours }: Config): FastifyPluginCallback {
  const { operator, contact } = privacy
  const who = operator ?? 'The company that runs this service'
  const mail = contact && html` or write to <a href="mailto:${contact}">${contact}</a>`
  const body = html`<p>${who} processes payments for businesses. The business that you pay decides
    why your data is used. We use it on its behalf, and to keep the books that the law requires.</p>
    <h2>What we process, and why</h2>
    <ul>
    <li>Your name, email address and phone number, as the business or you gave them: to take the
    payment and to send the receipt.</li>
    <li>Amounts, references and times of payments; the bank, account number and name that a
    transfer came from: to match the payment and to send money back.</li>
    <li>Card details: sent to the card processor and not stored. We keep the first six and last
    four digits and the expiry date.</li>
    <li>The IP address of the device that pays: against fraud.</li>
    <li>Your BVN or NIN, if you consent to a check: to confirm who you are, and for the bank that
    opens an account in your name. It is encrypted.</li>
    </ul>
    <h2>Who receives it</h2>
    <p>The business that you pay; the banks, card processors and identity registries that carry
    out the payment or the check; authorities, where the law requires it. We sell nothing and show
    no advertising.</p>
    <h2>How long we keep it</h2>
    <ul>
    <li>Details of an identity check: ${String(identityDetailsHours)} hours.</li>
    <li>Messages to the business about your payment: 30 days.</li>
    <li>Your contact details: until they are erased at your request.</li>
    <li>Records of payments and transfers: as long as the laws on money and tax require. They are
    kept when the rest is erased.</li>
    </ul>
    <h2>Your rights</h2>
    <p>You may ask for a copy of your data, for its correction or erasure, and object to its use.
    Ask the business that you paid${mail}. You may complain to the Nigeria Data Protection
    Commission.</p>`
  return plainPage('/privacy', 'Privacy notice', written(body))
}

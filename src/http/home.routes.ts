import type { FastifyPluginCallback } from 'fastify'
import type { Config } from '../platform/config.ts'
import { html, type Markup, written } from '../platform/html.ts'
import { plainPage } from './plain-page.ts'

// The page at the root of the service says what it is, and where each reader goes next. The page
// for a new business says whom to ask: an operator opens businesses.

const DOCS = html`<li><a href="/docs">The documentation</a> and
  <a href="/openapi.json">the API as OpenAPI</a>.</li>`
const DOCUMENT = html`<li><a href="/openapi.json">The API as OpenAPI</a>.</li>`
const DEMO = html`<li>Your test keys and your login are in <code>demo.json</code> in the data folder
  (<code>.cowrie</code>), and in the terminal output of the first start, with a command that
  starts a payment.</li>`

const home = ({ makesDemoStore, servesDocs }: Config) => html`
  <p>Cowrie is running here. It takes payments in Nigerian naira by bank transfer, card, USSD and
  OPay, keeps the books and pays out, through one API and a dashboard.</p>
  <h2>You have a business here</h2>
  <ul>
  <li><a href="/dashboard">Sign in to the dashboard</a>: payments, money and settings.</li>
  ${servesDocs ? DOCS : DOCUMENT}
  ${makesDemoStore && DEMO}
  </ul>
  <h2>You want to take payments</h2>
  <p><a href="/sign-up">How to open a business</a>.</p>
  <h2>You want to pay</h2>
  <p>Open the link that the business sent you. <a href="/privacy">How your data is used</a>.</p>`

const signUp = ({ privacy: { operator, contact } }: Config) => html`
  <p>${operator ?? 'The company that runs this service'} opens businesses here. ${howToAsk(contact)}
  Say the name of your business and the email address of its owner.</p>
  <p>The owner gets an email with a button to choose a password. Test mode works at once, with play
  money; for real payments you then tell in the dashboard who you are.</p>
  <p><a href="/dashboard">You have a login: sign in</a>.</p>`

function howToAsk(contact: string | null): Markup {
  if (contact === null) return html`Ask them to open one for you.`
  return html`Write to <a href="mailto:${contact}">${contact}</a>.`
}

export function homeRoutes(config: Config): FastifyPluginCallback {
  return plainPage('/', 'Payments in naira', written(home(config)))
}

export function signUpRoutes(config: Config): FastifyPluginCallback {
  return plainPage('/sign-up', 'Open a business', written(signUp(config)))
}

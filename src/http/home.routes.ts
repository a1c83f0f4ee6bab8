import type { FastifyPluginCallback } from 'fastify'
import type { Config } from '../platform/config.ts'
import { html, type Markup, written } from '../platform/html.ts'
import { plainPage } from './plain-page.ts'

// The page at the root of the service says in one screen what it is, and has a way on for each
// reader. With sign-up off, the page for a new business says whom to ask.

const DEMO = html`<p><small>On this laptop, your test keys and your login are in
  <code>demo.json</code> in the data folder (<code>.cowrie</code>), and in the terminal output of
  the first start.</small></p>`

const home = ({ makesDemoStore, servesDocs, signUp }: Config) => html`
  <p class="lead">Take payments in Nigerian naira by bank transfer, card, USSD and OPay. Keep the
  books and pay out. One API, one dashboard, on your own server.</p>
  <p class="ways"><a class="main" href="/sign-up">${signUp ? 'Sign up' : 'Open a business'}</a>
  <a href="/dashboard">Sign in</a>
  ${servesDocs && html`<a href="/docs">Documentation</a>`}</p>
  <ul>
  <li><b>A checkout</b> on every phone, with an account number or a card form, in five
  languages.</li>
  <li><b>Money that adds up</b>: a ledger to the kobo, refunds, splits, payouts and
  settlements.</li>
  <li><b>Test mode at once</b>, with play money: the first payment takes one call.</li>
  </ul>
  <p>Do you want to pay? Open the link that the business sent you.
  <a href="/privacy">How your data is used</a>.
  ${!servesDocs && html`<a href="/openapi.json">The API as OpenAPI</a>.`}</p>
  ${makesDemoStore && DEMO}`

const closed = ({ privacy: { operator, contact } }: Config) => html`
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

/** The form is a page of the dashboard. People type `/signup` too. */
export function signUpRoutes(config: Config): FastifyPluginCallback {
  return (app, _options, done) => {
    const facts = { config: { needs: 'anyone', load: 'list' }, schema: { hide: true } } as const
    app.get('/signup', facts, (_request, reply) => reply.redirect('/sign-up'))
    if (config.signUp) {
      app.get('/sign-up', facts, (_request, reply) => reply.redirect('/dashboard/sign-up'))
    } else {
      app.register(plainPage('/sign-up', 'Open a business', written(closed(config))))
    }
    done()
  }
}

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findBank } from '../../accounts/banks/banks.ts'
import type { Context } from '../../core/context.ts'
import { Refusal, type RefusalCode } from '../../platform/refusal.ts'
import { enquireBeneficiary, foundOrRefused } from '../beneficiaries/beneficiaries.ts'
import { checkoutHeaders } from '../checkout/assets.ts'
import type { Locale } from '../checkout/languages.ts'
import { localeIn, sendPage } from '../checkout/pages.routes.ts'
import {
  type Ended,
  type Form,
  renderAnswered,
  renderConfirm,
  renderEnded,
  renderForm,
} from './page.ts'
import {
  type Account,
  admitEnquiry,
  answer,
  ENQUIRIES_MAX,
  type Visited,
  visit,
} from './refund-links.ts'
import type { RefundWord } from './words.ts'

// The page of a refund link. The first POST shows the name of the account, the second, with
// `confirmed`, creates the refund.

const schema = { hide: true, params: Type.Object({ code: Type.String() }) }
const config = { needs: 'anyone', load: 'initialize' } as const
const STATUS: Record<Ended, number> = { unknown: 404, cancelled: 410, expired: 410, too_many: 410 }
const NUMBER = /^[0-9]{10}$/
const NOTHING_TYPED: Account = { bankCode: '', accountNumber: '' }

type Sent = Record<string, unknown>

export function refundPageRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get('/refund/:code', { config, schema }, async (request, reply) => {
      const at = await arrive(context, request, reply)
      return at.ended ?? at.form({ typed: NOTHING_TYPED })
    })
    done()
  }
}

/** Separate, because it sends money: requests are limited by address. */
export function refundAnswerRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post('/refund/:code', { config, schema }, async (request, reply) => {
      const at = await arrive(context, request, reply)
      if (at.ended) return at.ended
      const { visited, locale, form } = at
      // From here on, error pages are in the language of this business.
      request.scope = visited.link
      const { typed, wrong, account } = readAccount((request.body ?? {}) as Sent)
      if (account === null) return form({ typed, wrong }, 400)
      try {
        if ((request.body as Sent)['confirmed'] !== 'yes') {
          const accountName = await nameOf(context, visited, account)
          const confirm = { code: request.params.code, account, accountName }
          return await sendPage(request, reply, renderConfirm(visited, confirm, locale))
        }
        await answer(context, visited, account)
      } catch (error) {
        const word = error instanceof Refusal ? wordOf(error.code) : null
        if (word !== null) return form({ typed, wrong: { form: word } }, 409)
        if (!(error instanceof Refusal && error.code === 'refund_link_closed')) throw error
      }
      // Relative, because the policy lets the form go to its own origin only.
      return reply.redirect(`/refund/${request.params.code}${locale.query}`, 303)
    })
    done()
  }
}

type Request = FastifyRequest<{ Params: { code: string } }>
type Arrived =
  | { ended: Promise<FastifyReply> }
  | {
      ended: null
      visited: Visited
      locale: Locale
      form(form: Omit<Form, 'code'>, status?: number): Promise<FastifyReply>
    }

/** Sends what an ended link shows, or says what an open one needs. */
async function arrive(context: Context, request: Request, reply: FastifyReply): Promise<Arrived> {
  const { code } = request.params
  const visited = await visit(context, code)
  const locale = localeIn(request, visited?.settings.checkoutLanguage)
  reply.headers(checkoutHeaders(context.baseUrl()))
  const end = (kind: Ended) =>
    sendPage(request, reply.status(STATUS[kind]), renderEnded(kind, visited, locale))
  if (visited === null) return { ended: end('unknown') }
  const { status, refund, link } = visited
  if (status === 'answered') {
    return { ended: sendPage(request, reply, renderAnswered(visited, refund!, locale)) }
  }
  if (status !== 'open') return { ended: end(status) }
  if (link.enquiries >= ENQUIRIES_MAX) return { ended: end('too_many') }
  return {
    ended: null,
    visited,
    locale,
    form: (form, status = 200) =>
      sendPage(request, reply.status(status), renderForm(visited, { code, ...form }, locale)),
  }
}

function readAccount(sent: Sent) {
  const typed = {
    bankCode: textOf(sent['bank_code']),
    accountNumber: textOf(sent['account_number']),
  }
  const isNumber = NUMBER.test(typed.accountNumber)
  const wrong: NonNullable<Form['wrong']> = {
    ...(findBank(typed.bankCode) === null && { bank: 'wrong_bank' }),
    ...(!isNumber && { number: 'wrong_number' }),
  }
  return { typed, wrong, account: Object.keys(wrong).length === 0 ? typed : null }
}

/** A name enquiry, which is counted first. */
async function nameOf(context: Context, { link }: Visited, account: Account): Promise<string> {
  await admitEnquiry(context, link)
  const bank = findBank(account.bankCode)!
  return foundOrRefused(await enquireBeneficiary(context, link, bank, account)).accountName
}

/** What the customer reads instead of the business's message. Null: not for them. */
function wordOf(code: RefusalCode): RefundWord | null {
  switch (code) {
    case 'account_not_resolved':
      return 'not_found'
    case 'rail_unavailable':
      return 'no_response'
    case 'insufficient_balance':
    case 'refund_too_large':
    case 'not_refundable':
    case 'in_recovery':
    case 'not_available_live':
    case 'not_enabled':
      return 'not_now'
    default:
      return null
  }
}

/** A string, or nothing for a field that was sent twice. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s/g, '').slice(0, 20) : ''
}

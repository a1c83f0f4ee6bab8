import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { type Context, HOUSE } from '../context.ts'
import { shown } from '../deposits/deposits.ts'
import { publicId } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
import { readPage } from '../lib/paging.ts'
import { refuse } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import { type ThreeDSecure, threeDSecureStyleHash } from '../rails/sandbox/sandbox.ts'
import {
  answers,
  KOBO_MAX,
  Nullable,
  named,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import { cardLimitRoutes } from './card-limits.routes.ts'
import { listMessages, type Message } from './messages.ts'
import { payRoutes } from './pay.routes.ts'
import { armedRailRoutes } from './rails.routes.ts'
import { setWallet, transferIn } from './sandbox.ts'
import { timeRoutes } from './time.routes.ts'

// What only a test key may call, and the sandbox bank's own 3-D Secure page.

const TransferBody = Type.Object(
  {
    account_number: Type.String({
      format: 'account-number',
      description: 'Any account number that was issued to you in test mode.',
    }),
    amount: Type.Integer({ minimum: 1, maximum: KOBO_MAX, description: 'Kobo.' }),
    sender_name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'one-line' })),
    sender_bank_code: Type.Optional(Type.String({ format: 'bank-code' })),
    sender_account_number: Type.Optional(Type.String({ format: 'account-number' })),
    narration: Type.Optional(Type.String({ maxLength: 100, format: 'one-line' })),
    session_id: Type.Optional(
      Type.String({
        format: 'session-id',
        description:
          'The same one again is the same transfer, credited once. Where another business has ' +
          'used it already, the deposit has another one.',
      }),
    ),
  },
  { examples: [{ account_number: '2670625029', amount: 500_000 }] },
)

const WalletBody = Type.Object({
  amount: Type.Integer({ minimum: 0, maximum: KOBO_MAX, description: 'Kobo.' }),
})

const Wallet = Type.Object({
  available: Type.Integer({ description: 'Kobo.' }),
  currency: Type.Literal('NGN'),
})

const SentMessage = Type.Object({
  id: Type.String(),
  channel: Type.Enum(['sms', 'email']),
  to: Type.String({ description: 'A number is masked; an e-mail address is not.' }),
  subject: Nullable(Type.String({ description: 'Of an e-mail.' })),
  text: Type.String(),
  html: Nullable(Type.String({ description: 'Of an e-mail: what its text says, to look at.' })),
  otp: Nullable(Type.String({ description: 'Of a text message: the code in it.' })),
  created_at: Timestamp('When it was sent.'),
})

const SENDER = { name: 'Ngozi Sample', bankCode: '001', accountNumber: '0000000000' }

/** With a secret key of test mode. */
export function sandboxRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.addHook('onRequest', async ({ scope }) => {
      if (scope.mode !== 'test') refuse('test_mode_only')
    })
    app.register(timeRoutes(context))
    app.register(payRoutes(context))
    app.register(armedRailRoutes(context))
    app.register(cardLimitRoutes(context))

    app.post(
      '/sandbox/transfers',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Make a bank transfer arrive',
          body: TransferBody,
          response: answers(Success(named('Deposit')), [400, 404, 422]),
        },
      },
      async ({ scope, body, effectId }) => {
        const deposit = await transferIn(context, scope, transferOf(body), effectId)
        return { status: 'success' as const, message: 'The transfer arrived', data: shown(deposit) }
      },
    )

    app.post(
      '/sandbox/wallet',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Set the available balance of the wallet',
          body: WalletBody,
          response: answers(Success(Wallet), [400]),
        },
      },
      async ({ scope, body }) => {
        const available = Number(await setWallet(context, scope, kobo(body.amount)))
        const data = { available, currency: 'NGN' as const }
        return { status: 'success' as const, message: 'The wallet was set', data }
      },
    )

    app.get(
      '/sandbox/messages',
      {
        attachValidation: true,
        schema: {
          tags: ['Sandbox'],
          summary: 'List what would have been sent to people: codes, receipts, notices',
          querystring: Type.Object(pageQuery),
          response: answers(SuccessList(SentMessage), [400]),
        },
      },
      async ({ scope, query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const { messages, meta } = await listMessages(context, scope, page)
        const data = messages.map(shownMessage)
        return { status: 'success' as const, message: 'Messages found', data, meta }
      },
    )
    done()
  }
}

/**
 * For operators: what would have been mailed to people about their logins, where no mail server is
 * set up. It opens logins, so it lies with the house and not with any business.
 */
export function houseMessageRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/operator/messages',
      {
        attachValidation: true,
        schema: {
          tags: ['Operator'],
          summary: 'List invitations and password resets that no mail server has taken',
          querystring: Type.Object(pageQuery),
          response: answers(SuccessList(SentMessage), [400]),
        },
      },
      async ({ query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const house = { businessId: HOUSE, mode: 'test' } as const
        const { messages, meta } = await listMessages(context, house, page)
        const data = messages.map(shownMessage)
        return { status: 'success' as const, message: 'Messages found', data, meta }
      },
    )
    done()
  }
}

function shownMessage({ messageId, createdAt, ...message }: Message) {
  return { id: publicId('msg', messageId), ...message, created_at: createdAt.toISOString() }
}

function transferOf(body: Static<typeof TransferBody>) {
  return {
    accountNumber: body.account_number,
    amount: kobo(body.amount),
    // As the bank's own notifications are cleaned, so that one transfer is one by either way.
    senderName: (body.sender_name ?? SENDER.name).trim(),
    senderBankCode: body.sender_bank_code ?? SENDER.bankCode,
    senderAccountNumber: body.sender_account_number ?? SENDER.accountNumber,
    narration: (body.narration ?? '').trim(),
    sessionId: body.session_id ?? null,
  }
}

const Params = Type.Object({ token: Type.String() })
const Decision = Type.Object({ decision: Type.Enum(['approve', 'decline']) })

/** The page of the sandbox bank. The token in its address is the credential. */
export function threeDSecureRoutes(bank: ThreeDSecure): FastifyPluginCallbackTypebox {
  const headers = {
    // Pages of banks are made to be framed, by a checkout that a shop may frame in turn.
    'content-security-policy':
      `default-src 'none'; style-src '${threeDSecureStyleHash}'; form-action 'self'; ` +
      "base-uri 'none'; frame-ancestors *",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return (app, _options, done) => {
    app.get(
      '/sandbox/3ds/:token',
      { schema: { hide: true, params: Params } },
      async ({ params }, reply) => {
        const page = (await bank.show(params.token)) ?? refuse('not_found')
        return reply.headers(headers).type('text/html; charset=utf-8').send(page)
      },
    )

    app.post(
      '/sandbox/3ds/:token',
      { schema: { hide: true, params: Params, body: Decision } },
      async ({ params, body }, reply) => {
        const decided = await bank.decide(params.token, body.decision)
        return reply.redirect((decided ?? refuse('not_found')).returnUrl, 303)
      },
    )
    done()
  }
}

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { type Context, HOUSE, type Scope } from '../../../src/core/context.ts'
import { action, list, testOnly, under } from '../../../src/core/route.ts'
import {
  Currency,
  KOBO_MAX,
  Kobo,
  Nullable,
  named,
  PublicId,
  SentCurrency,
  Text,
  Timestamp,
  toWire,
} from '../../../src/core/wire.ts'
import { toWireDeposit } from '../../../src/payments/deposits/deposits.ts'
import { publicId } from '../../../src/platform/ids.ts'
import { kobo } from '../../../src/platform/money.ts'
import type { Page } from '../../../src/platform/paging.ts'
import { refuse } from '../../../src/platform/refusal.ts'
import {
  DECISIONS,
  type ThreeDSecure,
  threeDSecureStyleHash,
} from '../../../src/providers/sandbox/sandbox.ts'
import { cardLimitRoutes } from './card-limits.routes.ts'
import { disputeItsPayment } from './disputes.routes.ts'
import { listMessages } from './messages.ts'
import { payAsItsCustomer } from './pay.routes.ts'
import { armedRailRoutes } from './rails.routes.ts'
import { dial, setWallet, transferIn } from './sandbox.ts'
import { SENDER_FIELDS, senderOf } from './sender.ts'
import { suspenseRehearsals } from './suspense.routes.ts'
import { timeRoutes } from './time.routes.ts'

// Routes for test keys only, and the pages of the sandbox's bank and of its OPay.

const TransferBody = Type.Object(
  {
    account_number: Type.String({
      format: 'account-number',
      description: 'An account number that was issued to you in test mode.',
    }),
    currency: SentCurrency,
    amount: Type.Integer({
      minimum: 1,
      maximum: KOBO_MAX,
      description: 'In kobo.',
      examples: [500_000],
    }),
    ...SENDER_FIELDS,
    session_id: Type.Optional(
      Type.String({
        format: 'session-id',
        description:
          'The same session id is the same transfer and is credited once. If another business ' +
          'has used it, the deposit gets another one.',
      }),
    ),
  },
  { examples: [{ account_number: '2670625029', amount: 500_000 }] },
)

const WalletBody = Type.Object({
  currency: SentCurrency,
  amount: Type.Integer({
    minimum: 0,
    maximum: KOBO_MAX,
    description: 'The new available balance, in kobo.',
    examples: [10_000_000],
  }),
})

const UssdBody = Type.Object(
  {
    code: Type.String({
      maxLength: 64,
      format: 'one-line',
      description: 'A code that a checkout of yours shows: `next.code`.',
      examples: ['*737*000*123456789#'],
    }),
  },
  { examples: [{ code: '*737*000*123456789#' }] },
)

const Dialled = Type.Object(
  { code: Text('The code.', '*737*000*123456789#') },
  { title: 'SandboxUssdCode' },
)

const Wallet = Type.Object(
  { available: Kobo('The available balance, in kobo.', 10_000_000), currency: Currency },
  { title: 'SandboxBalance' },
)

const SentMessage = Type.Object(
  {
    id: PublicId('message'),
    channel: Type.Enum(['sms', 'email'], { description: 'How it would be sent.' }),
    to: Text('A masked phone number, or an email address.', 'ada@example.com'),
    subject: Nullable(Text('The subject of an email.', 'Your receipt')),
    text: Text('The text.', 'Your code is 123456'),
    html: Nullable(Text('The HTML of an email.', '<p>Thank you</p>')),
    otp: Nullable(Text('The OTP in a text message.', '123456')),
    created_at: Timestamp('When it was sent.'),
  },
  { title: 'SandboxMessage' },
)

const messages = { item: SentMessage, message: 'Messages found' }

/** Needs a secret key of test mode. */
export const sandboxRoutes = testOnly('Sandbox', [
  action('POST /sandbox/transfers', {
    needs: 'sandbox:write',
    operationId: 'simulateTransfer',
    summary: 'Simulate a bank transfer',
    description: 'Credits an account number that was issued to you in test mode.',
    body: TransferBody,
    answer: named('Deposit'),
    refusals: [404],
    message: 'Transfer received',
    handle: async (context, { scope, body, effectId }) =>
      toWireDeposit(await transferIn(context, scope, transferOf(body), effectId)),
  }),
  action('POST /sandbox/ussd', {
    needs: 'sandbox:write',
    operationId: 'dialUssdCode',
    summary: 'Dial a USSD code',
    description:
      'Dials a code as the customer would. Its bank decides what follows. The payment follows ' +
      'within seconds: fetch the transaction.',
    body: UssdBody,
    answer: Dialled,
    refusals: [404],
    message: 'Dialled',
    handle: async (context, { scope, body: { code } }) => {
      await dial(context, scope, code)
      return { code: code.trim() }
    },
  }),
  action('POST /sandbox/wallet', {
    needs: 'sandbox:write',
    operationId: 'setSandboxBalance',
    summary: 'Set the wallet balance',
    description: 'Sets the available balance of your test wallet.',
    body: WalletBody,
    answer: Wallet,
    message: 'Balance set',
    handle: async (context, { scope, body }) => ({
      available: Number(await setWallet(context, scope, kobo(body.amount))),
      currency: 'NGN' as const,
    }),
  }),
  list('/sandbox/messages', {
    needs: 'sandbox:write',
    hasSecrets: true,
    ...messages,
    operationId: 'listSandboxMessages',
    summary: 'List messages',
    description: 'The codes, receipts and notices that live mode would send, newest first.',
    handle: async (context, { scope }, page) => messagesOf(context, scope, page),
  }),
  ...timeRoutes,
  payAsItsCustomer,
  disputeItsPayment,
  ...suspenseRehearsals,
  ...armedRailRoutes,
  ...cardLimitRoutes,
])

/**
 * Emails about logins that were not sent because no mail server is configured. They open logins, so
 * only operators see them, and no business.
 */
export const houseMessageRoutes = under('Operator', [
  list('/operator/messages', {
    needs: 'operator',
    fresh: true,
    isAudited: true,
    ...messages,
    operationId: 'listUndeliveredMessages',
    summary: 'List undelivered messages',
    description: 'Invitations and password resets that no mail server has accepted.',
    handle: async (context, _request, page) =>
      messagesOf(context, { businessId: HOUSE, mode: 'test' }, page),
  }),
])

async function messagesOf(context: Context, scope: Scope, page: Page) {
  const { messages, meta } = await listMessages(context, scope, page)
  const data = messages.map((one) => ({ ...toWire(one), id: publicId('message', one.messageId) }))
  return { data, meta }
}

function transferOf(body: Static<typeof TransferBody>) {
  return {
    accountNumber: body.account_number,
    amount: kobo(body.amount),
    ...senderOf(body),
    sessionId: body.session_id ?? null,
  }
}

const Params = Type.Object({ token: Type.String() })
const BANK_PAGE = { needs: 'anyone', load: 'initialize' } as const
const Decided = Type.Object({ decision: Type.Enum([...DECISIONS]) })

/** The token in the URL of a page is the credential. */
export function threeDSecureRoutes(bank: ThreeDSecure): FastifyPluginCallbackTypebox {
  const headers = {
    // A checkout frames the page of the bank, and a shop may frame the checkout.
    'content-security-policy':
      `default-src 'none'; style-src '${threeDSecureStyleHash}'; form-action 'self'; ` +
      "base-uri 'none'; frame-ancestors *",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return (app, _options, done) => {
    // `pages`: of what is not a card.
    for (const path of ['/sandbox/3ds/:token', '/sandbox/pages/:token']) {
      app.get<{ Params: Static<typeof Params> }>(
        path,
        { config: BANK_PAGE, schema: { hide: true, params: Params } },
        async ({ params }, reply) => {
          const page = (await bank.show(params.token)) ?? refuse('not_found')
          return reply.headers(headers).type('text/html; charset=utf-8').send(page)
        },
      )

      app.post<{ Params: Static<typeof Params>; Body: Static<typeof Decided> }>(
        path,
        { config: BANK_PAGE, schema: { hide: true, params: Params, body: Decided } },
        async ({ params, body }, reply) => {
          const decided = await bank.decide(params.token, body.decision)
          return reply.redirect((decided ?? refuse('not_found')).returnUrl, 303)
        },
      )
    }
    done()
  }
}

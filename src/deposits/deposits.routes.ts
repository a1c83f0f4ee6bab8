import assert from 'node:assert/strict'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { publicId } from '../lib/ids.ts'
import { metaOf } from '../lib/paging.ts'
import { beforeOthers } from '../lib/pool.ts'
import { Refusal, refuse, refuseFields } from '../lib/refusal.ts'
import { ask } from '../rails/ask.ts'
import { railNamed } from '../rails/made-by.ts'
import type { Mode, Notifies, RailRequest } from '../rails/rails.ts'
import { list, plugin } from '../route.ts'
import { Nullable, named, Timestamp } from '../wire.ts'
import {
  countDeposits,
  countOwnQuarantined,
  listDeposits,
  listOwnQuarantined,
} from './deposits.sql.ts'
import { maskAccountNumber, toWireDeposit } from './deposits.ts'
import { type Quarantined, quarantineUnreadable } from './quarantine.ts'
import { receive } from './receive.ts'

const State = Type.Enum(['matched', 'unmatched', 'returning', 'returned', 'return_refused'], {
  description:
    'matched: it paid the transaction, or topped the wallet up. The others did not, and go back ' +
    'to their sender: unmatched, returning, returned; return_refused waits for a person.',
})

export const DepositRecord = Type.Object(
  {
    id: Type.String(),
    domain: Type.Enum(['test', 'live']),
    status: State,
    reason: Nullable(
      Type.Enum(['amount_too_low', 'amount_too_high', 'late', 'already_paid', 'closed']),
    ),
    amount: Type.Integer({ description: 'Kobo that arrived.' }),
    currency: Type.Literal('NGN'),
    account_number: Type.String(),
    account_kind: Type.Enum(['one_off', 'dedicated', 'wallet'], {
      description: 'Whose account it came to: a payment’s, a customer’s, or your own.',
    }),
    sender_name: Type.String(),
    sender_bank_code: Type.String(),
    sender_account_number: Type.String({ description: 'Masked: ******1234.' }),
    narration: Type.String(),
    session_id: Type.String({ description: 'Of the bank: one for each transfer.' }),
    return_session_id: Nullable(Type.String()),
    transaction_id: Nullable(Type.String({ description: 'None for a wallet’s.' })),
    received_at: Timestamp('When it arrived at the bank.'),
  },
  { $id: 'Deposit' },
)

const QuarantinedRecord = Type.Object({
  id: Type.String(),
  reason: Type.Enum(['altered', 'unreadable']),
  session_id: Nullable(Type.String()),
  notified: Type.Object({}, { additionalProperties: true, description: 'What came instead.' }),
  created_at: Timestamp('When it came.'),
})

/** With a secret key. */
export const depositRoutes = plugin('Deposits', [
  list('/deposits', {
    summary: 'List the bank transfers that arrived, unmatched ones too',
    query: { status: Type.Optional(State) },
    item: named('Deposit'),
    message: 'Deposits found',
    handle: async (context, { scope, query }, page) => {
      const state = query.status ?? null
      const [rows, total] = await Promise.all([
        listDeposits(context.sql, scope, state, page),
        countDeposits(context.sql, scope, state),
      ])
      const ids = rows.map(({ depositId }) => depositId)
      return {
        data: rows.slice(0, page.perPage).map(toWireDeposit),
        meta: metaOf(page, total, ids),
      }
    },
  }),
  list('/deposits/quarantine', {
    summary: 'List what came under the session id of another transfer, and was not booked',
    item: QuarantinedRecord,
    message: 'Quarantined transfers found',
    handle: async (context, { scope }, page) => {
      const [rows, total] = await Promise.all([
        listOwnQuarantined(context.sql, scope, page),
        countOwnQuarantined(context.sql, scope),
      ])
      const ids = rows.map(({ quarantineId }) => quarantineId)
      const data = rows.slice(0, page.perPage).map(shownQuarantined)
      return { data, meta: metaOf(page, total, ids) }
    },
  }),
])

function shownQuarantined({ quarantineId, reason, sessionId, content, createdAt }: Quarantined) {
  const told = JSON.parse(content) as Record<string, string>
  return {
    id: publicId('qua', quarantineId),
    reason,
    session_id: sessionId,
    notified: {
      account_number: told['accountNumber'],
      amount: Number(told['amount']),
      sender_name: told['senderName'],
      sender_bank_code: told['senderBankCode'],
      sender_account_number: maskAccountNumber(told['senderAccountNumber'] ?? ''),
      narration: told['narration'],
    },
    created_at: createdAt.toISOString(),
  }
}

/**
 * What a rail tells of its own accord. It signs; the rail's own reader says whether it did. What is
 * signed is always acknowledged: a refused notification would be a lost deposit.
 */
export function notificationRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    // Whatever the bank calls its body, or does not.
    app.addHook('onRequest', ({ headers }, _reply, next) => {
      headers['content-type'] = 'application/octet-stream'
      next()
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    )

    app.post(
      '/rails/:rail/notifications',
      { schema: { hide: true, params: Type.Object({ rail: Type.String() }) } },
      async ({ params, headers, body }) => {
        const { mode, rail } = railNamed(context.rails, params.rail) ?? refuse('not_found')
        const sent = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
        const message = await beforeOthers(() => notified(context, mode, rail, sent))
        return { status: 'success' as const, message }
      },
    )
    done()
  }
}

async function notified(
  context: Context,
  mode: Mode,
  rail: Notifies & { name: string },
  sent: RailRequest,
): Promise<string> {
  const notification = rail.readNotification?.(sent) ?? { kind: 'unreadable' }
  switch (notification.kind) {
    case 'forged': {
      const message = 'X-Service-Signature is not the HMAC-SHA512 of timestamp and body.'
      throw new Refusal('invalid_signature', { message })
    }
    case 'stale': {
      const message = 'X-Service-Timestamp must be the present, in seconds, to within 300.'
      return refuseFields([{ field: 'X-Service-Timestamp', code: 'out_of_range', message }])
    }
    case 'unreadable':
      await quarantineUnreadable(context, mode, rail.name, sent.body)
      return 'Kept for a person to look at'
    // Until it is enquired about at once, it is when it is due.
    case 'about':
    case 'ignored':
      return 'Noted'
    case 'hint':
      return hinted(context, mode, rail, notification.reference)
    case 'credit':
      return TOLD[(await receive(context, mode, notification.credit, rail.name)).kind]
  }
}

/** The rail itself is asked: whoever sent this signed nothing. */
async function hinted(
  context: Context,
  mode: Mode,
  rail: Notifies & { name: string },
  reference: string,
): Promise<string> {
  assert(rail.confirmCredit, 'a rail that hints can be asked')
  const outcome = await ask(rail.confirmCredit({ reference }))
  if (outcome.kind === 'credit') {
    return TOLD[(await receive(context, mode, outcome.credit, rail.name)).kind]
  }
  // It is sent again where it is not acknowledged.
  return outcome.kind === 'not_found' ? 'Nothing is known of it' : refuse('rail_unavailable')
}

const TOLD = {
  credited: 'Credited',
  suspended: 'Kept until it is known whose it is',
  quarantined: 'Kept for a person to look at',
} as const

import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { action, list } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { isUuid } from '../../platform/ids.ts'
import { beforeOthers } from '../../platform/pool.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  type Kept,
  listNotifications,
  type NotificationId,
  VERDICTS,
  type Verdict,
} from './notifications.sql.ts'
import { replay, take } from './notifications.ts'

/**
 * Where providers send notifications. An authentic one is always acknowledged: a refused one could
 * be a lost deposit.
 */
export function notificationRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    // Accepts any content type, or none.
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

    const params = Type.Object({ rail: Type.String(), token: Type.Optional(Type.String()) })
    const paths = ['/rails/:rail/notifications', '/rails/:rail/notifications/:token']
    // With a cell, for a router between several. It is not checked: what arrives is kept.
    for (const url of [...paths, ...paths.map((path) => `/cells/:cell${path}`)]) {
      const config = { needs: 'provider', load: 'kept' } as const
      app.post(
        url,
        { config, schema: { hide: true, params } },
        async ({ params, headers, body }) => {
          const { rail, token } = params
          const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
          const sent = { headers, body: bytes, ...(token !== undefined && { token }) }
          const message = await beforeOthers(() => take(context, rail, sent))
          return { status: 'success' as const, message }
        },
      )
    }
    done()
  }
}

const STATES = ['due', ...VERDICTS] as const

const NotificationRecord = Type.Object({
  id: Type.String(),
  mode: Type.Enum(['test', 'live']),
  rail: Type.String(),
  verdict: Type.Enum([...STATES], { description: 'The result. due: not processed yet.' }),
  tries: Type.Integer({ description: 'How many times a job has tried to process it.' }),
  received_at: Timestamp('When it arrived.'),
  judged_at: Nullable(Type.String({ format: 'date-time' })),
})

/** For operators. */
export const keptNotificationRoutes = [
  list('/operator/notifications', {
    needs: 'operator',
    operationId: 'listNotifications',
    summary: 'List provider notifications, newest first',
    description: 'Live mode, last 30 days. The content is not shown.',
    query: {
      rail: Type.Optional(Type.String({ minLength: 1, maxLength: 64, format: 'one-line' })),
      verdict: Type.Optional(Type.Enum([...STATES])),
    },
    item: NotificationRecord,
    message: 'Notifications found',
    handle: async ({ sql }, { query }, page) => {
      const filter = { rail: query.rail ?? null, verdict: query.verdict ?? null }
      const { rows, meta } = await listNotifications(sql, filter, page)
      return { data: rows.map(toWireNotification), meta }
    },
  }),
  action('POST /operator/notifications/:id/replay', {
    needs: 'operator',
    fresh: true,
    operationId: 'replayNotification',
    summary: 'Process a notification again',
    description: 'Nothing is booked twice.',
    answer: NotificationRecord,
    refusals: [404],
    message: 'The notification will be processed again',
    handle: async (context, { params: { id } }) =>
      toWireNotification(
        await replay(context, isUuid(id) ? (id as NotificationId) : refuse('not_found')),
      ),
  }),
]

function toWireNotification({
  notificationId,
  mode,
  rail,
  verdict,
  tries,
  receivedAt,
  judgedAt,
}: Kept) {
  const state: Verdict | 'due' = verdict ?? 'due'
  return toWire({
    id: notificationId as string,
    mode,
    rail,
    verdict: state,
    tries,
    receivedAt,
    judgedAt,
  })
}

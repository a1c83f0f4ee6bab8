import type { BusinessId, Context, Scope } from '../../../src/core/context.ts'
import { BatchWaits, batched } from '../../../src/platform/batch.ts'
import { DAY, later } from '../../../src/platform/clock.ts'
import type { Database } from '../../../src/platform/db.ts'
import type { Meta, Page } from '../../../src/platform/paging.ts'
import type { Keyring, SealedColumn } from '../../../src/platform/secrets.ts'
import type { SandboxMessages } from '../../../src/providers/sandbox/sandbox.ts'
import {
  deleteKeptBefore,
  insertMessages,
  type KeptMessage,
  listKept,
  type MessageId,
  wasKept,
} from './messages.sql.ts'

// Messages that the sandbox's rails would have sent, for testers to read. Texts are encrypted,
// because they contain codes.

const KEPT_MS = 7 * DAY
const BATCH_MAX = 500

type Content = {
  text: string
  /** The code in a text message. */
  otp: string | null
  /** Only emails have one. */
  subject: string | null
  html: string | null
}
export type Message = Content & {
  messageId: MessageId
  channel: 'sms' | 'email'
  to: string
  createdAt: Date
}

/** Stores the messages of the sandbox's rails. Concurrent messages are written in one statement. */
export function sandboxMessages(
  hot: Database,
  keys: Keyring,
  now: () => Date,
  waits = new BatchWaits(),
): SandboxMessages {
  const insert = batched(
    async (messages: KeptMessage[]) => {
      await insertMessages(hot, messages)
      return messages.map(() => undefined)
    },
    { waits },
  )
  return {
    async send({ key, onBehalfOf, to, ...rest }) {
      const businessId = onBehalfOf as BusinessId
      const messageId = key as MessageId
      const { channel: _, ...read } = rest
      const content = keys.seal(JSON.stringify(read), boundTo({ businessId, messageId }))
      await insert({ businessId, messageId, recipient: to, content, createdAt: now() })
    },

    async wasSent({ key, onBehalfOf }) {
      return wasKept(hot, onBehalfOf as BusinessId, key as MessageId)
    },
  }
}

export async function listMessages(
  { sql, keys }: Context,
  scope: Scope,
  page: Page,
): Promise<{ messages: Message[]; meta: Meta }> {
  const { rows, meta } = await listKept(sql, scope, page)
  const messages = rows.map((row): Message => {
    const read = JSON.parse(keys.open(row.content, boundTo(row))) as Partial<Content>
    const { text = '', otp = null, subject = null, html = null } = read
    const channel = html === null ? 'sms' : 'email'
    const { messageId, recipient: to, createdAt } = row
    return { messageId, channel, to, text, otp, subject, html, createdAt }
  })
  return { messages, meta }
}

/** A job. Returns how many it deleted. */
export async function forgetMessages({ sql, now }: Context): Promise<number> {
  return deleteKeptBefore(sql, later(now(), -KEPT_MS), BATCH_MAX)
}

export function boundTo({
  businessId,
  messageId,
}: Record<'businessId' | 'messageId', string>): string {
  return `sandbox_message.content ${businessId} test ${messageId}`
}

export const sealedMessages: SealedColumn<'businessId' | 'mode' | 'messageId'> = {
  table: 'sandbox_message',
  column: 'content',
  key: ['businessId', 'mode', 'messageId'],
  boundTo,
}

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

// What the sandbox's rails would have sent to people: for whoever tests, in place of a phone and a
// mailbox. The text is sealed like everything that a code is in.

const KEPT_MS = 7 * DAY
const BATCH_MAX = 500

type Content = {
  text: string
  /** Of a text message: the code in it. */
  otp: string | null
  /** Of a mail. */
  subject: string | null
  html: string | null
}
export type Message = Content & {
  messageId: MessageId
  channel: 'sms' | 'email'
  to: string
  createdAt: Date
}

/** Where the sandbox's rails send. Messages of one moment are written together. */
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

/** A job. Answers how many it took up. */
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

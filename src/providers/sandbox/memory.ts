import { kobo } from '../../platform/money.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { MessageRail } from '../rails.ts'
import type { ArmedCalls } from './armed.ts'

/** The sandbox's store: a table in the service, a map in tests. The first value of a key stays (`on
 *  conflict do nothing`), so two processes that store one at once both get the same. */
export type SandboxMemory = {
  recall(key: string): Promise<string | null>
  remember(key: string, text: string): Promise<void>
}

/** A text message or mail that the sandbox did not really send. */
export type SandboxMessage = {
  /** A UUIDv7. The same key again is the same message. */
  key: string
  /** The id of the business that sent it. */
  onBehalfOf: string
} & (
  | {
      channel: 'sms'
      /** Masked. */
      to: string
      text: string
      /** The code in the text. */
      otp: string
    }
  | { channel: 'email'; to: string; subject: string; text: string; html: string }
)

/** Stores messages. The same key again is the same message. */
export type SandboxMessages = {
  send(message: SandboxMessage): Promise<void>
  wasSent(message: Pick<SandboxMessage, 'key' | 'onBehalfOf'>): Promise<boolean>
}

export type SandboxOptions = {
  memory: SandboxMemory
  /** Default: counts messages and does not store them. */
  messages?: SandboxMessages
  /** Also sends each mail. */
  mail?: MessageRail | null
  /** Calls that a business has set to fail. Default: none. */
  armed?: ArmedCalls
  /** What an account number is made of, if its business has a seed. Default: the key. */
  accountName?: (businessId: string, key: string) => string | null
  /** The public URL of this service, without a slash at the end. */
  baseUrl: () => string
  now: () => Date
  /** The bank signs notifications with one of these. Without any, all are forged. */
  notificationSecrets?: readonly string[]
}

export function memoryOf(map: Map<string, string>): SandboxMemory {
  return {
    async recall(key) {
      return map.get(key) ?? null
    },

    async remember(key, text) {
      if (!map.has(key)) map.set(key, text)
    },
  }
}

export function countedMessages(): SandboxMessages {
  const sent = new Set<string>()
  const nameOf = ({ key, onBehalfOf }: { key: string; onBehalfOf: string }) =>
    `${onBehalfOf} ${key}`
  return {
    async send(message) {
      sent.add(nameOf(message))
    },

    async wasSent(message) {
      return sent.has(nameOf(message))
    },
  }
}

/** Stores a value, and returns the one that counts: this one, or an earlier one. */
export async function keep(memory: SandboxMemory, key: string, text: string): Promise<string> {
  await memory.remember(key, text)
  return (await memory.recall(key)) ?? text
}

/** A digest of `text`, for where the text is secret or too long. */
export function digestOf(text: string): string {
  return sha256(text).toString('base64url')
}

/** Decimal digits derived from `text`. */
export function digitsOf(text: string, count: number): string {
  const number = BigInt(`0x${sha256(text).toString('hex')}`) % 10n ** BigInt(count)
  return number.toString().padStart(count, '0')
}

/** Thirty digits, as NIP writes them: institution (999999 is NIBSS's virtual bank), UTC, serial. */
export function sessionIdOf(name: string, now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(2, 14)
  return `999999${time}${digitsOf(name, 12)}`
}

/** The sandbox's fee, where it has one: ₦10.75. */
export const SANDBOX_FEE = kobo(1_075)

/** The handle of what was accepted under this key. */
export function handleOf(key: string): string {
  return digestOf(`handle/${key}`)
}

/** Asserts that the caller passes the handle that it was given. */
export function isAnothers(key: string, handle: string | undefined): boolean {
  return handle !== undefined && handle !== handleOf(key)
}

/** False at the first call. */
export async function isKnownAgain(memory: SandboxMemory, name: string): Promise<boolean> {
  const enquired = `${name}/enquired`
  if ((await memory.recall(enquired)) !== null) return true
  await memory.remember(enquired, 'once')
  return false
}

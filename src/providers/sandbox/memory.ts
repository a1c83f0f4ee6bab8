import { kobo } from '../../platform/money.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { MessageRail } from '../rails.ts'
import type { ArmedCalls } from './armed.ts'

/** The sandbox's own little store: a table in the service, a map in tests. The first text that a
 *  key is given stays, and a later one changes nothing (`on conflict do nothing`). So whatever is
 *  remembered twice, in two processes at once, is the same for both from then on. */
export type SandboxMemory = {
  recall(key: string): Promise<string | null>
  remember(key: string, text: string): Promise<void>
}

/** What would have gone to somebody's phone, or by mail. */
export type SandboxMessage = {
  /** A UUIDv7: the same one again is the same message. */
  key: string
  /** The id of the business on whose behalf it was sent. */
  onBehalfOf: string
} & (
  | {
      channel: 'sms'
      /** Masked: what is kept here is no place for a person's number. */
      to: string
      text: string
      /** The code in the text. */
      otp: string
    }
  | { channel: 'email'; to: string; subject: string; text: string; html: string }
)

/** Where the sandbox's messages go; the same key again is the same message. */
export type SandboxMessages = {
  send(message: SandboxMessage): Promise<void>
  wasSent(message: Pick<SandboxMessage, 'key' | 'onBehalfOf'>): Promise<boolean>
}

export type SandboxOptions = {
  memory: SandboxMemory
  /** Where messages go. Without it they are counted, and nobody reads them. */
  messages?: SandboxMessages
  /** Where mail goes besides. */
  mail?: MessageRail | null
  /** Which calls are to go wrong. Without it, none does that is not asked to by its input. */
  armed?: ArmedCalls
  /** Where customers reach this service, without a slash at the end. */
  baseUrl: () => string
  now: () => Date
  /** What the bank signs its notifications with; any of them. Without one, none is believed. */
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

/** Remembers a text, and says which one stays: this, or that of whoever was first. */
export async function keep(memory: SandboxMemory, key: string, text: string): Promise<string> {
  await memory.remember(key, text)
  return (await memory.recall(key)) ?? text
}

/** What stands for `text` where the text itself may not be shown or may be too long. */
export function digestOf(text: string): string {
  return sha256(text).toString('base64url')
}

/** Decimal digits that follow from `text`, the same each time. */
export function digitsOf(text: string, count: number): string {
  const number = BigInt(`0x${sha256(text).toString('hex')}`) % 10n ** BigInt(count)
  return number.toString().padStart(count, '0')
}

/** Thirty digits, as NIP writes them: institution (999999 is NIBSS's virtual bank), UTC, serial. */
export function sessionIdOf(name: string, now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(2, 14)
  return `999999${time}${digitsOf(name, 12)}`
}

/** What the sandbox takes where it takes anything: ₦10.75. */
export const SANDBOX_FEE = kobo(1_075)

/** The sandbox's own name for what it has accepted under this key. */
export function handleOf(key: string): string {
  return digestOf(`handle/${key}`)
}

/** Whoever was given a handle must hand back that one. */
export function isAnothers(key: string, handle: string | undefined): boolean {
  return handle !== undefined && handle !== handleOf(key)
}

/** False when it is asked for the first time. */
export async function isKnownAgain(memory: SandboxMemory, name: string): Promise<boolean> {
  const enquired = `${name}/enquired`
  if ((await memory.recall(enquired)) !== null) return true
  await memory.remember(enquired, 'once')
  return false
}

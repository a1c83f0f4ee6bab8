import type { Named } from './outcomes.ts'

// What sends our mail.

export type Mail = {
  /** A UUIDv7. */
  key: string
  /** The id of the business in whose name it is sent. */
  onBehalfOf: string
  /** The name that its reader sees. The address is the operator's. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
}

export type MailOutcome =
  | { kind: 'sent' }
  /** For good: there is no such address, or it may not be written to. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export interface MessageRail extends Named {
  sendMail(mail: Mail): Promise<MailOutcome>
}

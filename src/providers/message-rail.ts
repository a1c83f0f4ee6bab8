import type { Named } from './outcomes.ts'

// What a mail provider offers.

export type Mail = {
  /** A UUIDv7. */
  key: string
  /** The id of the business that sends it. */
  onBehalfOf: string
  /** The sender's name. The address is the operator's. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
}

export type MailOutcome =
  | { kind: 'sent' }
  /** Final: the address does not exist or accepts no mail. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export interface MessageRail extends Named {
  sendMail(mail: Mail): Promise<MailOutcome>
}

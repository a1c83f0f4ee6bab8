import type { Readable } from 'node:stream'
import type {
  NodemailerError,
  SMTPPoolOptions,
  SMTPPoolSentMessageInfo,
  Transporter,
} from 'nodemailer'
import { SECOND } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Mode } from './outcomes.ts'
import type { Mail, MailOutcome, MessageRail } from './rails.ts'

// Sends mail through the operator's SMTP server, over a pool of connections.
//
// (1) A server on another machine needs TLS with a certificate valid for its name. Only smtp:// to
//     this machine is unencrypted.
// (2) The sender is always the operator's address, in the envelope and in the header. Text from a
//     business or a customer never becomes an address or a header.
// (3) The Message-ID is derived from the key, so that mail programs recognize a repeated mail.
// (4) Before the server has asked for the message, a failure is `unavailable`. After that, it is
//     `unknown`: the server may have accepted it.

const CONNECT_MS = 5 * SECOND
const WHOLE_MS = 15 * SECOND
const CONNECTIONS_MAX = 5
/** How long an idle connection stays open. */
const IDLE_MS = 30 * SECOND
/** For a connection that stopped answering. The deadline of the mail comes first. */
const SILENT_MS = 60 * SECOND
/** How often a mail is retried on a new connection, if the server had closed the old one. */
const NEW_CONNECTIONS_MAX = 1
const NAME_LENGTH_MAX = 100
const SUBJECT_LENGTH_MAX = 250
const ADDRESS_LENGTH_MAX = 254
const ADDRESS = /^[^\s\p{Cc}<>()[\],:;"\\@]+@[^\s\p{Cc}<>()[\],:;"\\@]+$/u
/** With these, a name could look like an address. */
const ADDRESS_SIGNS = /[<>"\\]+/g
/** Errors of the session or login, not of the recipient. */
const NOT_THE_READERS = [503, 530, 538]

export type SmtpOptions = {
  /** smtp://user:password@host:port, or smtps://…: TLS from the first byte. */
  url: string
  /** The sender of every mail. */
  from: string
  /** A certificate authority to trust instead of the public ones. */
  authority?: string
  connectMs?: number
  wholeMs?: number
}

type SmtpRail = MessageRail & { close(): void }

/** Null if none is configured for this mode. */
export function mailRailOf({ mail }: Pick<Config, 'mail'>, mode: Mode): SmtpRail | null {
  const url = mode === 'live' ? mail.url : mail.testUrl
  return url === null || mail.from === null ? null : smtpRail({ url, from: mail.from })
}

export function smtpRail(options: SmtpOptions): SmtpRail {
  const { from, wholeMs = WHOLE_MS } = options
  const bodies = new Map<string, Readable>()
  let opened: Promise<Transporter<SMTPPoolSentMessageInfo>> | null = null
  const open = () => {
    opened ??= openTransport(options, bodies)
    return opened
  }
  return {
    name: 'smtp',

    async sendMail(mail) {
      if (!isOneAddress(mail.to)) return { kind: 'refused', reason: 'address' }
      const transport = await open()
      const messageId = `<${mail.key}@${from.slice(from.lastIndexOf('@') + 1)}>`
      try {
        await transport.sendMail({
          ...messageOf(mail, from),
          messageId,
          signal: AbortSignal.timeout(wholeMs),
        })
        return { kind: 'sent' }
      } catch (error) {
        const wasAskedFor = bodies.get(messageId)?.readableDidRead ?? false
        return outcomeOf(error as NodemailerError, wasAskedFor)
      } finally {
        bodies.delete(messageId)
      }
    },

    close() {
      void opened?.then((transport) => transport.close())
      opened = null
    },
  }
}

/**
 * Loads the library with the first mail: it takes memory, and most developers send none. `bodies`
 * gets the stream of each message, which is first read when the server asks for the message.
 */
async function openTransport(options: SmtpOptions, bodies: Map<string, Readable>) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ pool: true, ...connectionOf(options) })
  transport.use('stream', ({ message }, done) => {
    const create = message.createReadStream.bind(message)
    message.createReadStream = (how) => {
      const body = create(how)
      bodies.set(message.messageId(), body)
      return body
    }
    done()
  })
  return transport
}

function connectionOf({ url, authority, connectMs = CONNECT_MS }: SmtpOptions): SMTPPoolOptions {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isClear = protocol === 'smtp:' && isThisMachine(host)
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: !isClear,
    ignoreTLS: isClear,
    ...(username !== '' && { auth }),
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(authority !== undefined && { ca: authority }),
    },
    maxConnections: CONNECTIONS_MAX,
    maxRequeues: NEW_CONNECTIONS_MAX,
    idleTimeout: IDLE_MS,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: SILENT_MS,
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function messageOf({ fromName, to, subject, text, html }: Mail, from: string) {
  return {
    from: {
      name: onOneLine(fromName.replace(ADDRESS_SIGNS, ' '), NAME_LENGTH_MAX),
      address: from,
    },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject: onOneLine(subject, SUBJECT_LENGTH_MAX),
    text,
    html,
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The library would accept a list of addresses. A mail has one recipient. */
function isOneAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(text)
}

/** Prevents header injection: by a line break, or by one encoded in `=?…?=` (RFC 2047). */
function onOneLine(text: string, lengthMax: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
  return [...line.trim()].slice(0, lengthMax).join('')
}

function outcomeOf(
  { command, responseCode = 0 }: NodemailerError,
  wasAskedFor: boolean,
): MailOutcome {
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA'
  if (isOfThisMail && responseCode >= 500 && !NOT_THE_READERS.includes(responseCode)) {
    return { kind: 'refused', reason: `smtp_${responseCode}` }
  }
  // A temporary refusal.
  if (responseCode >= 400) return { kind: 'unavailable' }
  return wasAskedFor ? { kind: 'unknown' } : { kind: 'unavailable' }
}

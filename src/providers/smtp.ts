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

// Mail through an operator's SMTP server, over a few connections that are kept for the next mail.
//
// (1) A server on another machine is spoken to under TLS, with a certificate that is valid for its
//     name, or not at all. Only smtp:// to this machine itself goes in clear.
// (2) The sender is the operator's one address, in the envelope and behind the name that the reader
//     sees: what a business or a customer has written is never an address and never a header.
// (3) The Message-ID follows from the key, so that a mail which is sent twice is one message to
//     every program that looks.
// (4) Until the server has asked for the message itself nothing has happened: `unavailable`. A
//     connection that is lost afterwards leaves `unknown`: the server may have taken it.

const CONNECT_MS = 5 * SECOND
const WHOLE_MS = 15 * SECOND
const CONNECTIONS_MAX = 5
/** A connection with nothing to do is left open as long. */
const IDLE_MS = 30 * SECOND
/** Only of one that stopped answering; the whole deadline comes first. */
const SILENT_MS = 60 * SECOND
/** A connection that had been let go meanwhile is made anew so often. */
const NEW_CONNECTIONS_MAX = 1
const NAME_LENGTH_MAX = 100
const SUBJECT_LENGTH_MAX = 250
const ADDRESS_LENGTH_MAX = 254
const ADDRESS = /^[^\s\p{Cc}<>()[\],:;"\\@]+@[^\s\p{Cc}<>()[\],:;"\\@]+$/u
/** With these a name would look as if it had an address of its own. */
const ADDRESS_SIGNS = /[<>"\\]+/g
/** The session was wrong or not logged in: that says nothing of who is written to. */
const NOT_THE_READERS = [503, 530, 538]

export type SmtpOptions = {
  /** smtp://user:password@host:port, or smtps://…: TLS from the first byte. */
  url: string
  /** The address that every mail is from. */
  from: string
  /** Whose certificates are believed, instead of the authorities that everybody believes. */
  authority?: string
  connectMs?: number
  wholeMs?: number
}

type SmtpRail = MessageRail & { close(): void }

/** Null where none is configured for this mode. */
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
 * The library is loaded for the first mail: most installations on a developer's machine send none,
 * and it takes memory. `bodies` is told of each message as it is handed to a connection; a byte of
 * it is read when the server has asked for it, and not before.
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
    // RFC 3834: so that no absence note answers.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The library reads lists of addresses and names with addresses; whoever is told is one. */
function isOneAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && ADDRESS.test(text)
}

/**
 * A line break in a header would begin another one. `=?` begins what readers decode (RFC 2047), and
 * a line break could be hidden in that.
 */
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
  // The server said no, for now.
  if (responseCode >= 400) return { kind: 'unavailable' }
  return wasAskedFor ? { kind: 'unknown' } : { kind: 'unavailable' }
}

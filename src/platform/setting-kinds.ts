import { createPrivateKey } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { type ArchiveAddress, readArchiveAddress } from './archive-address.ts'
import { type Day, isDay } from './lagos.ts'
import { type Kobo, kobo } from './money.ts'
import { isLoopback, isPrivate } from './networks.ts'

// The kinds of settings. Each says what it accepts, for errors, `.env.example` and the
// documentation.

export type Kind<T> = {
  /** Follows "must be". */
  takes: string
  /** Undefined rejects the text, which is never empty. */
  read(text: string): T | undefined
}

export type Setting = {
  kind: Kind<unknown>
  /** In the form of the setting. */
  default?: string
  /** What is used without a value and a default. */
  unset?: string
  says: string
  /** A page of docs/ with more. */
  see?: string
  /** Has no effect without this other setting. */
  needs?: string
  /** Once the setting that it needs is set. */
  isRequired?: true
  /** Examples must have it in a file, not in the environment. */
  isSecret?: true
}

/** `unit`: a plural, such as seconds. */
export function whole(min: number, max: number, unit?: string): Kind<number> {
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`
  return kind(`${what} from ${min} to ${max}`, (text) => {
    const value = Number(text)
    return Number.isInteger(value) && value >= min && value <= max ? value : undefined
  })
}

export const KOBO: Kind<Kobo> = kind('a whole number of kobo', (text) =>
  /^\d{1,15}$/.test(text) ? kobo(BigInt(text)) : undefined,
)

export const DAY_OR_OFF: Kind<Day | 'off'> = kind('off or a date such as 2026-01-01', (text) =>
  text === 'off' || isDay(text) ? text : undefined,
)

/** True for the second word. */
export function either(no: string, yes: string): Kind<boolean> {
  return kind(`${no} or ${yes}`, (text) => (text === yes ? true : text === no ? false : undefined))
}

export function oneOf<const W extends string>(words: readonly W[]): Kind<W> {
  const takes = words.length === 1 ? `${words[0]}, or empty` : `one of ${words.join(', ')}`
  return kind(takes, (text) => words.find((word) => word === text))
}

export function someOf<const W extends string>(words: readonly W[]): Kind<W[]> {
  return listOf(`a list of ${words.join(', ')}, separated by commas`, oneOf(words).read)
}

export function listOf<T>(
  takes: string,
  readOne: (text: string) => T | undefined,
  separator = /,/,
): Kind<T[]> {
  return kind(takes, (text) => {
    const parts = text.split(separator).map((part) => part.trim())
    const read = parts.filter(Boolean).map((part) => readOne(part))
    const good = read.filter((one) => one !== undefined)
    return good.length === read.length && good.length > 0 ? good : undefined
  })
}

export function matching(takes: string, pattern: Pick<RegExp, 'test'>): Kind<string> {
  return kind(takes, (text) => (pattern.test(text) ? text : undefined))
}

/** Resolved. `mustExist`: must be a folder; otherwise it may be one that can be created. */
export function folder(mustExist: boolean): Kind<string> {
  return kind(mustExist ? 'an existing folder' : 'a folder', (text) => {
    return (isFolder(text) ?? !mustExist) ? resolve(text) : undefined
  })
}

/** Null: it does not exist, or cannot be read. */
function isFolder(path: string): boolean | null {
  try {
    return statSync(path).isDirectory()
  } catch {
    return null
  }
}

export const HOST: Kind<string> = kind(
  'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
  (text) => {
    const isName = /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$/i.test(text)
    return ipaddr.isValid(text) || isName ? text : undefined
  },
)

/** Addresses, networks, and Fastify's names for some. */
export const PROXIES: Kind<string[]> = listOf('IP addresses separated by commas', (one) => {
  const parts = one.split('/')
  const isNetwork =
    ipaddr.isValidCIDR(one) || (parts.length === 2 && parts.every((part) => ipaddr.isValid(part)))
  const isOne = ipaddr.isValid(one) || ['loopback', 'linklocal', 'uniquelocal'].includes(one)
  return isNetwork || isOne ? one : undefined
})

/** Private, because metrics tell how a business is doing. */
export const PRIVATE_PORT: Kind<{ host: string; port: number }> = kind(
  'a loopback or private address and a port, such as 127.0.0.1:9464',
  (text) => {
    const [, inBrackets, plain, digits] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
    const host = inBrackets ?? plain ?? ''
    const port = Number(digits)
    return port <= 65_535 && (isLoopback(host) || isPrivate(host)) ? { host, port } : undefined
  },
)

/** A URL without trailing slashes. */
export function url(takes: string, isRight: (url: URL) => boolean): Kind<string> {
  return kind(takes, (text) => {
    const bare = text.replace(/\/+$/, '')
    const parsed = URL.parse(bare)
    return parsed !== null && isRight(parsed) ? bare : undefined
  })
}

/** http only to this machine, for stand-ins. */
export const PROVIDER_URL: Kind<string> = url(
  'a URL such as https://api.example.com; http is for this machine only',
  (url) => {
    const isBare = url.search === '' && url.hash === '' && url.username === ''
    const isSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
    return isBare && isSafe
  },
)

/** Several hosts are separated by commas. */
export const DATABASE: Kind<string> = kind(
  'an address such as postgres://user:password@host:5432/database',
  (text) => {
    const parts = /^postgres(?:ql)?:\/\/(?:([^/?#\s]*)@)?([^/@?#\s]*)(?:\/[^?#\s]*)?(?:\?\S*)?$/
    const [whole, login = '', hosts = ''] = parts.exec(text) ?? []
    if (whole === undefined) return undefined
    // Without a host, a parameter must name the socket.
    if (hosts === '') return /[?&]host=/.test(text) ? text : undefined
    const areHosts = hosts.split(',').every((host) => URL.canParse(`postgres://${login}@${host}/`))
    return areHosts ? text : undefined
  },
)

export const ARCHIVE: Kind<ArchiveAddress> = kind(
  'a folder, or a bucket such as https://KEY:SECRET@s3.example.com/bucket/prefix?region=af-south-1',
  readArchiveAddress,
)

export const MAIL_SERVER: Kind<string> = kind(
  'a URL such as smtps://user:password@host:465',
  (text) => {
    const url = URL.parse(text)
    if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
    if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined
    try {
      decodeURIComponent(url.username + url.password)
      return text
    } catch {
      return undefined // A percent sign of a password must be written %25.
    }
  },
)

/** One per line, or separated by commas. */
export const KEYS: Kind<Buffer[]> = listOf(
  'at least 32 bytes in base64 or hexadecimal',
  (text) => {
    const isHex = /^([0-9a-f]{2})+$/i.test(text)
    // Node skips characters that are not base64, so a passphrase would become a shorter key than it
    // seems.
    const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
    const bytes = Buffer.from(isHex || isBase64 ? text : '', isHex ? 'hex' : 'base64')
    return bytes.length >= 32 ? bytes : undefined
  },
  /[\s,]+/,
)

export const RSA_KEY: Kind<string> = kind('an RSA private key in PEM', (text) => {
  const pem = text.replaceAll('\\n', '\n')
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' ? pem : undefined
  } catch {
    return undefined
  }
})

function kind<T>(takes: string, read: (text: string) => T | undefined): Kind<T> {
  return { takes, read }
}

import { statSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { ConfigError } from './config-error.ts'
import { PROVIDER_VARIABLES } from './provider-settings.ts'
import { variables } from './variables.ts'

// Settings that would otherwise fail late, when half of the service is up, or not at all. `read`
// answers what is set, or the default.

type Read = (name: keyof typeof variables) => string

const SECRET_LENGTH_MIN = 16
/** Without it nothing else of the provider is used. */
const FIRST_OF_PROVIDER = {
  COWRIE_SAFEHAVEN_: 'COWRIE_SAFEHAVEN_CLIENT_ID',
  COWRIE_PAYSTACK_: 'COWRIE_PAYSTACK_SECRET_KEY',
  COWRIE_MONNIFY_: 'COWRIE_MONNIFY_API_KEY',
} as const

export function checkSettings(read: Read): void {
  for (const name of Object.keys(variables) as (keyof typeof variables)[]) {
    const isRight = !/(DATABASE|MIGRATE|READ)_URL$/.test(name) || isDatabaseUrl(read(name))
    demand(isRight, name, 'an address such as postgres://user:password@host:5432/database')
  }
  demand(isHost(read('HOST')), 'HOST', 'an address of this machine, such as 127.0.0.1 or 0.0.0.0')
  const areRight = areProxies(read('COWRIE_TRUST_PROXY'))
  demand(areRight, 'COWRIE_TRUST_PROXY', 'IP addresses separated by commas')
  const secrets = listed(read('COWRIE_SANDBOX_RAIL_SECRET'))
  const areLong = secrets.every((secret) => secret.length >= SECRET_LENGTH_MIN)
  demand(areLong, 'COWRIE_SANDBOX_RAIL_SECRET', `at least ${SECRET_LENGTH_MIN} characters`)
  demand(kindOf(read('COWRIE_DATA')) !== 'file', 'COWRIE_DATA', 'a folder')
  const statements = read('COWRIE_STATEMENTS')
  const isThere = statements === '' || kindOf(statements) === 'folder'
  demand(isThere, 'COWRIE_STATEMENTS', 'an existing folder')
  checkProviders(read)
}

/** A provider that is half configured would be left out without a word. */
function checkProviders(read: Read): void {
  for (const [prefix, first] of Object.entries(FIRST_OF_PROVIDER)) {
    if (read(first) !== '') continue
    const names = Object.keys(PROVIDER_VARIABLES) as (keyof typeof PROVIDER_VARIABLES)[]
    const stray = names.find(
      (name) => name.startsWith(prefix) && read(name) !== PROVIDER_VARIABLES[name].default,
    )
    if (stray !== undefined) throw new ConfigError(`${stray} needs ${first}, which is not set.`)
  }
}

// The text itself is not told: a password may be in it.
function demand(isRight: boolean, name: string, what: string): void {
  if (!isRight) throw new ConfigError(`${name} must be ${what}.`)
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** With several hosts, separated by commas, too. */
function isDatabaseUrl(text: string): boolean {
  if (text === '') return true
  const parts = /^postgres(?:ql)?:\/\/(?:([^/?#\s]*)@)?([^/@?#\s]*)(?:\/[^?#\s]*)?(?:\?\S*)?$/
  const [whole, login = '', hosts = ''] = parts.exec(text) ?? []
  if (whole === undefined) return false
  // Without a host there is only the socket of a parameter.
  if (hosts === '') return /[?&]host=/.test(text)
  return hosts.split(',').every((host) => URL.canParse(`postgres://${login}@${host}/`))
}

function isHost(text: string): boolean {
  return ipaddr.isValid(text) || /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$/i.test(text)
}

/** Addresses, networks and the names that Fastify has for some. */
function areProxies(text: string): boolean {
  return listed(text).every((one) => {
    const isNetwork = one.includes('/') && one.split('/').length === 2
    return isNetwork
      ? ipaddr.isValidCIDR(one) || one.split('/').every((part) => ipaddr.isValid(part))
      : ipaddr.isValid(one) || ['loopback', 'linklocal', 'uniquelocal'].includes(one)
  })
}

function kindOf(path: string): 'folder' | 'file' | 'nothing' {
  const found = (() => {
    try {
      return statSync(path)
    } catch {
      return null
    }
  })()
  if (found === null) return 'nothing'
  return found.isDirectory() ? 'folder' : 'file'
}

import { SECOND } from '../../platform/clock.ts'
import type { SafehavenSettings } from '../../platform/config.ts'
import type { Send } from '../../platform/outbound.ts'
import {
  type Pass,
  PROVIDER_DEADLINE_MS,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderClient,
  providerClient,
} from '../client.ts'
import type { Silent } from '../outcomes.ts'
import type { BankCodes } from '../rails.ts'
import { fieldsOf, textOf } from '../values.ts'
import { clientAssertion } from './assertion.ts'

// Calls to Safe Haven. A signed assertion gets a token and a client id, which every call sends. An
// answer is an envelope with its own `statusCode`: HTTP 200 may contain an error.

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const TOKEN_LIVES_MAX_SECONDS = 86_400

export type SafehavenConfig = SafehavenSettings

export type SafehavenDeps = {
  now: () => Date
  monotonicMs?: () => number
  log: { warn(fields: object, message: string): void }
  /** Our list of banks. */
  banks: readonly BankCodes[]
  /** For all requests of one call of the adapter. Default: 12 seconds. */
  deadlineMs?: number
  send?: Send
}

export type Answer =
  /** Done, or in progress (202). `total`: how many rows a list has on all pages, if stated. */
  | { kind: 'done'; status: number; code: string; data: unknown; total: number | null }
  /** `isList`: a list of validation errors, so nothing was begun. */
  | { kind: 'refused'; status: number; code: string; message: string; isList: boolean }
  | Silent

export type Api = SafehavenDeps & {
  config: SafehavenConfig
  client: ProviderClient
  ask(call: ProviderCall): Promise<Answer>
}

export function safehavenApi(config: SafehavenConfig, deps: SafehavenDeps): Api {
  const baseUrl = config.baseUrl.replace(/\/+$/, '')
  const client = providerClient({
    ...deps,
    provider: 'safehaven',
    baseUrl,
    login: {
      request: () => ({
        call: 'login',
        method: 'POST',
        path: '/oauth2/token',
        form: {
          grant_type: 'client_credentials',
          client_id: config.clientId,
          client_assertion_type: ASSERTION_TYPE,
          client_assertion: clientAssertion(config, baseUrl, deps.now()),
        },
      }),
      read: passOf,
    },
    codeOf: (json) =>
      textOf(fieldsOf(json)['responseCode']) || textOf(fieldsOf(json)['statusCode']),
  })
  return {
    ...deps,
    config,
    client,
    async ask(call) {
      const answer = await client.call({
        timeoutMs: deps.deadlineMs ?? PROVIDER_DEADLINE_MS,
        ...call,
      })
      const read = readEnvelope(answer)
      if (read.kind === 'unknown' && answer.kind === 'answered')
        client.noteUnknown(call.call, answer)
      return read
    },
  }
}

/** Null if it is unusable. */
function passOf(json: unknown): Pass | null {
  const said = fieldsOf(json)
  const token = textOf(said['access_token'])
  const clientId = textOf(said['ibs_client_id'])
  const seconds = Number(textOf(said['expires_in']) || Number.NaN)
  const isToken = /^[\x21-\x7e]{1,8192}$/.test(token) && /^[\w-]{1,128}$/.test(clientId)
  if (!isToken || !(seconds > 0 && seconds <= TOKEN_LIVES_MAX_SECONDS)) return null
  const headers = { authorization: `Bearer ${token}`, clientid: clientId }
  return { headers, livesMs: seconds * SECOND }
}

/** The worse of the HTTP status and the envelope's. */
export function readEnvelope(answer: ProviderAnswer): Answer {
  if (answer.kind === 'not_sent') return { kind: 'unavailable' }
  if (answer.kind === 'lost') return { kind: 'unknown' }
  const said = fieldsOf(answer.json)
  const inner = Number(/^[2-5]\d\d$/.exec(textOf(said['statusCode']))?.[0] ?? 0)
  const status = Math.max(answer.status, inner)
  const code = textOf(said['responseCode'])
  if (status === 429) return { kind: 'unavailable' }
  if (status >= 400 && status < 500) {
    const isList = Array.isArray(said['message'])
    return { kind: 'refused', status, code, message: messageOf(said['message']), isList }
  }
  // Their envelope always has a status.
  if (status < 200 || status >= 300 || inner === 0) return { kind: 'unknown' }
  const total = /^\d{1,9}$/.exec(textOf(fieldsOf(said['pagination'])['total']))?.[0]
  return {
    kind: 'done',
    status,
    code,
    data: said['data'],
    total: total === undefined ? null : Number(total),
  }
}

function messageOf(said: unknown): string {
  const text = Array.isArray(said) ? said.filter((one) => typeof one === 'string').join('; ') : said
  return typeof text === 'string' ? text.slice(0, 500) : ''
}

/** Their ids, safe to put into a path and to keep as a handle. */
export function idOf(value: unknown): string {
  const text = textOf(value)
  return /^[\w-]{1,64}$/.test(text) ? text : ''
}

/** Opaque: thirty digits of NIP, 28 have been seen, and the new national system has other forms. */
export function sessionIdOf(value: unknown): string {
  const text = textOf(value)
  return /^[\x21-\x7e]{6,64}$/.test(text) ? text : ''
}

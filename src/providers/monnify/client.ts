import type { Send } from '../../platform/outbound.ts'
import {
  type Pass,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderClient,
  type ProviderSetup,
  providerClient,
} from '../client.ts'
import type { Silent } from '../outcomes.ts'
import { lineOf, memberOf, textOf } from '../values.ts'

// Calls to Monnify. Every answer is `{requestSuccessful, responseMessage, responseCode,
// responseBody}`. A failure has no body and may have any HTTP status, also 200.

const MONNIFY_URL = 'https://api.monnify.com'
/** It signs no notifications. */
const SANDBOX_HOST = 'sandbox.monnify.com'

export type MonnifyConfig = {
  apiKey: string
  /** Also signs their notifications. */
  secretKey: string
  contractCode: string
  /** The wallet that pays payouts and returns. */
  walletAccount: string
  /** Monnify's codes of the banks that may issue accounts, in order of preference. */
  issuers?: readonly string[]
  baseUrl?: string
  /** Whether an unsigned notification is a hint (as in their sandbox), and not forged. */
  takesUnsigned?: boolean
}
export type MonnifyDeps = Pick<ProviderSetup, 'now' | 'log' | 'monotonicMs'> & { send?: Send }

export type Api = {
  config: MonnifyConfig
  client: ProviderClient
  now: () => Date
  log: MonnifyDeps['log']
  takesUnsigned: boolean
  ask(call: ProviderCall): Promise<Said>
  /** For an operator, where the outcome does not say why. */
  tellRefused(call: { call: string }, said: Refused): void
}

export type Said =
  | { kind: 'done'; body: unknown }
  /** `code` is 99 for almost every reason: status and sentence tell them apart (answers.ts). */
  | { kind: 'refused'; status: number; code: string; message: string }
  | Silent

export function monnifyApi(config: MonnifyConfig, deps: MonnifyDeps): Api {
  const { apiKey, secretKey, baseUrl = MONNIFY_URL } = config
  const client = providerClient({
    ...deps,
    provider: 'monnify',
    baseUrl,
    login: { request: () => loginCall(apiKey, secretKey), read: readPass },
    codeOf: (json) => memberOf(json, 'responseCode'),
  })
  const takesUnsigned = config.takesUnsigned ?? new URL(baseUrl).hostname === SANDBOX_HOST
  return {
    config,
    client,
    now: deps.now,
    log: deps.log,
    takesUnsigned,
    async ask(call) {
      const answer = await client.call(call)
      const said = saidIn(answer)
      if (said.kind === 'unknown') client.noteUnknown(call.call, answer)
      return said
    },
    tellRefused({ call }, { status, code, message }) {
      const fields = { provider: 'monnify', call, status, said: wordsOf({ code, message }) }
      deps.log.warn(fields, 'Monnify refused a request')
    },
  }
}

/** For an operator: their code and sentence, without account numbers. */
export function wordsOf({ code, message }: Pick<Refused, 'code' | 'message'>): string {
  return lineOf(`${code} ${message.replace(/\d{5,}/g, '…')}`, 120)
}

function loginCall(apiKey: string, secretKey: string): ProviderCall {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`
  return { call: 'login', method: 'POST', path: '/api/v1/auth/login', headers: { authorization } }
}

function readPass(json: unknown): Pass | null {
  const body = memberOf(json, 'responseBody')
  const token = textOf(memberOf(body, 'accessToken'))
  const seconds = textOf(memberOf(body, 'expiresIn'))
  const isGood = memberOf(json, 'requestSuccessful') === true && /^\d{1,6}$/.test(seconds)
  if (!isGood || !/^[\x21-\x7e]{1,8000}$/.test(token)) return null
  return { headers: { authorization: `Bearer ${token}` }, livesMs: Number(seconds) * 1_000 }
}

export type Refused = Extract<Said, { kind: 'refused' }>

/** 403 (feature not activated) and 429 (too many calls) did nothing. */
export function saidIn(answer: ProviderAnswer): Said {
  if (answer.kind === 'not_sent') return { kind: 'unavailable' }
  if (answer.kind === 'lost') return { kind: 'unknown' }
  const { status, json } = answer
  if (status === 403 || status === 429) return { kind: 'unavailable' }
  const isDone = memberOf(json, 'requestSuccessful')
  const code = textOf(memberOf(json, 'responseCode'))
  if (isDone === true && status < 300 && code === '0') {
    return { kind: 'done', body: memberOf(json, 'responseBody') }
  }
  // Some refusals have no code.
  if (isDone !== false || !/^[A-Za-z0-9_]{0,20}$/.test(code)) return { kind: 'unknown' }
  return { kind: 'refused', status, code, message: lineOf(memberOf(json, 'responseMessage')) }
}

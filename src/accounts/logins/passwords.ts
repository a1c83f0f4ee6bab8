import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordCost } from '../../core/context.ts'
import { SECOND } from '../../platform/clock.ts'
import type { FieldCode, FieldError } from '../../platform/first-field.ts'
import { Refusal, refuseFields } from '../../platform/refusal.ts'
import { equalSecrets } from '../../platform/secrets.ts'

// Passwords are stored as scrypt 2^15/8/3 (approved by OWASP ASVS 5.0), with the parameters, so
// that these can be raised later. They have at least 12 characters, or 15 without a second factor
// (NIST SP 800-63B-4), of any kind. Passwords that are easy to guess are refused.

const COST = { N: 2 ** 15, r: 8, p: 3 }
const MEMORY_MAX = 64 * 1024 * 1024
const HASH_BYTES = 32
const SALT_BYTES = 16
/** Each takes 32 MB and a thread for 0.1 s. */
const AT_ONCE_MAX = 4
const WAITING_MAX = 100
/** After this wait, a request is refused instead of timing out. */
const WAITING_MS_MAX = 5 * SECOND
const LENGTH_MIN = 12
const LENGTH_ALONE_MIN = 15
export const PASSWORD_LENGTH_MAX = 128
/** Of 0 to 4, by zxcvbn. 3 is "safely unguessable": 10^10 guesses or more. */
const SCORE_MIN = 3
/** Scoring time grows faster than length, and a good start is enough. */
const SCORED_MAX = 32

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: PasswordCost & { maxmem: number },
) => Promise<Buffer>

/** `cost` is set by tests only. */
export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const options = { ...cost, maxmem: MEMORY_MAX }
  const key = await inTurn(() => derive(password.normalize('NFKC'), salt, HASH_BYTES, options))
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = kept.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MEMORY_MAX }
  const right = Buffer.from(key, 'base64')
  const bytes = Buffer.from(salt, 'base64')
  const given = await inTurn(() => derive(password.normalize('NFKC'), bytes, right.length, cost))
  return equalSecrets(right, given)
}

let nobodys: Promise<string> | null = null

/** Always false, after the time that checking a password takes. For unknown addresses. */
export async function isNobodysPassword(password: string, cost?: PasswordCost): Promise<false> {
  nobodys ??= hashPassword(randomBytes(SALT_BYTES).toString('hex'), cost)
  await isPassword(password, await nobodys)
  return false
}

/** `own`: words that are easy to guess for this person: name, email address, business. */
export async function checkPassword(
  password: string,
  own: string[],
  hasSecondFactor: boolean,
  field = 'password',
): Promise<void> {
  const say = (code: FieldCode, message: string): never =>
    refuseFields([{ field, code, message } satisfies FieldError])
  const least = hasSecondFactor ? LENGTH_MIN : LENGTH_ALONE_MIN
  const { length } = [...password]
  if (length < least) {
    const why = hasSecondFactor ? '' : ' (12 once two-step sign-in is on)'
    return say('too_short', `${field} must have at least ${least} characters${why}.`)
  }
  if (length > PASSWORD_LENGTH_MAX) {
    return say('too_long', `${field} must have at most ${PASSWORD_LENGTH_MAX} characters.`)
  }
  const score = await scoreOf(password, own)
  if (score >= SCORE_MIN) return
  const hint = 'Use four or five unrelated words, or a password manager.'
  say('too_common', `${field} is easy to guess. ${hint}`)
}

type Scorer = { check(password: string, userInputs?: (string | number)[]): { score: number } }
let scorer: Promise<Scorer> | null = null

/** The word lists take 10 MB, so they are loaded when the first password is set. */
async function scoreOf(password: string, own: string[]): Promise<number> {
  scorer ??= loadScorer()
  const beginning = [...password.normalize('NFKC')].slice(0, SCORED_MAX).join('')
  return (await scorer).check(beginning, ['cowrie', 'naira', ...own]).score
}

async function loadScorer(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

let running = 0
let waiting: (() => void)[] = []

/** Waits for a turn; refuses after too long. */
async function turn(): Promise<void> {
  if (waiting.length >= WAITING_MAX) throw tooMany()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  waiting.push(resolve)
  const late = setTimeout(() => {
    waiting = waiting.filter((one) => one !== resolve)
    reject(tooMany())
  }, WAITING_MS_MAX)
  await promise.finally(() => clearTimeout(late))
}

function tooMany(): Refusal {
  const message = 'Too many passwords are being checked at the moment. Try again shortly.'
  return new Refusal('overloaded', { message })
}

async function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
  if (running >= AT_ONCE_MAX) await turn()
  else running += 1
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

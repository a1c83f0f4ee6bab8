import { Refusal } from './refusal.ts'

// What an error means for whoever needs the database: whether it is away, and whether it pays to
// wait for it. Errors are known by their SQLSTATE, the errno of a socket, or our own CONNECTION_….

/** One day it answers: nothing has to be changed. */
const PASSING = new RegExp(
  [
    // The network, or nobody listens there yet. ENOENT: the socket file of a server that is down.
    '^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOENT)$',
    // A name server that does not answer; ENOTFOUND is one that does.
    '^EAI_AGAIN$',
    // Starting, stopping, recovering; no room for one more connection.
    '^(57P0[1-3]|53300)$',
    '^08(000|001|003|004|006)$',
    // Lost, or not writable: a standby, or a server in recovery.
    '^CONNECTION_(CLOSED|READ_ONLY)$',
  ].join('|'),
)
/** At one host it is so at all of them. */
const FINAL = /^(28|3D000)/
/** Of errors that have no code: TLS or a password is missing, and waiting gives neither. */
const FINAL_WORDS = /SSL|SASL/
/** While requests are served; then also what somebody has changed meanwhile. */
const AWAY = /^(CONNECTION_|08|25006|28|3D000|53100|53300|57P)/

/** Of whatever caused it, where it has a code. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const isOurs = code === 'CONNECTION_CLOSED' && typeof cause?.code === 'string'
  const found = isOurs ? cause.code : code
  return typeof found === 'string' ? found : ''
}

/** At start: a server that is not ready yet, and not a setting that is wrong. */
export function isWorthWaiting(error: unknown): boolean {
  return PASSING.test(codeOf(error)) && !FINAL_WORDS.test((error as Error).message)
}

/** Of several hosts, what tells most: a wrong password, else what it pays to wait for. */
export function mostTelling(errors: unknown[]): unknown {
  const isFinal = (error: unknown) => FINAL.test(codeOf(error))
  return errors.find(isFinal) ?? errors.find(isWorthWaiting) ?? errors[0]
}

/** The database cannot be reached, or takes nothing that is written. */
export function isAway(error: unknown): boolean {
  return AWAY.test((error as { code?: string } | null)?.code ?? '')
}

/** What comes of it where statements wait: no connection is free, or a COMMIT is not confirmed. */
export function mayComeOfOutage(error: unknown): boolean {
  return error instanceof Refusal && /^(overloaded|outcome_unknown)$/.test(error.code)
}

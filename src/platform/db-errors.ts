import { Refusal } from './refusal.ts'

// What a database error means: whether the database is unavailable, and whether waiting helps.
// Errors are recognized by SQLSTATE, by the errno of a socket, or by our own CONNECTION_… codes.

/** Passes by itself. */
const PASSING = new RegExp(
  [
    // The network, or a server that is not listening yet. ENOENT: the socket file of a server that
    // is down.
    '^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOENT)$',
    // The name server does not respond. ENOTFOUND is a response.
    '^EAI_AGAIN$',
    // Starting, stopping, recovering, or out of connections.
    '^(57P0[1-3]|53300)$',
    '^08(000|001|003|004|006)$',
    // Lost, or read-only: a standby, or a server in recovery.
    '^CONNECTION_(CLOSED|READ_ONLY)$',
  ].join('|'),
)
/** The same on all hosts. */
const FINAL = /^(28|3D000)/
/** Errors without a code: missing TLS or password, which waiting does not fix. */
const FINAL_WORDS = /SSL|SASL/
/** While serving, also what somebody changed in the meantime. */
const AWAY = /^(CONNECTION_|08|25006|28|3D000|53100|53300|57P)/

/** The code of the cause, if it has one. */
export function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const isOurs = code === 'CONNECTION_CLOSED' && typeof cause?.code === 'string'
  const found = isOurs ? cause.code : code
  return typeof found === 'string' ? found : ''
}

/** At start: the server is not ready, rather than misconfigured. */
export function isWorthWaiting(error: unknown): boolean {
  return PASSING.test(codeOf(error)) && !FINAL_WORDS.test((error as Error).message)
}

/** The most useful error of several hosts: a wrong password, else one that passes. */
export function mostTelling(errors: unknown[]): unknown {
  const isFinal = (error: unknown) => FINAL.test(codeOf(error))
  return errors.find(isFinal) ?? errors.find(isWorthWaiting) ?? errors[0]
}

/** The database is unreachable or read-only. */
export function isAway(error: unknown): boolean {
  return AWAY.test((error as { code?: string } | null)?.code ?? '')
}

/** A statement was cut at its time limit. */
export function isTimeLimit(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** Also caused by an outage: no connection is free, or a COMMIT is not confirmed. */
export function mayComeOfOutage(error: unknown): boolean {
  return error instanceof Refusal && /^(overloaded|outcome_unknown)$/.test(error.code)
}

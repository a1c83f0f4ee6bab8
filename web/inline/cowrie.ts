import type {
  CowrieApi,
  CowrieCallbacks,
  CowrieError,
  CowrieOptions,
  CowrieOutcome,
} from './inline.d.ts'
import { bindScript, defineElement, FIELDS } from './markup.ts'
import { close, type Ending, type Mistake, open, type Payment } from './opening.ts'
import { wordsIn } from './words.ts'

// inline.js: the checkout over the page of a business. One file, one global, no dependencies.
//
//   Cowrie.checkout({ key, amount, email, … })      starts a payment with the public key
//   Cowrie.resume(accessCode)                       opens one that the server has started
//   <script data-key …> in a form, <cowrie-pay>     the same without code: markup.ts
//
// Each call settles exactly once: resolves with `success` or `cancelled`, or rejects with a code.
// The outcome comes from a browser: the business's server must verify the reference.

const VERSION = '1.0.0'
const CALL_MS_MAX = 30_000

const current = document.currentScript
// Another kind of element may have that id.
const script = current instanceof HTMLScriptElement ? current : null
/** The URL of this file. A module has one of its own. */
const from = script?.src ?? import.meta.url ?? ''
/** The URL of the service: where this file came from, or `data-base`. */
export const base = script?.dataset['base'] ?? from.replace(/(\/paystack)?\/v[12]\/inline.*/, '')

function failure(
  code: string,
  message: string,
  reference = '',
  errors: Mistake[] = [],
): CowrieError {
  const told = { name: 'CowrieError', status: 'error', code, reference, errors } as const
  return Object.assign(new Error(message), told, errors[0] && { field: errors[0].field })
}

let isOpen = false

/** One opening, from the click to its end. */
function run(
  { onSuccess, callback, onCancel, onClose, onError, onLoad, redirect, lang }: CowrieCallbacks,
  begin: () => Payment | Promise<Payment>,
): Promise<CowrieOutcome> {
  const promise = new Promise<CowrieOutcome>((resolve, reject) => {
    const refuse = (error: CowrieError) => {
      reject(error)
      onError?.(error)
    }
    if (isOpen) return refuse(failure('already_open', 'Another payment is open.'))
    let started: Payment | Promise<Payment>
    try {
      started = begin()
    } catch (error) {
      // The options are wrong: nothing was shown.
      return refuse(error as CowrieError)
    }
    let hasEnded = false
    const end = (ending: Ending): boolean => {
      if (hasEnded) return false
      hasEnded = true
      isOpen = false
      if (ending.status === 'error') {
        refuse(failure(ending.code, ending.message, ending.reference, ending.errors))
      } else {
        const outcome = ending as CowrieOutcome
        resolve(outcome)
        const tell = outcome.status === 'success' ? onSuccess || callback : onCancel || onClose
        tell?.(outcome)
      }
      return true
    }
    const show = open({
      base,
      mayGoAway: redirect !== false,
      lang,
      onLoad: (payment) => onLoad?.(payment),
      end,
    })
    isOpen = true
    Promise.resolve(started)
      .then(show)
      .catch((error: CowrieError) => {
        if (!hasEnded) close()
        end(error.status ? error : failure('unreachable', String(error)))
      })
  })
  // A caller with `onError` need not also handle the rejection.
  if (onError) promise.catch(() => {})
  return promise
}

function wrong(field: string, message: string): never {
  throw failure('bad_option', `${field} ${message}`, '', [{ field, message }])
}

function checkBase(): void {
  if (!/^https?:/.test(base)) wrong('data-base', 'must be the URL of the service.')
}

async function initialize(fields: URLSearchParams, lang: unknown): Promise<Payment> {
  const gone = new AbortController()
  const late = setTimeout(() => gone.abort(), CALL_MS_MAX)
  // A form without extra headers needs no preflight request, which saves a round trip.
  const answer = await fetch(`${base}/api/v1/transactions/initialize-public`, {
    method: 'POST',
    body: fields,
    headers: { accept: 'application/json' },
    signal: gone.signal,
  })
    .then((reply) => reply.json())
    .catch(() => {
      throw navigator.onLine
        ? failure('unreachable', `${base} does not respond to this page.`)
        : failure('offline', wordsIn(lang).offline)
    })
  clearTimeout(late)
  const { data, code, message, errors = [] } = answer
  if (data) {
    const { access_code: accessCode, reference, may_frame: mayFrame, language } = data
    return { accessCode, reference, mayFrame, language }
  }
  throw failure(code, errors[0]?.message ?? message, '', errors)
}

const api: CowrieApi = {
  version: VERSION,

  checkout(options = {} as CowrieOptions) {
    return run(options, () => {
      checkBase()
      const fields = new URLSearchParams()
      const given = { ...options, reference: options.reference ?? options.ref } as Record<
        string,
        unknown
      >
      for (const field of FIELDS) {
        const value = given[field]
        if (value === undefined || value === null || value === '') continue
        const isObject = typeof value === 'object' && !Array.isArray(value)
        fields.set(field, isObject ? JSON.stringify(value) : String(value))
      }
      const { key, amount, email } = given
      if (!/^pk_/.test(String(key))) wrong('key', 'must be your public key, pk_…')
      if (!/^[1-9]\d{2,}$/.test(String(amount))) {
        wrong('amount', 'must be whole kobo, 100 or more: 500000 is ₦5,000.00.')
      }
      if (!/@/.test(String(email))) wrong('email', 'must be the email address of the customer.')
      return initialize(fields, given['lang'])
    })
  },

  resume(accessCode: string, callbacks: CowrieCallbacks = {}) {
    return run(callbacks, () => {
      checkBase()
      if (!/^[\w-]{22,}$/.test(accessCode)) {
        wrong('accessCode', 'must be the access_code from initialize.')
      }
      return { accessCode, reference: '', mayFrame: true }
    })
  },
}

// If the file is loaded twice, the first stays: only one payment is open at a time.
window.Cowrie ??= api
defineElement()
bindScript(script)

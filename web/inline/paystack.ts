import { base } from './cowrie.ts'
import type { CowrieCallbacks, CowrieError, CowrieOptions, CowrieOutcome } from './inline.d.ts'
import { cancel } from './opening.ts'
import { openOverlay } from './overlay.ts'
import { wordsIn } from './words.ts'

// Paystack's pop-up over our checkout, for pages that are written for it: only the address of the
// script changes. The names of both of its versions work in both.
//
//   PaystackPop.setup({ key, email, amount, ref, callback, onClose }).openIframe()
//   new PaystackPop().newTransaction({ key, email, amount, reference, onSuccess, onCancel })
//   new PaystackPop().resumeTransaction(accessCode, { onSuccess })
//
// Source of the names and of what each callback gets: the README and the code of
// @paystack/inline-js 2.25.0, read 2026-11-29.
//
// (1) What would change who gets the money and is not offered here is refused, never dropped.
// (2) An error that no callback takes is shown to the customer, as theirs is.

type Fields = Record<string, unknown>
type Callbacks = {
  onSuccess?: (told: object) => void
  callback?: (told: object) => void
  onCancel?: () => void
  onClose?: () => void
  onError?: (told: { message: string }) => void
  onLoad?: (told: object) => void
}

/** Theirs on the left. */
const RENAMED: [theirs: string, ours: string][] = [
  ['ref', 'reference'],
  ['splitCode', 'split_code'],
  ['callbackUrl', 'callback_url'],
]
const KEPT = ['key', 'email', 'amount', 'currency', 'phone', 'reference', 'metadata', 'split_code']
const NOT_OFFERED = ['subaccount', 'subaccountCode', 'split', 'plan', 'planCode', 'planInterval']
const CHANNELS = ['card', 'bank_transfer', 'ussd', 'bank', 'opay']
/** Paystack's name for a wallet such as OPay. */
const WALLET = 'mobile_money'
/** 1998.9999999999998 is the price of JavaScript's arithmetic, and means 1999. */
const DUST = 1e-6

/** One payment. Their README documents `getStatus`; their class has the other names. */
class Transaction {
  id = newId()
  status: 'success' | 'abandoned' | 'error' | null = null
  accessCode: string | null
  authorizationUrl: string | null = null
  errors: object[] = []
  response: object | null = null

  constructor(accessCode: string | null) {
    this.accessCode = accessCode
  }

  getStatus() {
    const { id, status, errors, response, authorizationUrl } = this
    return { id, status, errors, response, checkoutUrl: authorizationUrl }
  }
}

class PaystackPop {
  id = newId()

  static setup(options: Fields) {
    return { openIframe: () => void start(options) }
  }

  newTransaction(options: Fields): Transaction {
    return start(options)
  }

  async checkout(options: Fields): Promise<Transaction> {
    return start(options)
  }

  resumeTransaction(accessCode: string | Fields, callbacks: Callbacks = {}): Transaction {
    const given = typeof accessCode === 'string' ? { accessCode, ...callbacks } : accessCode
    return start(given)
  }

  preloadTransaction(options: Fields): () => Transaction {
    return () => start(options)
  }

  /** There are no wallets: the business's own button opens the checkout. */
  async paymentRequest(options: Fields): Promise<void> {
    const id = options['loadPaystackCheckoutButton']
    const button = document.getElementById(String(id))
    button?.addEventListener('click', () => start(options))
    const mounted = options['onElementsMount'] as ((elements: null) => void) | undefined
    mounted?.(null)
  }

  cancelTransaction(_which?: unknown): void {
    cancel()
  }

  isLoaded(): boolean {
    return true
  }
}

function start(options: Fields): Transaction {
  const accessCode = (options['accessCode'] ?? options['access_code'] ?? null) as string | null
  const transaction = new Transaction(accessCode)
  const told = callbacksOf(options as Callbacks, transaction)
  const unknown = NOT_OFFERED.find((name) => options[name])
  if (unknown) told.onError(new Error(`${unknown} cannot be set in a browser: ${SERVER}`))
  else if (accessCode) void window.Cowrie.resume(accessCode, told)
  else void window.Cowrie.checkout({ ...fieldsOf(options), ...told })
  return transaction
}

const SERVER = 'initialize the payment on your server, and resume it with its access code.'

function fieldsOf(options: Fields): CowrieOptions {
  const renamed = { ...options }
  for (const [theirs, ours] of RENAMED) renamed[ours] ??= options[theirs]
  const fields: Fields = {}
  for (const name of KEPT) fields[name] = renamed[name]
  const amount = Number(fields['amount'])
  if (Math.abs(amount - Math.round(amount)) < DUST) fields['amount'] = Math.round(amount)
  const names = [options['firstName'] ?? options['firstname']]
  names.push(options['lastName'] ?? options['lastname'])
  fields['name'] = names.filter(Boolean).join(' ')
  const channels = [options['channels'] ?? []].flat().map((one) => (one === WALLET ? 'opay' : one))
  const known = channels.filter((one) => CHANNELS.includes(String(one)))
  // None that we know: the service names those that it has.
  fields['channels'] = (known.length > 0 ? known : channels).join(',')
  return fields as CowrieOptions
}

function callbacksOf(theirs: Callbacks, transaction: Transaction) {
  const { onSuccess, callback, onCancel, onClose, onError, onLoad } = theirs
  return {
    onSuccess({ reference }: CowrieOutcome) {
      const ids = { reference, trxref: reference, trans: reference, transaction: reference }
      const told = { ...ids, status: 'success', message: 'Approved' }
      transaction.status = 'success'
      transaction.response = told
      onSuccess?.({ ...told, redirecturl: `?trxref=${reference}&reference=${reference}` })
      callback?.(told)
    },
    onCancel() {
      transaction.status = 'abandoned'
      onCancel?.()
      onClose?.()
    },
    onError({ message }: Pick<CowrieError, 'message'>) {
      transaction.status = 'error'
      transaction.errors.push({ message })
      if (onError) onError({ message })
      else show(message)
    },
    onLoad({ reference, accessCode }: { reference: string; accessCode: string }) {
      transaction.accessCode = accessCode
      transaction.authorizationUrl = `${base}/checkout/${accessCode}`
      onLoad?.({ id: transaction.id, accessCode, reference, customer: {} })
    },
  } satisfies CowrieCallbacks
}

function show(message: string): void {
  const words = wordsIn(undefined)
  const overlay = openOverlay(
    words.payment,
    () => overlay.remove(),
    () => {},
  )
  overlay.say(message, [[words.cancel, () => overlay.remove()]])
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)
}

Object.assign(window, { PaystackPop })

export default PaystackPop

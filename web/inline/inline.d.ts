// The types of inline.js, which sets the global `Cowrie`. Served beside it at /v1/inline.d.ts.

export type CowrieOutcome = {
  /** Of `success` ask your server: only it can verify the reference. `cancelled` says that the
   * customer has left, not that nothing was paid: the webhook tells of whatever is paid later. */
  status: 'success' | 'cancelled'
  /** Empty where the customer left before there was a payment. */
  reference: string
  /** Of a cancelled one. `closed`: the customer closed it. `navigated`: your page was left, or a
   * script of it removed the checkout. `window_lost`: the window was closed, or cut off from your
   * page, before it had loaded. */
  reason?: 'closed' | 'navigated' | 'window_lost'
}

export type CowrieErrorCode =
  /** An option is missing or wrong: `field` and `message` say which, and the fix. */
  | 'bad_option'
  /** Another payment is open on this page. */
  | 'already_open'
  /** The network is away. */
  | 'offline'
  /** No answer that this page may read: no service there, or `connect-src` of your own policy. */
  | 'unreachable'
  /** Neither a frame nor a window could be opened. Unless `redirect` is false, the page is on its
   * way to the checkout, and the customer comes back to `callback_url`. */
  | 'popup_blocked'
  /** The payment did not go through, or its time was over, or it was given back. */
  | 'failed'
  | 'abandoned'
  | 'reversed'
  /** Or a refusal of the service: https://…/docs lists them. */
  | (string & {})

export interface CowrieError extends Error {
  readonly status: 'error'
  readonly code: CowrieErrorCode
  /** Where there is a payment already. */
  readonly reference: string
  /** The first option that is wrong. */
  readonly field?: string
  /** All of them, as the service told. */
  readonly errors: { field: string; code?: string; message: string }[]
}

export type CowrieCallbacks = {
  /** One of these three is called, once, when the promise is settled. */
  onSuccess?: (outcome: CowrieOutcome) => void
  onCancel?: (outcome: CowrieOutcome) => void
  onError?: (error: CowrieError) => void
  /** The checkout is there and can be used. */
  onLoad?: (payment: { reference: string }) => void
  /** Other names of `onSuccess` and `onCancel`. */
  callback?: (outcome: CowrieOutcome) => void
  onClose?: (outcome: CowrieOutcome) => void
  /** False: your page is never left for the checkout, even where nothing can be opened. */
  redirect?: boolean
  /** In which language the payment opens, unless your checkout settings fix one. Of these, only
   * English is reviewed by speakers so far. */
  lang?: 'en' | 'pcm' | 'yo' | 'ha' | 'ig'
}

export type CowrieOptions = CowrieCallbacks & {
  /** Your public key, pk_… */
  key: string
  /** Kobo: 500000 is ₦5,000.00. */
  amount: number | string
  email: string
  name?: string
  phone?: string
  /** `ref` is the same. Without one the service makes one. */
  reference?: string
  ref?: string
  currency?: 'NGN'
  channels?: ('card' | 'bank_transfer')[] | string
  metadata?: Record<string, unknown> | string
  split_code?: string
  fee_bearer?: 'business' | 'customer'
  /** Where the customer comes back to when the whole page had to go to the checkout. */
  callback_url?: string
}

export type CowrieApi = {
  readonly version: string
  /** Starts a payment with your public key, and opens it. */
  checkout(options: CowrieOptions): Promise<CowrieOutcome>
  /** Opens a payment that your server has initialized: its `access_code`. */
  resume(accessCode: string, callbacks?: CowrieCallbacks): Promise<CowrieOutcome>
}

declare global {
  const Cowrie: CowrieApi
  interface Window {
    Cowrie: CowrieApi
  }
}

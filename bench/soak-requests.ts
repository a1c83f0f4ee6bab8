import { createHmac, type KeyObject } from 'node:crypto'

// The requests of the soak, as HTTP/1.1 text.

/** Stands before the number of a payment whose answer somebody reads. */
export const SOAKED = 'soak-'
/** And of one that nobody waits for: it may be there or not. */
export const CUT = 'cut-'
/** The session id of a transfer that is acknowledged, before its number. */
export const SESSION = '999999261121999000000'
const MISPAID_KOBO = 100

export type Requests = ReturnType<typeof requestsTo>

export function requestsTo(host: string, railKey: KeyObject) {
  const line = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}`
  const withBody = (head: string, body: string) =>
    `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const by = (secretKey: string) => `Authorization: Bearer ${secretKey}\r\n`
  const get = (path: string, secretKey: string | null = null) =>
    `${line('GET', path, secretKey === null ? '' : by(secretKey))}\r\n`
  const post = (path: string, secretKey: string | null, body: object, more = '') =>
    withBody(
      line('POST', path, (secretKey === null ? '' : by(secretKey)) + more),
      JSON.stringify(body),
    )

  return {
    get,
    post,
    unfinished: (path: string, secretKey: string) =>
      withBody(line('POST', path, by(secretKey)), '{"a":'),
    initialize(secretKey: string, reference: string, number: number, more = ''): string {
      return post(
        '/api/v1/transactions/initialize',
        secretKey,
        {
          amount: amountOf(number),
          // Each a customer of their own.
          email: `ada.${number}@example.com`,
          name: 'Ada Example',
          reference,
          metadata: { order: `A-${number}`, note: 'Leave it at the gate' },
        },
        more,
      )
    },
    askForAccount: (accessCode: string) => post(`/checkout/${accessCode}/bank-transfer`, null, {}),
    payByCard: (accessCode: string, card: object) =>
      post(`/checkout/${accessCode}/card`, null, card),
    dedicate: (secretKey: string, number: number) =>
      post('/api/v1/dedicated-virtual-accounts', secretKey, {
        customer: {
          first_name: 'Ada',
          last_name: 'Example',
          email: `dedicated.${number}@example.com`,
        },
      }),
    identify: (secretKey: string, number: number) =>
      post('/api/v1/bvn/verify', secretKey, { type: 'BVN', number: `22${number}` }),
    resolve: (secretKey: string, number: number) =>
      post('/api/v1/accounts/resolve', secretKey, {
        bank_code: '058',
        account_number: `0${number}`,
      }),
    refund: (secretKey: string, reference: string) =>
      post('/api/v1/refunds', secretKey, { transaction: reference, amount: 10_000 }),

    /** The bank tells of a transfer. `short`: it is of a naira less than was asked for. */
    notify(
      { session, accountNumber, number, short = false }: Transfer,
      isSigned: boolean = true,
    ): string {
      const body = JSON.stringify({
        event: 'credit',
        data: {
          amount: amountOf(number) - (short ? MISPAID_KOBO : 0),
          session_id: session,
          account_number: accountNumber,
          sender_name: 'Ngozi Sample',
          sender_bank_code: '058',
          sender_account_number: '0123456789',
          narration: 'For shoes',
          occurred_at: new Date().toISOString(),
        },
      })
      const timestamp = String(Math.trunc(Date.now() / 1_000))
      const hmac = createHmac('sha512', railKey).update(`${timestamp}.`).update(body)
      const signature = isSigned ? hmac.digest('hex') : '0'.repeat(128)
      const more = `X-Service-Timestamp: ${timestamp}\r\nX-Service-Signature: ${signature}\r\n`
      return withBody(line('POST', '/api/v1/rails/sandbox/notifications', more), body)
    },
  }
}

export type Transfer = { session: string; accountNumber: string; number: number; short?: boolean }

/** Kobo. */
function amountOf(number: number): number {
  return 500_000 + (number % 1_000)
}

/** Each is answered with 4xx. */
export function badRequest(requests: Requests, number: number, secretKey: string): string {
  const { get, post, notify } = requests
  const reference = `${CUT}bad-${number}`
  const wrong = [
    () => get('/api/v1/balance', `sk_test_${String(number).repeat(4)}`),
    () => requests.unfinished('/api/v1/transactions/initialize', secretKey),
    () => post('/api/v1/transactions/initialize', secretKey, { amount: -1, reference }),
    () => get(`/api/v1/transactions/verify/${reference}`, secretKey),
    () => notify({ session: `${SESSION}${number}`, accountNumber: `9${number}`, number }, false),
    () => get(`/nowhere/${number}`),
    () => get(`/checkout/nobody${number}/status`),
    () => post('/api/v1/transactions/initialize', secretKey, { name: 'a'.repeat(300_000) }),
    () =>
      post('/dashboard/api/session', null, {
        email: `nobody.${number}@example.com`,
        password: 'a wrong password of nobody',
      }),
    () => post('/api/v1/bvn/verify', secretKey, { type: 'BVN', number: 'abc' }),
    () => post('/api/v1/accounts/resolve', secretKey, { bank_code: '000', account_number: 1 }),
    () => get('/api/v1/transactions?perPage=-1', secretKey),
  ]
  return wrong[number % wrong.length]!()
}

/** The start of a connection, and after how many milliseconds it is cut. */
export function cutRequest(
  requests: Requests,
  number: number,
  secretKey: string,
  accessCode: string,
): [text: string, afterMs: number] {
  const { get, initialize, askForAccount } = requests
  const whole = initialize(secretKey, `${CUT}${number}`, number)
  const ways: [string, number][] = [
    [whole.slice(0, 40 + (number % 100)), number % 3_000],
    [whole.slice(0, -20), number % 3_000],
    [whole, number % 6],
    [get(`/checkout/${accessCode}/events`), 500 + (number % 3_000)],
    [get('/api/v1/events/stream', secretKey), 500 + (number % 3_000)],
    [get('/api/v1/transactions/export', secretKey), number % 20],
    [get(`/checkout/${accessCode}`), number % 4],
    [askForAccount(accessCode), number % 6],
  ]
  return ways[number % ways.length]!
}

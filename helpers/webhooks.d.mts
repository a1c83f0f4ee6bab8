export declare class WebhookError extends Error {
  /** What to answer: 400 where the time is wrong, 401 where the signature is. */
  readonly status: 400 | 401
  readonly reason: 'no_timestamp' | 'stale' | 'forged'
}

export type VerifiedEvent = {
  /** The same in every attempt: keep it, and let a second one with it do nothing. */
  id: string
  attempt: number
  event: string
  data: Record<string, unknown>
  created_at: string
}

export declare function verifyWebhook(request: {
  /** As it came. */
  body: string | ArrayBuffer | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  secret?: string
  secrets?: string[]
  /** 300 by default. */
  toleranceSeconds?: number
  /** Milliseconds since 1970. */
  now?: number
}): Promise<VerifiedEvent>

export declare function signWebhook(request: {
  body: string
  secret: string
  id?: string
  attempt?: number
  now?: number
}): Promise<Record<string, string>>

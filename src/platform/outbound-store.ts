import { lookup } from 'node:dns'
import { AwsV4Signer } from 'aws4fetch'
import { MINUTE, SECOND } from './clock.ts'
import { Wire } from './outbound-wire.ts'

// Requests to an object store with the API of S3. The operator chose its address, so it may be a
// private one. Everything else is as for other requests: a deadline, no redirects, and no more is
// read than expected.

type ObjectStoreAddress = {
  /** `https://host` and the bucket, without a slash at the end. */
  url: string
  keyId: string
  secret: string
  region: string
}

type ObjectAnswer =
  | { kind: 'answered'; status: number; body: Buffer }
  /** It says why. */
  | { kind: 'failed'; reason: string }

type ObjectRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Inside the bucket. */
  path: string
  body?: Buffer
  responseBytesMax: number
}

const TIMEOUT_MS = 2 * MINUTE
const ERROR_BYTES_MAX = 4_096

const wire = new Wire({ lookup, stepMs: 10 * SECOND, tls: {} })

export async function sendToStore(
  { url, keyId, secret, region }: ObjectStoreAddress,
  { method, path, body, responseBytesMax }: ObjectRequest,
): Promise<ObjectAnswer> {
  const signed = await new AwsV4Signer({
    method,
    url: `${url}/${path}`,
    ...(body !== undefined && { body: new Uint8Array(body) }),
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
  }).sign()
  const max = Math.max(responseBytesMax, ERROR_BYTES_MAX)
  const answer = await wire.exchange({
    origin: signed.url.origin,
    path: `${signed.url.pathname}${signed.url.search}`,
    method,
    headers: Object.fromEntries(signed.headers),
    body: body ?? null,
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: max,
    keptBytesMax: max,
  })
  if (answer.kind === 'failed') return { kind: 'failed', reason: answer.reason }
  return { kind: 'answered', status: answer.status, body: answer.body }
}

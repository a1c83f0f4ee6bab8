import { sentenceOf } from '../../../src/core/events/types.ts'

// The two URLs, and how a receiver verifies an event.

export type Which = 'standard' | 'dedicated_virtual_account'

export const WHICH: Record<Which, { title: string; intro: string }> = {
  standard: { title: 'All events', intro: 'Everything that you subscribe to is sent here.' },
  dedicated_virtual_account: {
    title: 'Deposits to dedicated accounts',
    intro: 'If another server handles these. Without a URL they go to the first one.',
  },
}

export function isSettings(endpoint: string): endpoint is Which {
  return endpoint in WHICH
}

/** What an event says, without the marks of code that its sentence has in the documents. */
export function meaningOf(type: string): string {
  return sentenceOf(type).replaceAll('`', '')
}

/** The same code as in docs/webhooks.md (a test compares them). */
export const SNIPPETS = {
  node: {
    title: 'Node',
    text: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = process.env.WEBHOOK_SECRET

function statusFor(headers, rawBody) {
  const timestamp = headers['x-service-timestamp'] ?? ''
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!/^\\d+$/.test(timestamp) || age > 300) return 400
  const expected = createHmac('sha512', secret).update(\`\${timestamp}.\`).update(rawBody).digest()
  const given = Buffer.from(headers['x-service-signature'] ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? 200 : 401
}

createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray())
  const status = statusFor(request.headers, rawBody)
  response.writeHead(status).end()
  if (status === 200) console.log(JSON.parse(rawBody).event)
}).listen(process.env.PORT ?? 3000)
`,
  },
  python: {
    title: 'Python',
    text: `import hashlib, hmac, os, time

SECRET = os.environ["WEBHOOK_SECRET"]


def status_for(headers, raw_body: bytes) -> int:
    timestamp = headers.get("X-Service-Timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit():
        return 400
    if abs(time.time() - int(timestamp)) > 300:
        return 400
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(SECRET.encode(), signed, hashlib.sha512).hexdigest()
    given = headers.get("X-Service-Signature", "")
    return 200 if hmac.compare_digest(given.encode(), expected.encode()) else 401
`,
  },
  php: {
    title: 'PHP',
    text: `<?php
$secret = getenv('WEBHOOK_SECRET');
$body = file_get_contents('php://input');
$timestamp = $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '';
$given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';

if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
    http_response_code(400);
    exit;
}
if (!hash_equals(hash_hmac('sha512', "$timestamp.$body", $secret), $given)) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
`,
  },
}

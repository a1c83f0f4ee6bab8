import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The page's one script and one style sheet, as `npm run generate` has made them of web/checkout,
// named by the hash of what they hold. A browser may keep them for ever, and the page says which
// bytes it will accept.

const FOLDER = join(import.meta.dirname, '../../web/checkout/dist')
const HASH_LETTERS = 12
const HSTS_SECONDS = 63_072_000 // two years

export type Asset = { path: string; body: Buffer; type: string; integrity: string }
export type CheckoutAssets = { script: Asset; style: Asset }

export const CHECKOUT_ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

export function loadCheckoutAssets(): CheckoutAssets {
  return {
    script: asset('js', 'text/javascript; charset=utf-8'),
    style: asset('css', 'text/css; charset=utf-8'),
  }
}

/**
 * For every page of the checkout. The address of a checkout is itself a secret: it is neither
 * kept nor told to where the customer goes next. `frameAncestors`: the registered origins of the
 * business, on the route that may be embedded; nowhere else.
 */
export function checkoutHeaders(
  baseUrl: string,
  frameAncestors: readonly string[] = [],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    ...(baseUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }
}

function asset(extension: string, type: string): Asset {
  const body = readFileSync(join(FOLDER, `checkout.${extension}`))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LETTERS)
  const integrity = `sha256-${createHash('sha256').update(body).digest('base64')}`
  return { path: `/checkout/assets/checkout.${hash}.${extension}`, body, type, integrity }
}

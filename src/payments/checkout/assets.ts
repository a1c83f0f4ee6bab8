import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The page's one script and one style sheet, as `npm run generate` has made them of web/checkout.
// They stand in the page itself, and the policy of the response names them by their hashes: not
// one byte else is run or styles it, not even a file of this same service.

const FOLDER = join(import.meta.dirname, '../../../web/checkout/dist')
const HSTS_SECONDS = 63_072_000 // two years

type Asset = { text: string; integrity: string }
export type CheckoutAssets = { script: Asset; style: Asset }

let loaded: CheckoutAssets | null = null

export function loadCheckoutAssets(): CheckoutAssets {
  loaded ??= { script: asset('js'), style: asset('css') }
  return loaded
}

/**
 * For every page of the checkout. The address of a checkout is itself a secret: it is neither
 * kept nor told to where the customer goes next. `frameAncestors`: the registered origins of the
 * business, on the route that may be embedded; nowhere else. `frames`: what the page itself may
 * show in a frame: the pages of banks.
 */
export function checkoutHeaders(
  baseUrl: string,
  frameAncestors: readonly string[] = [],
  frames: readonly string[] = [],
): Record<string, string> {
  const { script, style } = loadCheckoutAssets()
  const policy = [
    "default-src 'none'",
    `script-src '${script.integrity}'`,
    `style-src '${style.integrity}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
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

function asset(extension: 'js' | 'css'): Asset {
  const text = readFileSync(join(FOLDER, `checkout.${extension}`), 'utf8')
  const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
  return { text, integrity }
}

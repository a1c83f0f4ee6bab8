import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The script and the style sheet of the page, which `npm run generate` builds from web/checkout.
// They are inline, and the content security policy allows only their hashes: no other script or
// style applies, not even a file of this service.

const FOLDER = join(import.meta.dirname, '../../../web/checkout/dist')
const HSTS_SECONDS = 63_072_000 // two years

type Asset = { text: string; integrity: string }

let loaded: { script: Asset; style: Asset } | null = null

export function loadCheckoutAssets() {
  loaded ??= { script: asset('js'), style: asset('css') }
  return loaded
}

/**
 * For every page of the checkout. Its URL is a secret: browsers do not store the page, and send no
 * referrer. `frameAncestors`: the origins that can frame the page. `frames`: the origins that the
 * page can frame.
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

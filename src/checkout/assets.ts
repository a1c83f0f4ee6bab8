import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// The page's one script and one style sheet, made ready once when the process starts: types
// stripped, indentation and comments dropped, named by the hash of what they hold. A browser may
// keep them for ever, and the page says which bytes it will accept.

// One script of three files; what they import is each other, so imports are dropped.
const SCRIPT = ['calls.ts', 'card-fields.ts', 'checkout.ts']

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
  const script = squeezedScript(SCRIPT.map(source).map((text) => stripTypeScriptTypes(text)))
  const style = squeezedStyle(source('checkout.css'))
  return {
    script: asset('js', script, 'text/javascript; charset=utf-8'),
    style: asset('css', style, 'text/css; charset=utf-8'),
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

function source(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../web/checkout/${name}`, import.meta.url)), 'utf8')
}

function asset(extension: string, text: string, type: string): Asset {
  const body = Buffer.from(text)
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LETTERS)
  const integrity = `sha256-${createHash('sha256').update(body).digest('base64')}`
  return { path: `/checkout/assets/checkout.${hash}.${extension}`, body, type, integrity }
}

// No parser, and nothing renamed: imports and comments go, then spaces beside signs outside of a
// text, then the ends of lines that cannot be the end of a statement. It leans on how we write: a
// text is on one line, in '' or ``, and a regular expression has no space and no quote in it.
function squeezedScript(parts: string[]): string {
  return parts
    .join('\n')
    .replace(/^import [^']*'.*$/gm, '')
    .split('\n')
    .map((line) => line.trim().replace(/^export /, ''))
    .filter((line) => line !== '' && !line.startsWith('//'))
    .map((line) =>
      line.replace(
        /('(?:\\.|[^'\\])*'|`[^`]*`)|\s*([-{}()[\]=<>?:;,|&+*%!])\s*|\s{2,}/g,
        (_, text?: string, mark?: string) => text ?? mark ?? ' ',
      ),
    )
    .join('\n')
    .replace(/([{([,=?:&|])\n|\n(?=[})\]?:.])/g, '$1')
}

function squeezedStyle(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim()
}

import { appOf } from './app-addresses.ts'

// Markup by template literal. Values are escaped, unless they are markup: a business named
// `<script>` is shown as `<script>`.

const raw: unique symbol = Symbol('markup')
export type Markup = { readonly [raw]: string }
type Part = Markup | readonly Markup[] | string | number | null | false

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// Removes the indentation of templates, which a phone need not load.
const squeezed = new WeakMap<TemplateStringsArray, string[]>()

export function html(template: TemplateStringsArray, ...parts: Part[]): Markup {
  const pieces = squeezed.get(template) ?? template.map((piece) => piece.replace(/\s*\n\s*/g, '\n'))
  squeezed.set(template, pieces)
  return trusted(
    pieces.map((piece, i) => piece + (i < parts.length ? text(parts[i]!) : '')).join(''),
  )
}

/** Only for text that contains nothing from outside. */
export function trusted(markup: string): Markup {
  return { [raw]: markup }
}

export function written(markup: Markup): string {
  return markup[raw]
}

/** An address for `href`: http(s) or nothing, so that no `javascript:` is followed. */
export function webAddress(address: string | null): string | null {
  const parsed = address === null ? null : URL.parse(address)
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) ? parsed.href : null
}

/** The same, but also accepts addresses of mobile apps. */
export function webOrAppAddress(address: string | null): string | null {
  if (address === null || appOf(address) === null) return webAddress(address)
  return URL.parse(address)?.href ?? null
}

function text(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)
  return raw in part ? part[raw] : part.map(written).join('')
}

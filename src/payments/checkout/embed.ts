import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { html, written } from '../../platform/html.ts'
import { findRail } from '../../providers/capabilities.ts'
import { checkoutHeaders } from './assets.ts'
import type { CheckoutView } from './checkout.ts'

// The checkout in a frame of another page, or in a window that another page opened. It is the usual
// page. Attributes of its `html` element name the origin that it exchanges messages with.
//
// Invariants:
// (1) Only registered origins can frame a checkout: `frame-ancestors` lists them, whatever the
//     query says.
// (2) The page sends messages to one origin and accepts them from one: the one the server wrote. In
//     a frame that origin is registered. In a window it can be any origin if the business has
//     registered none: the opener has the access code, which reveals as much.

type Host = { kind: 'frame' | 'window'; origin: string }
export type HostQuery = { embed?: string; origin?: string; isolated?: string }

/** Whether pages of this origin may start payments with the public key, and frame them. */
export function isRegistered({ checkoutOrigins }: ModeSettings, origin: string | undefined) {
  return origin !== undefined && checkoutOrigins.includes(origin)
}

/** Whether a live payment started with the public key may send its customer to this address. */
export function isReturnAddress(settings: ModeSettings, address: string): boolean {
  const { defaultCallbackUrl: own } = settings
  const { origin } = new URL(address)
  return isRegistered(settings, origin) || (own !== null && new URL(own).origin === origin)
}

/** Null without a host page, and with one that may get no messages. */
function hostOf(query: HostQuery, settings: ModeSettings): Host | null {
  const { embed: kind, origin = '' } = query
  if (kind === 'frame' && isRegistered(settings, origin)) return { kind, origin }
  if (kind !== 'window') return null
  const isAnyone = settings.checkoutOrigins.length === 0 && isOrigin(origin)
  return isAnyone || isRegistered(settings, origin) ? { kind, origin } : null
}

type Place = Awaited<ReturnType<typeof placeOf>>

/** The page around a checkout, and the pages that it may frame itself. */
export async function placeOf(context: Context, scope: Scope, query: HostQuery) {
  const settings = await settingsOf(context, scope)
  const banks: readonly string[] = findRail(context.rails, scope, 'card')?.frameOrigins ?? []
  return {
    embed: query.embed,
    host: hostOf(query, settings),
    isIsolated: query.isolated !== undefined,
    origins: settings.checkoutOrigins,
    look: settings,
    banks,
  }
}

export function pageHeaders(
  baseUrl: string,
  { embed, isIsolated, origins, banks }: Place,
): Record<string, string> {
  const isFramed = embed === 'frame'
  return {
    ...checkoutHeaders(baseUrl, isFramed ? origins : [], ["'self'", ...banks]),
    // A page under Cross-Origin-Embedder-Policy can only frame a page that sends both headers. For
    // other pages they would only block the pages of banks.
    ...(isFramed &&
      isIsolated && {
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
      }),
    // Any other policy cuts a window off from its opener.
    ...(embed === 'window' && { 'cross-origin-opener-policy': 'unsafe-none' }),
  }
}

/** Adds to the page what its script must know of the pages around it and in it. */
export function placed(
  page: string,
  view: CheckoutView,
  { host, banks, isIsolated }: Place,
  now: Date,
  leaves: string,
): string {
  const isDue = /^(pending|ongoing)$/.test(view.status) && view.expiresAt <= now
  const marks = html`<html data-banks="${banks.join(' ')}"${
    host !== null &&
    html` data-embed="${host.kind}" data-host="${host.origin}" data-reference="${view.reference}"
    data-status="${isDue ? 'abandoned' : view.status}" data-leaves="${leaves}"`
  }${isIsolated && html` data-isolated`} `
  return page.replace('<html ', () => written(marks))
}

/** What the frame of a bank shows at the end. The checkout around it continues by itself. */
export const BANK_DONE = written(
  html`<!doctype html><html lang="en"><meta charset="utf-8"><title>…</title><p>…</p></html>`,
)

export function bankDoneHeaders(baseUrl: string, { checkoutOrigins }: ModeSettings) {
  return checkoutHeaders(baseUrl, ["'self'", ...checkoutOrigins])
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

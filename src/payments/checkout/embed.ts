import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { html, written } from '../../platform/html.ts'
import { findRail } from '../../providers/capabilities.ts'
import { checkoutHeaders } from './assets.ts'
import type { CheckoutView } from './checkout.ts'

// The checkout inside somebody else's page: in a frame, or in a window that the page has opened.
// It is the same page as anywhere; on its first element stands to whom it may speak.
//
// Invariants:
// (1) Only registered origins frame a checkout: `frame-ancestors` names them, and nobody where
//     there are none. What the query says decides nothing of that.
// (2) The page speaks to one origin and listens to one, both the one written here by the server.
//     In a frame that is a registered one. A window tells whoever opened it where the business has
//     registered nobody: its opener knows the access code, which says as much to anyone.

type HostKind = 'frame' | 'window'
export type Host = { kind: HostKind; origin: string }
export type HostQuery = { embed?: string; origin?: string; isolated?: string }

/** Whether a page may start payments with the public key, and frame them. */
export function isRegistered({ checkoutOrigins }: ModeSettings, origin: string | undefined) {
  return origin !== undefined && checkoutOrigins.includes(origin)
}

/** Whether a payment that was started with the public key may lead back there in live mode. */
export function isReturnAddress(settings: ModeSettings, address: string): boolean {
  const { defaultCallbackUrl: own } = settings
  const { origin } = new URL(address)
  return isRegistered(settings, origin) || (own !== null && new URL(own).origin === origin)
}

/** Null where the page stands alone, and where it may speak to nobody. */
export function hostOf(query: HostQuery, settings: ModeSettings): Host | null {
  const { embed: kind, origin = '' } = query
  if (kind === 'frame' && isRegistered(settings, origin)) return { kind, origin }
  if (kind !== 'window') return null
  const isAnyone = settings.checkoutOrigins.length === 0 && isOrigin(origin)
  return isAnyone || isRegistered(settings, origin) ? { kind, origin } : null
}

/** Where a page stands: what is around it, and what it may show within. */
export type Place = {
  embed: string | undefined
  host: Host | null
  isIsolated: boolean
  origins: readonly string[]
  banks: readonly string[]
}

export async function placeOf(context: Context, scope: Scope, query: HostQuery): Promise<Place> {
  const settings = await settingsOf(context, scope)
  return {
    embed: query.embed,
    host: hostOf(query, settings),
    isIsolated: query.isolated !== undefined,
    origins: settings.checkoutOrigins,
    banks: findRail(context.rails, scope, 'card')?.frameOrigins ?? [],
  }
}

export function pageHeaders(
  baseUrl: string,
  { embed, isIsolated, origins, banks }: Place,
): Record<string, string> {
  const frames = ["'self'", ...banks]
  switch (embed) {
    case 'frame':
      return {
        ...checkoutHeaders(baseUrl, origins, frames),
        // A page under Cross-Origin-Embedder-Policy frames only who agrees and is under it too.
        // For every other page it would close the frame to the pages of banks.
        ...(isIsolated && {
          'cross-origin-resource-policy': 'cross-origin',
          'cross-origin-embedder-policy': 'require-corp',
        }),
      }
    case 'window':
      // Any other policy cuts it off from who opened it.
      return {
        ...checkoutHeaders(baseUrl, [], frames),
        'cross-origin-opener-policy': 'unsafe-none',
      }
    default:
      return checkoutHeaders(baseUrl, [], frames)
  }
}

/** The page, with what its script must know of the pages around it and of those within it. */
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

/** What the frame of a bank shows when it is done: the page around it goes on by itself. */
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

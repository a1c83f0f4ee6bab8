import { appOf } from '../../platform/app-addresses.ts'
import { refuseFields } from '../../platform/refusal.ts'
import type { ModeSettings } from './businesses.sql.ts'

/** In both modes alike, so that what test mode accepts is no surprise in live mode. */
export function refuseStrangeApp({ checkoutApps }: ModeSettings, address: string | null): void {
  const app = address === null ? null : appOf(address)
  if (app === null || checkoutApps.includes(app)) return
  const message =
    `callback_url must lead to a registered app: add ${app} to allowed_origins in the ` +
    'checkout settings.'
  refuseFields([{ field: 'callback_url', code: 'origin_not_registered', message }])
}

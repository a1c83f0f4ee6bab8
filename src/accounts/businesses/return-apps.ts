import { appOf } from '../../platform/app-addresses.ts'
import { refuseFields } from '../../platform/refusal.ts'
import type { ModeSettings } from './businesses.sql.ts'

/** The same in both modes, so that live mode refuses nothing that test mode accepts. */
export function refuseStrangeApp({ checkoutApps }: ModeSettings, address: string | null): void {
  const app = address === null ? null : appOf(address)
  if (app === null || checkoutApps.includes(app)) return
  const message =
    `callback_url must lead to a registered app: add ${app} to allowed_origins in the ` +
    'checkout settings.'
  refuseFields([{ field: 'callback_url', code: 'origin_not_registered', message }])
}

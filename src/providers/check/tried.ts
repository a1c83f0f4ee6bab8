import type { RailRequest } from '../outcomes.ts'
import type { Provider } from '../rails.ts'
import type { NotificationAddress } from './address.ts'
import type { Account, Order } from './spend.ts'
import type { Heard } from './verdict.ts'

export type CheckedProvider = {
  name: string
  provider: Provider
  /** What its client logged. */
  heard: Heard
  address: NotificationAddress
}
export type CheckSettings = {
  now: () => Date
  /** The customer's email for providers that need one. */
  email: string
  /** For the name enquiry. */
  account?: Account
  /** A BVN or NIN of the operator, to open an account with. */
  number?: { bvn: string | null; nin: string | null }
  /** As the provider sent it, with its signature. */
  notification?: RailRequest
  spend?: Order
  say(line: string): void
  pause(ms: number): Promise<void>
}
export type Tried = CheckedProvider & CheckSettings

import { type Id, publicCode } from '../../platform/ids.ts'

export type SubaccountId = Id<'subaccount'>

export function subaccountCode(id: SubaccountId): string {
  return publicCode('subaccount', id)
}

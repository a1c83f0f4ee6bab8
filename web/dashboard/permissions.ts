import { type Role, useBusiness, useSession } from './session.ts'

// What the one who is signed in may do here. The service decides; this only spares people buttons
// that would be refused, and says why.

export type Permission =
  | 'view'
  | 'collect'
  | 'refund'
  | 'payout'
  | 'share'
  | 'export'
  | 'identity'
  | 'webhooks'
  | 'keys'
  | 'settings'
  | 'sandbox'
  | 'team'
  | 'activate'
  | 'audit'

const NO_BUSINESS = 'You belong to no business here, so you may not do this.'

export type Can = { can: boolean /** For a button that is disabled. */; why: string | undefined }

export function useCan(permission: Permission): Can {
  const business = useBusiness()
  const can = business?.permissions.includes(permission) ?? false
  const why = business === null ? NO_BUSINESS : forbidden(business.role)
  return { can, why: can ? undefined : why }
}

/** For whoever was refused, and for the buttons that would be. */
export function forbidden(role: Role): string {
  return `Your role here is ${role}: it may not do this. Ask an owner.`
}

/** With two-step sign-in, without which no page for operators opens. */
export function useIsOperator(): boolean {
  const { is_operator: isOperator, second_factor: hasSecondStep } = useSession()
  return isOperator && hasSecondStep
}

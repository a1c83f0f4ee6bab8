import { useQuery } from '@tanstack/react-query'
import type { Permission } from '../../src/core/access.ts'
import { type DataOf, get } from './api.ts'
import { businessId, mode, rememberBusiness } from './place.ts'

// The session: who is signed in, in which business, and with which permissions.

export type Session = DataOf<'GET', '/session'>
type Business = Session['businesses'][number]
export type Role = Business['role']

export const SESSION = ['session']
const LOOK_MS = 60_000

export const sessionQuery = {
  queryKey: SESSION,
  queryFn: () => get('/session'),
  retry: false,
}

export function useSessionQuery() {
  return useQuery({
    ...sessionQuery,
    refetchInterval: ({ state: { data } }) => (isWaitingForLive(data) ? LOOK_MS : false),
  })
}

/** An operator opens live mode. Polling stops once it is open, so that idle sessions expire. */
function isWaitingForLive(session: Session | undefined): boolean {
  const business = session === undefined ? null : businessOf(session)
  return business !== null && !isLiveOpen(business)
}

/** For pages that are shown to signed-in people only. */
export function useSession(): Session {
  const { data } = useSessionQuery()
  if (data === undefined) throw new Error('You are not signed in.')
  return data
}

/** Null for an operator who belongs to no business. */
export function useBusiness(): Business | null {
  return businessOf(useSession())
}

/** The business of this tab, or else the first one, which API calls then name. */
export function businessOf({ businesses }: Session): Business | null {
  const mine = businesses.find(({ business_id }) => business_id === businessId())
  const business = mine ?? businesses[0] ?? null
  if (business !== null && mine === undefined) rememberBusiness(business.business_id)
  return business
}

export function isLiveOpen(business: Business | null): boolean {
  return business?.live_activated_at != null
}

export const isTest = mode === 'test'

// The person's permissions. The service enforces them; here they disable buttons that would be
// refused, with the reason.

const NO_BUSINESS = 'You are not on the team of a business, so you cannot do this.'

type Can = { can: boolean /** For a disabled button. */; why: string | undefined }

export function useCan(permission: Permission): Can {
  const business = useBusiness()
  const can = business?.permissions.includes(permission) ?? false
  const why = business === null ? NO_BUSINESS : forbidden(business.role)
  return { can, why: can ? undefined : why }
}

/** For refused calls, and for buttons whose call would be refused. */
export function forbidden(role: Role): string {
  return `Your role (${role}) cannot do this. Ask an owner.`
}

/** Operator pages require two-step sign-in. */
export function useIsOperator(): boolean {
  const { is_operator: isOperator, second_factor: hasSecondStep } = useSession()
  return isOperator && hasSecondStep
}

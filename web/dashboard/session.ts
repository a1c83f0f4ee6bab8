import { useQuery } from '@tanstack/react-query'
import { type DataOf, get } from './api.ts'
import { businessId, mode, rememberBusiness } from './place.ts'

// Who is signed in, in which business, and what they may do there.

export type Session = DataOf<'GET', '/session'>
export type Business = Session['businesses'][number]
export type Role = Business['role']

export const SESSION = ['session']
const LOOK_MS = 60_000

export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION,
    queryFn: () => get('/session'),
    retry: false,
    refetchInterval: ({ state: { data } }) => (isWaitingForLive(data) ? LOOK_MS : false),
  })
}

/** Somebody else opens live mode. Once it is open nothing asks, so that sessions may run out. */
function isWaitingForLive(session: Session | undefined): boolean {
  const business = session === undefined ? null : businessOf(session)
  return business !== null && !isLiveOpen(business)
}

/** Of a page that is only shown to those who are signed in. */
export function useSession(): Session {
  const { data } = useSessionQuery()
  if (data === undefined) throw new Error('Nobody is signed in.')
  return data
}

/** Null for an operator who belongs to no business. */
export function useBusiness(): Business | null {
  return businessOf(useSession())
}

/** The one that this tab is in, or the first: which then is the one that calls name. */
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

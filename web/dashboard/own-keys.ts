import type { DataOf } from './api.ts'
import { isTest, useCan } from './session.ts'
import { useGet } from './use-list.ts'

type Key = DataOf<'GET', '/keys'>[number] & { key: string }
type Kind = Key['kind']

/**
 * The newest test key of each kind that works without limits, to copy. None in live mode, for roles
 * without keys, and of keys that may do more than the role.
 */
export function useTestKeys(): Partial<Record<Kind, Key>> {
  const { can } = useCan('keys')
  const { data = [] } = useGet('/keys', { isOff: !isTest || !can })
  const works = (key: (typeof data)[number]): key is Key =>
    key.key !== null && key.expires_at === null && key.allowed_ips.length === 0
  const newest = (kind: Kind) => data.filter(works).find((key) => key.kind === kind)
  const [secret, open] = [newest('secret'), newest('public')]
  return { ...(secret && { secret }), ...(open && { public: open }) }
}

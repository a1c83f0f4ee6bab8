import type { KeyScope } from '../../../src/core/access.ts'
import type { DataOf } from '../api.ts'

export type Key = DataOf<'GET', '/keys'>[number]

export function mayGive(own: KeyScope[], scope: KeyScope): boolean {
  return own.includes('all') || own.includes(scope)
}

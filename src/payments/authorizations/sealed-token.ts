import type { Context } from '../../core/context.ts'
import type { SealedColumn } from '../../platform/secrets.ts'

// The token of a kept card, encrypted at rest.

const KEY = ['businessId', 'mode', 'authorizationId', 'rail'] as const

export const sealedToken: SealedColumn<(typeof KEY)[number]> = {
  table: 'payer_authorization',
  column: 'token',
  key: KEY,
  boundTo: ({ businessId, mode, authorizationId, rail }) =>
    `payer_authorization.token ${businessId} ${mode} ${authorizationId} ${rail}`,
}

type Place = Parameters<typeof sealedToken.boundTo>[0]

export function sealToken({ keys }: Pick<Context, 'keys'>, place: Place, secret: string): string {
  return keys.seal(secret, sealedToken.boundTo(place))
}

/** For a call to its provider. */
export function openToken({ keys }: Pick<Context, 'keys'>, row: Place & { token: string }): string {
  return keys.open(row.token, sealedToken.boundTo(row))
}

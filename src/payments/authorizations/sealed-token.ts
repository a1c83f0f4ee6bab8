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

import type { Context, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { SealedColumn } from '../../platform/secrets.ts'
import { lockMode } from './businesses.sql.ts'
import { findSigner, type KeyId, keepSealed, stopSigning } from './keys.sql.ts'
import { lookUpKey } from './keys.ts'

// The secret key that signs webhooks in Paystack's format. Software that is written for Paystack
// has one setting for the key of its calls and of its webhooks, so the business names one of its
// keys, and that one is stored encrypted, to sign and for nothing else. Of all others, only the
// hash is stored.
//
// (1) A key that is revoked signs nothing from that moment, and its encrypted text is deleted.
// (2) A key that is rolled signs until it ends, and its successor from then on.

/** Null: the webhook secret signs. */
export type Signer = { hint: string; endsAt: Date | null }

/** Which key signs now. */
export async function signerOf(context: Context, scope: Scope): Promise<Signer | null> {
  const found = await findSigner(context.sql, scope, context.now())
  return found && { hint: found.hint, endsAt: found.expiresAt }
}

/** The key itself, for the deliverer. */
export async function signingKeyOf(context: Context, scope: Scope): Promise<string | null> {
  const found = await findSigner(context.sql, scope, context.now())
  return found && context.keys.open(found.sealed, boundTo({ ...scope, keyId: found.keyId }))
}

/** `key`: null lets the webhook secret sign. Refuses a key that is not a standing one. */
export async function signWith(context: Context, scope: Scope, key: string | null): Promise<void> {
  const named = key === null ? null : await lookUpKey(context, key)
  await context.sql.begin(async (sql) => {
    if (!(await lockMode(sql, scope))) refuse('not_enabled')
    await stopSigning(sql, scope)
    if (key === null || (named !== null && (await keep(context, sql, scope, named, key)))) return
    const message =
      `secret_key is not a valid secret key of this business in ${scope.mode} mode. Send one of ` +
      'its keys, as your server has it.'
    refuseFields([{ field: 'secret_key', code: 'invalid', message }])
  })
}

/** False if it is not a standing secret key of `scope`. */
export async function keep(
  { keys }: Pick<Context, 'keys'>,
  sql: Sql,
  { businessId, mode }: Scope,
  named: Scope & { keyId: KeyId },
  key: string,
): Promise<boolean> {
  if (named.businessId !== businessId || named.mode !== mode) return false
  return keepSealed(sql, named, named.keyId, keys.seal(key, boundTo(named)))
}

function boundTo({ businessId, mode, keyId }: Record<keyof Scope | 'keyId', string>): string {
  return `api_key.sealed ${businessId} ${mode} ${keyId}`
}

export const sealedSigningKeys: SealedColumn<keyof Scope | 'keyId'> = {
  table: 'api_key',
  column: 'sealed',
  key: ['businessId', 'mode', 'keyId'],
  boundTo,
}

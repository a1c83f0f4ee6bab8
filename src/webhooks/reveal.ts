import type { Context, Scope } from '../context.ts'
import { refuse } from '../lib/refusal.ts'
import { secretBinding } from './sign.ts'
import { findSealedSecret } from './webhooks.sql.ts'
import type { Route } from './webhooks.ts'

/** For a person who may see it: the secret that signs now, and after a roll the new one. */
export async function revealSecret(context: Context, scope: Scope, route: Route): Promise<string> {
  const sealed = (await findSealedSecret(context.sql, scope, route)) ?? refuse('not_found')
  return context.keys.open(sealed, secretBinding(scope, route))
}

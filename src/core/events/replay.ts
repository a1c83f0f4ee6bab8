import { refuse } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { type EventKey, findTarget, type Place } from './events.sql.ts'
import { findEvent } from './events.ts'
import { signedRequest, type WireOf } from './request.ts'
import { signingKeys } from './signing-keys.ts'

/**
 * A command that sends the event as the next attempt would, to be run where a receiver is being
 * repaired. It is signed now, so a receiver accepts it for five minutes. The secret is not in it.
 */
export async function replayAsCurl(
  context: Context,
  wireOf: WireOf,
  key: EventKey,
  place: Place,
): Promise<string> {
  const { event } = await findEvent(context, key)
  const target = await findTarget(context.sql, key, event.route, place)
  if (target === null) {
    return refuse(place === 'settings' ? 'no_webhook_address' : 'endpoint_not_found')
  }
  const sent = event.deliveries.find(({ endpoint }) => endpoint === target.route)
  const attempt = (sent?.attempts ?? 0) + 1
  const request = { ...event, ...target, attempt, at: context.now() }
  const { headers, body } = await signedRequest(wireOf, signingKeys(context), request)
  return [
    `curl -X POST ${quoted(target.url)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-binary ${quoted(body)}`,
  ].join(' \\\n')
}

/** For a POSIX shell, which reads everything between single quotes as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

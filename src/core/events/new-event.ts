import { isoOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Scope } from '../context.ts'
import type { EventType } from './types.ts'
import type { NewEvent } from './webhooks.sql.ts'

/** The body of an event. `dataJson` is kept as it is, because metadata is sent as received. */
export function eventBody(type: EventType, dataJson: string, createdAt: Date): string {
  return `{"event":"${type}","data":${dataJson},"created_at":"${isoOf(createdAt)}"}`
}

/** An event for the standard endpoint. `transactionId`: the payment it is about. */
export function newEvent(
  { businessId, mode, transactionId }: Scope & { transactionId?: string | null },
  type: EventType,
  dataJson: string,
  at: Date,
): NewEvent {
  const payload = eventBody(type, dataJson, at)
  const about = transactionId ? { transactionId } : {}
  return { businessId, mode, id: newId(at), ...about, type, route: 'standard', payload, at }
}

import { type Send, send } from '../../src/platform/outbound.ts'

/** Shortens every timeout to this. */
export function hasty(timeoutMs: number): Send {
  return (request) => send({ ...request, timeoutMs: Math.min(request.timeoutMs, timeoutMs) })
}

import { type Send, send } from '../../src/platform/outbound.ts'

/** Waits for nobody longer than so. */
export function hasty(timeoutMs: number): Send {
  return (request) => send({ ...request, timeoutMs: Math.min(request.timeoutMs, timeoutMs) })
}

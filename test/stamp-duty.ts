import { startOf } from '../src/platform/lagos.ts'
import type { TestContext } from './support.ts'

/** The same process with the duty taken by this provider, or off. */
export function withDuty(context: TestContext, takenBy: 'sandbox' | 'off'): TestContext {
  const from = takenBy === 'off' ? null : startOf('2026-01-01')
  const stampDuty = { from, byProviders: [takenBy] }
  return { ...context, config: { ...context.config, stampDuty } }
}

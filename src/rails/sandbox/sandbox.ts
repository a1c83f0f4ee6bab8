import type { RailSet } from '../rails.ts'
import { sandboxBank } from './bank.ts'
import { sandboxCards } from './cards.ts'
import type { SandboxOptions } from './memory.ts'

// Test mode: a bank and a card processor without a world behind them. Every outcome can be asked
// for by the input (bank.ts, test-cards.ts), follows from it alone, and survives a restart.

export { TEST_BANK } from './bank.ts'
export { memoryOf, type SandboxMemory, type SandboxOptions } from './memory.ts'
export { SANDBOX_OTP, type TestCard, testCards } from './test-cards.ts'
export { type ThreeDSecure, threeDSecure } from './three-d-secure.ts'
export { threeDSecureStyleHash } from './three-d-secure-page.ts'

export function sandboxRails(options: SandboxOptions): RailSet {
  return { bank: sandboxBank(options), card: sandboxCards(options) }
}

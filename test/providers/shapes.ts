import assert from 'node:assert/strict'

// Compares what a stand-in says with what a provider really sends.

/** No field that the provider does not send, and none of another type. */
export function assertSameShape(made: unknown, real: unknown, at: string): void {
  if (made === null || real === null) return
  assert.equal(Array.isArray(made), Array.isArray(real), at)
  assert.equal(typeOf(made), typeOf(real), at)
  if (typeof made !== 'object' || typeof real !== 'object') return
  for (const [name, value] of Object.entries(made!)) {
    const place = `${at}.${name}`
    const its: unknown = Array.isArray(real) ? real[0] : (real as Record<string, unknown>)[name]
    assert(its !== undefined, `${place} is not in what the provider sends`)
    assertSameShape(value, its, place)
  }
}

/** They write one amount as a number, and the next as text. */
function typeOf(value: unknown): string {
  return /^\d+\.\d+$/.test(String(value)) ? 'number' : typeof value
}

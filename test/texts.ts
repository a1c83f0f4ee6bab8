import fc from 'fast-check'

const CODE_POINTS = 0x11_0000
const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800

/**
 * Any code point except surrogates. fast-check's own unit arbitrary builds a map of all million
 * first, which takes more than a second of CPU time.
 */
export const anyCodePoint = fc
  .nat({ max: CODE_POINTS - SURROGATES - 1 })
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES))

import { digitsOf } from './memory.ts'

/** The next whole number from 0 on, below `below`. */
export type Draw = (below: number) => number

// A SHA-256 has 77, and a person needs 25.
const DIGITS = 60

/** Numbers that follow from `text`: the same ones in the same order each time. */
export function drawsOf(text: string): Draw {
  let rest = BigInt(digitsOf(text, DIGITS))
  return (below) => {
    const drawn = Number(rest % BigInt(below))
    rest /= BigInt(below)
    return drawn
  }
}

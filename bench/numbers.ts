// What makes one request differ from the next: a number of nine digits, written over a template
// that is otherwise made once. 100,000,000 is the first, so that all are equally long.

export const FIRST = 100_000_000
export const DIGITS = 9
/** Stands in a template where the number goes. */
export const PLACE = '#########'
/** Stands where only its last three digits go: one of a thousand. */
export const PLACE_OF_THOUSAND = '~~~'

const ZERO = 48

export type Numbers =
  /** Each once, in order, from `first`. */
  | { kind: 'next'; first: number }
  /** Any from `first` to before `end`; the same ones for the same seed. */
  | { kind: 'random'; first: number; end: number; seed: number }

export function numbersOf(numbers: Numbers): () => number {
  if (numbers.kind === 'next') {
    let next = numbers.first
    return () => next++
  }
  const { first, end } = numbers
  // Xorshift: three shifts are enough of chance for choosing a row.
  let state = numbers.seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return first + ((state >>> 0) % (end - first))
  }
}

export type Places = {
  whole: number[]
  /** Where the last three digits stand. */
  ends: number[]
}

/** Where the number stands in this template. */
export function placesIn(template: Buffer): Places {
  return { whole: findAll(template, PLACE), ends: findAll(template, PLACE_OF_THOUSAND) }
}

function findAll(template: Buffer, text: string): number[] {
  const found: number[] = []
  for (let at = template.indexOf(text); at >= 0; at = template.indexOf(text, at + text.length)) {
    found.push(at)
  }
  return found
}

export function writeNumber(template: Buffer, { whole, ends }: Places, number: number): void {
  const [first] = whole as [number]
  let rest = number
  for (let at = first + DIGITS - 1; at >= first; at -= 1) {
    const tenth = (rest / 10) | 0
    template[at] = ZERO + rest - tenth * 10
    rest = tenth
  }
  for (let i = 1; i < whole.length; i += 1) {
    template.copyWithin(whole[i]!, first, first + DIGITS)
  }
  for (const end of ends) {
    template.copyWithin(end, first + DIGITS - PLACE_OF_THOUSAND.length, first + DIGITS)
  }
}

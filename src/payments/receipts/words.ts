// What strangers have written, for a letter in somebody else's name: a customer's own name, what a
// shop's form took, what a bank tells of a sender. Such words are read, and do nothing else.

const CODE_UNITS_PER_LETTER = 8
const MARKS_MAX = /(\p{M}{3})\p{M}+/gu
/** But for the two joiners that letters and pictures are made with. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cf}\p{Noncharacter_Code_Point}]/gu
const BLANKS = /[\p{Cc}\p{Z}]+/gu
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** On one line, of at most so many letters, without what is not seen or turns the line round. */
export function plain(text: string, lengthMax: number): string {
  const line = text
    .slice(0, lengthMax * CODE_UNITS_PER_LETTER)
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .replace(MARKS_MAX, '$1')
    .trim()
  const all = Array.from(letters.segment(line), ({ segment }) => segment)
  const isCut = all.length > lengthMax || text.length > lengthMax * CODE_UNITS_PER_LETTER
  return isCut ? `${all.slice(0, lengthMax - 1).join('')}…` : line
}

/**
 * As it is to read, but mail programs make no link of it: whoever pays one naira under the name
 * `win.example` would otherwise have sent a link in the business's name.
 */
export function unlinked(text: string): string {
  return text.replace(/(?<=\S)\.(?=\p{L})|:(?=\/)|@/gu, '$&\u200B')
}

/** So that what is written from right to left does not move its neighbours. */
export function isolated(text: string): string {
  const turns = RIGHT_TO_LEFT.test(text) && !text.includes('\u2068')
  return turns ? `\u2068${text}\u2069` : text
}

/** Lines of at most so many columns, the second and later ones indented. */
export function wrapped(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => inParts(word, columns - indent.length))) {
    const start = lines.length === 0 ? '' : indent
    const longer = line === '' ? `${start}${word}` : `${line} ${word}`
    if (columnsOf(longer) <= columns || line === '') {
      line = longer
      continue
    }
    lines.push(line)
    line = `${indent}${word}`
  }
  return [...lines, line].join('\n')
}

function inParts(word: string, lengthMax: number): string[] {
  const points = [...word]
  if (points.length <= lengthMax) return [word]
  const count = Math.ceil(points.length / lengthMax)
  return Array.from({ length: count }, (_, i) =>
    points.slice(i * lengthMax, (i + 1) * lengthMax).join(''),
  )
}

function columnsOf(text: string): number {
  return [...text].length
}

// Cleans text from outside for emails in the name of a business: names of customers, form fields,
// names of senders.

const CODE_UNITS_PER_LETTER = 8
const MARKS_MAX = /(\p{M}{3})\p{M}+/gu
/** Except the two joiners, which letters and emoji need. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cf}\p{Noncharacter_Code_Point}]/gu
const BLANKS = /[\p{Cc}\p{Z}]+/gu
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One line of at most `lengthMax` letters, without invisible characters or direction marks. */
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
 * Keeps mail programs from making a link of it. Otherwise anyone who pays one naira under the name
 * `win.example` could send a link in the business's name.
 */
export function unlinked(text: string): string {
  return text.replace(/(?<=\S)\.(?=\p{L})|:(?=\/)|@/gu, '$&\u200B')
}

/** Keeps right-to-left text from moving the text beside it. */
export function isolated(text: string): string {
  const turns = RIGHT_TO_LEFT.test(text) && !text.includes('\u2068')
  return turns ? `\u2068${text}\u2069` : text
}

/** Wraps at `columns`, and indents all lines but the first. */
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

import { isUtf8 } from 'node:buffer'

// Reads JSON more strictly than JSON.parse. Refuses what two readers may understand differently (a
// repeated key) and what PostgreSQL cannot store (U+0000, half a surrogate pair). A number whose
// fraction JSON.parse would round away becomes NaN. The text is kept beside the value, because what
// is returned or signed must stay unchanged.

const DEPTH_MAX = 64
const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Why a text was refused: a sentence for its sender. */
export class JsonError extends Error {}

/**
 * Throws a `JsonError`. `value` may be any JSON. Numbers are numbers, or their own text, so that no
 * digit is lost.
 */
export function readJson(
  bytes: Buffer,
  numbers: 'as numbers' | 'as text' = 'as numbers',
): { value: unknown; text: string } {
  if (!isUtf8(bytes)) throw new JsonError('The body is not UTF-8.')
  const text = bytes.toString('utf8')
  const { members, depth, mayHideFraction } = measure(text)
  if (depth > DEPTH_MAX) throw new JsonError(`The body is nested deeper than ${DEPTH_MAX} levels.`)
  const reader = numbers === 'as text' ? numberText : mayHideFraction ? uncoverFraction : undefined
  const value = parse(text, reader)
  if (countMembers(value) !== members) throw new JsonError('A key appears twice in one object.')
  // An escape can spell any letter, also those of __proto__.
  if (text.includes('\\u') || text.includes('__proto__')) refuseStrange(value)
  return { value, text }
}

/** The text of a member of the outermost object, as sent; null if there is none. */
export function memberText(text: string, name: string): string | null {
  let depth = 0
  let key = ''
  let start = -1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = endOfString(text, i)
      if (depth === 1 && start < 0) key = JSON.parse(text.slice(i, end + 1)) as string
      i = end
    } else if (code === COLON && depth === 1) {
      start = i + 1
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY || code === COMMA) {
      const ends = depth === 1 && start >= 0
      if (ends && key === name) return text.slice(start, i).trim()
      if (ends) start = -1
      if (code !== COMMA) depth -= 1
    }
  }
  return null
}

/** The nesting depth: 1 for a flat object, 0 for a number. */
export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/**
 * For our own JSON that JSON.stringify will write again: numbers that JavaScript would change keep
 * their digits.
 */
export function readExactly(text: string): unknown {
  return JSON.parse(text, exactNumber)
}

/** The text after a merge patch (RFC 7396). Numbers keep their digits. */
export function mergedText(before: string | null, patch: string): string {
  return JSON.stringify(
    mergedWith(before === null ? null : readExactly(before), readExactly(patch)),
  )
}

function mergedWith(before: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = { ...(isObject(before) && before) }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else merged[name] = mergedWith(merged[name], value)
  }
  return merged
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON(value)
}

/** For our own JSON that is shown: numbers are the text that was sent. */
export function readNumbersAsText(text: string): unknown {
  return JSON.parse(text, numberText)
}

const { rawJSON, isRawJSON } = JSON as JSON & {
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}

type Source = { source?: string }
type Reader = (key: string, value: unknown, source?: Source) => unknown

function parse(text: string, reader?: Reader): unknown {
  try {
    return JSON.parse(text, reader)
  } catch {
    throw new JsonError('The body is not valid JSON.')
  }
}

/** 100.00000000000000001 reads as 100, so a check for whole numbers would pass. */
function uncoverFraction(_key: string, value: unknown, { source = '' }: Source = {}): unknown {
  return Number.isInteger(value) && !isWholeText(source) ? Number.NaN : value
}

function numberText(_key: string, value: unknown, { source = '' }: Source = {}): unknown {
  return typeof value === 'number' ? source : value
}

function exactNumber(_key: string, value: unknown, { source = '' }: Source = {}): unknown {
  if (typeof value !== 'number' || decimalOf(source) === decimalOf(`${value}`)) return value
  return rawJSON(source)
}

/** The same text for each notation of a number. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const digits = `${whole}${fraction}`
  const end = endOfDigits(digits)
  const counting = digits.slice(0, end).replace(/^0+/, '')
  return counting === '' ? '0' : `${sign}${counting}e${Number(exponent) + whole.length - end}`
}

/** Whether a JSON number is exactly whole: `100.0`, `1.5e1`; not `1.05e1`. */
export function isWholeText(text: string): boolean {
  const [, , whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const end = endOfDigits(`${whole}${fraction}`)
  return end === 0 || end - whole.length <= Number(exponent)
}

/**
 * After the last digit other than 0. A loop, because a regular expression for trailing zeros takes
 * quadratic time.
 */
function endOfDigits(digits: string): number {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return end
}

type Measures = { members: number; depth: number; mayHideFraction: boolean }

/**
 * Counts the members of all objects by their colons outside strings. Also looks there for a point
 * or an exponent's minus (`1e-2`), which only numbers have. Few texts have one; many have both in
 * strings, and reading number by number takes several times as long.
 */
function measure(text: string): Measures {
  let members = 0
  let mayHideFraction = false
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    else if (code === COLON) members += 1
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) deepest = Math.max(deepest, ++depth)
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1
    else if (code === POINT) mayHideFraction = true
    else if (code === MINUS && isExponent(text, i)) mayHideFraction = true
  }
  return { members, depth: deepest, mayHideFraction }
}

/** Whether the minus at `place` belongs to an exponent. */
function isExponent(text: string, place: number): boolean {
  return text[place - 1] === 'e' || text[place - 1] === 'E'
}

/** Where the string that opens at `start` closes, or the end of a truncated text. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i += 1
    else if (code === QUOTE) return i
  }
  return text.length
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value)) count += countMembers(inner)
  return count
}

function refuseStrange(value: unknown): void {
  if (typeof value === 'string') refuseStrangeText(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new JsonError('The key __proto__ is not allowed.')
    refuseStrangeText(key)
    refuseStrange(inner)
  }
}

function refuseStrangeText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new JsonError('A string contains U+0000 or an unpaired surrogate.')
  }
}

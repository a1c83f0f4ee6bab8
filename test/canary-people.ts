import { createHash, randomInt } from 'node:crypto'
import type { IdentityDetails, IdentityType } from '../src/providers/rails.ts'
import { personOf } from '../src/providers/sandbox/people.ts'

// Canaries: people of whom no trace may remain, and a byte search for their details in every form
// in which a program writes text.

export type Person = {
  type: IdentityType
  number: string
  /** Their consent, in words that nobody else uses. */
  consent: string
  /** Their record in the sandbox's registry. */
  details: IdentityDetails
}

/** Something to search for: `what` of `whose`, written as `form`. */
export type Needle = { whose: string; what: string; form: string; bytes: Buffer }

const START_BYTES = 4
const STARTS = 1 << 20
const IMAGE_LETTERS = 60
const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512']

/** With random eleven-digit numbers. */
export function givenPeople(count: number): Person[] {
  const numbers = new Set<string>()
  while (numbers.size < count) numbers.add(`${randomInt(22, 99)}${digits(9)}`)
  return [...numbers].map((number, i) => {
    const type = i % 2 === 0 ? 'BVN' : 'NIN'
    const consent = `I, canary ${digits(12)}, agree`
    return { type, number, consent, details: personOf(type, number) }
  })
}

/**
 * What we search for of a person. Only nearly unique details: the full name and the address, not a
 * first name or a city. The date of birth is in the registry's day-first form, which nothing else
 * here uses, so that no other date matches.
 */
export function needlesOf({ number, consent, details }: Person): Needle[] {
  const { bvn, nin, fullName, dateOfBirth, phoneNumber1, phoneNumber2 } = details
  const { residentialAddress, email, imageBase64 } = details
  const numbers = { number, bvn, nin, phoneNumber1, phoneNumber2 }
  const texts = { ...numbers, fullName, dateOfBirth, residentialAddress, email, consent }
  const written = Object.entries(texts)
    .filter(([, text]) => text !== '')
    .flatMap(([what, text]) => formsOf(number, what, text))
  // Short enough to brute-force: an unkeyed hash reveals the number.
  const hashed = Object.entries({ number, bvn, nin })
    .filter(([, text]) => text !== '')
    .flatMap(([what, text]) => digestsOf(number, what, text))
  const middle = imageBase64.length >> 1
  return [
    ...written,
    ...hashed,
    ...formsOf(number, 'imageBase64', imageBase64.slice(0, IMAGE_LETTERS)),
    ...formsOf(number, 'imageBase64', imageBase64.slice(middle, middle + IMAGE_LETTERS)),
    { whose: number, what: 'image', form: 'bytes', bytes: pixelsOf(imageBase64) },
  ]
}

/** Text as it is, in UTF-16, hexadecimal, percent-encoded, and in base64 at any offset. */
export function formsOf(whose: string, what: string, text: string): Needle[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const forms: Record<string, string | Buffer> = {
    'as it is': bytes,
    'UTF-16LE': Buffer.from(text, 'utf16le'),
    'UTF-16BE': Buffer.from(text, 'utf16le').swap16(),
    hex,
    'as JSON writes bytes': [...bytes].join(','),
    HEX: hex.toUpperCase(),
    'percent-encoded': encodeURIComponent(text),
    'form-encoded': String(new URLSearchParams([['', text]])).slice(1),
  }
  for (const before of [0, 1, 2]) {
    const inside = base64Inside(bytes, before)
    forms[`base64 after ${before}`] = inside
    forms[`base64url after ${before}`] = inside.replaceAll('+', '-').replaceAll('/', '_')
  }
  return distinct(whose, what, forms)
}

/** Searches for all needles in one pass and returns those found in the bytes. */
export function searchFor(needles: Needle[]): (bytes: Buffer) => Needle[] {
  const starts = new Uint8Array(STARTS)
  const byStart = new Map<number, Needle[]>()
  for (const needle of needles) {
    const start = needle.bytes.readUInt32BE(0)
    starts[slotOf(start)] = 1
    byStart.set(start, [...(byStart.get(start) ?? []), needle])
  }
  return (bytes) => {
    const found = new Set<Needle>()
    let start = 0
    for (let end = 0; end < bytes.length; end++) {
      start = (start << 8) | bytes[end]!
      if (starts[slotOf(start)] === 0) continue
      const at = end + 1 - START_BYTES
      for (const needle of byStart.get(start >>> 0) ?? []) {
        if (bytes.subarray(at, at + needle.bytes.length).equals(needle.bytes)) found.add(needle)
      }
    }
    return [...found]
  }
}

function slotOf(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> 12
}

/** The base64 letters that depend on these bytes alone, after `before` other bytes. */
function base64Inside(bytes: Buffer, before: number): string {
  const letters = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const first = Math.ceil((before * 8) / 6)
  return letters.slice(first, Math.floor(((before + bytes.length) * 8) / 6))
}

export function digestsOf(whose: string, what: string, text: string): Needle[] {
  return DIGESTS.flatMap((algorithm) => {
    const bytes = createHash(algorithm).update(text).digest()
    const base64 = bytes.toString('base64').replaceAll('=', '')
    const forms = { bytes, hex: bytes.toString('hex'), base64 }
    return distinct(whose, `${algorithm} of ${what}`, forms)
  })
}

/** The image data, past the header that all pictures share. */
function pixelsOf(imageBase64: string): Buffer {
  const picture = Buffer.from(imageBase64, 'base64')
  const at = picture.indexOf('IDAT')
  return picture.subarray(at, at + IMAGE_LETTERS)
}

function distinct(whose: string, what: string, forms: Record<string, string | Buffer>): Needle[] {
  const seen = new Set<string>()
  return Object.entries(forms)
    .map(([form, text]) => ({ whose, what, form, bytes: Buffer.from(text as string) }))
    .filter(({ bytes }) => {
      const name = bytes.toString('latin1')
      return !seen.has(name) && seen.add(name)
    })
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

import { isWhole } from '../scale.ts'

// Alters a provider's answer as a fault, another version or an attacker might.

/** Unusual values for one place of an answer. */
const INSTEAD: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1e309',
  '0.5',
  '99999999999999999999999999',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"9007199254740993"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"status":"success"}}',
]
/** Large values, for places near the top only. */
const LARGE: readonly string[] = [
  JSON.stringify('x'.repeat(20_000)),
  '['.repeat(60) + ']'.repeat(60),
  '['.repeat(20_000) + ']'.repeat(20_000),
  JSON.stringify('9'.repeat(300_000)),
]
const LARGE_DEPTH = 2
const HOLE = 'hole-4f1d'

export type Alteration = {
  name: string
  /** The value before and after; neither if the whole text changed. */
  value?: string
  stood?: unknown
  /** The same change of this answer, or of another answer to the same call. */
  of(text: string): Buffer
}
export type Mutant = { name: string; body: Buffer }

export function mutantsOf(text: string): Mutant[] {
  return alterationsOf(JSON.parse(text)).map(({ name, of }) => ({ name, body: of(text) }))
}

/** Each place has 17 or 21 alterations, so every fifth takes others of them from place to place. */
export const SAMPLED = isWhole ? 1 : 5

/** Where each alteration costs several requests: all in the long run, else a fifth. */
export function someMutantsOf(text: string): Mutant[] {
  return mutantsOf(text).filter((_, at) => at % SAMPLED === 0)
}

export function alterationsOf(sample: unknown): Alteration[] {
  return [...placesOf(sample).flatMap((path) => alterationsAt(sample, path)), ...ofTheWhole()]
}

function alterationsAt(sample: unknown, path: string[]): Alteration[] {
  const name = path.join('.')
  const stood = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], sample)
  const put = (text: string, to: string | undefined) => {
    const holed = JSON.stringify(changed(JSON.parse(text), path, () => to && HOLE))
    return Buffer.from(to === undefined ? holed : holed.replace(`"${HOLE}"`, () => to))
  }
  const texts = path.length <= LARGE_DEPTH ? [...INSTEAD, ...LARGE] : INSTEAD
  const filled = texts.map((value) => ({
    name: `${name} = ${value.slice(0, 30)}`,
    value,
    stood,
    of: (text: string) => put(text, value),
  }))
  const key = JSON.stringify(path.at(-1))
  return [
    ...filled,
    { name: `without ${name}`, of: (text) => put(text, undefined) },
    { name: `${name} twice`, of: (text) => put(text, `1,${key}:2`) },
  ]
}

function ofTheWhole(): Alteration[] {
  const whole: Record<string, (text: string) => string | Buffer> = {
    nothing: () => '',
    space: () => ' ',
    'half of it': (text) => text.slice(0, text.length / 2),
    'all but its end': (text) => text.slice(0, -2),
    'twice in a row': (text) => text + text,
    'a page': () => '<!doctype html><title>502</title>',
    'a sentence': () => 'error code: 502',
    'a list of it': (text) => `[${text}]`,
    'its first field twice': (text) => text.replace(/^\{("\w+":)/, '{$1null,$1'),
    'with a large field': (text) => text.replace(/}$/, `,"x":"${'y'.repeat(5_000_000)}"}`),
    'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
    'with a mark': (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    'with a broken letter': (text) => Buffer.from(text.replace('"', '"\xe9'), 'latin1'),
    'in capitals': (text) => text.toUpperCase(),
  }
  return Object.entries(whole).map(([name, of]) => ({ name, of: (text) => Buffer.from(of(text)) }))
}

/** Uses only the first row of each list. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value)
  return entries.flatMap(([key, inner]) => [[...path, key], ...placesOf(inner, [...path, key])])
}

/** Adds the place if another answer lacks it. */
function changed(value: unknown, [first, ...rest]: string[], to: () => unknown): unknown {
  if (first === undefined) return to()
  if (Array.isArray(value)) {
    return value.map((one, at) => (`${at}` === first ? (changed(one, rest, to) ?? null) : one))
  }
  const fields = (value ?? {}) as Record<string, unknown>
  return { ...fields, [first]: changed(fields[first], rest, to) }
}

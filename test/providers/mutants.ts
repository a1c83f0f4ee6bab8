// For tests: what a provider's answer could be instead. Each mutant of a JSON text is one that a
// fault, another version or somebody hostile might send.

/** Anything but the usual, in one place of it. */
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
/** Only near the top. */
const LARGE: readonly string[] = [
  JSON.stringify('x'.repeat(20_000)),
  '['.repeat(60) + ']'.repeat(60),
  '['.repeat(20_000) + ']'.repeat(20_000),
]
const LARGE_DEPTH = 2
const HOLE = 'hole-4f1d'

export type Mutant = { name: string; body: Buffer }

export function mutantsOf(text: string): Mutant[] {
  const value: unknown = JSON.parse(text)
  return [...placesOf(value).flatMap((path) => mutantsAt(value, path)), ...wholeMutants(text)]
}

function mutantsAt(value: unknown, path: string[]): Mutant[] {
  const name = path.join('.')
  const holed = JSON.stringify(changed(value, path, () => HOLE))
  const texts = path.length <= LARGE_DEPTH ? [...INSTEAD, ...LARGE] : INSTEAD
  const filled = texts.map((text) => ({
    name: `${name} = ${text.slice(0, 30)}`,
    body: Buffer.from(holed.replace(`"${HOLE}"`, () => text)),
  }))
  const without = JSON.stringify(changed(value, path, () => undefined))
  const key = JSON.stringify(path.at(-1))
  const twice = holed.replace(`"${HOLE}"`, () => `1,${key}:2`)
  return [
    ...filled,
    { name: `without ${name}`, body: Buffer.from(without) },
    { name: `${name} twice`, body: Buffer.from(twice) },
  ]
}

function wholeMutants(text: string): Mutant[] {
  const whole: Record<string, string | Buffer> = {
    nothing: '',
    space: ' ',
    'half of it': text.slice(0, text.length / 2),
    'twice in a row': text + text,
    'a page': '<!doctype html><title>502</title>',
    'a sentence': 'error code: 502',
    'a list of it': `[${text}]`,
    'in UTF-16': Buffer.from(text, 'utf16le'),
    'with a mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    'with a broken letter': Buffer.from(text.replace('"', '"\xe9'), 'latin1'),
    'in capitals': text.toUpperCase(),
  }
  return Object.entries(whole).map(([name, body]) => ({ name, body: Buffer.from(body) }))
}

/** Of each list the first place is enough. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value)
  return entries.flatMap(([key, inner]) => [[...path, key], ...placesOf(inner, [...path, key])])
}

function changed(value: unknown, [first, ...rest]: string[], to: () => unknown): unknown {
  if (first === undefined) return to()
  if (Array.isArray(value)) {
    return value.map((one, at) => (`${at}` === first ? (changed(one, rest, to) ?? null) : one))
  }
  const fields = value as Record<string, unknown>
  return { ...fields, [first]: changed(fields[first], rest, to) }
}

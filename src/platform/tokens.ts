import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The colours and sizes of the product, for what has no style sheet of its own: emails, and pages
// that carry their style. Their only source is web/tokens.css.

const FILE = join(import.meta.dirname, '../../web/tokens.css')
const PIXELS_PER_REM = 16

let read: Map<string, string> | null = null

/** The value of `--name`, in pixels if it is a size; of a colour, the one on a light page. */
export function token(name: string): string {
  return sides(name)[0]
}

/** The colour on a dark page. */
export function darkToken(name: string): string {
  return sides(name)[1]
}

function sides(name: string): [string, string] {
  read ??= new Map(
    [...readFileSync(FILE, 'utf8').matchAll(/--([\w-]+): ([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
  const value = read.get(name)
  if (value === undefined) throw new Error(`web/tokens.css has no --${name}.`)
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  if (light !== undefined) return [light, dark!]
  const rem = /^([\d.]+)rem$/.exec(value)?.[1]
  const size = rem === undefined ? value : `${Number(rem) * PIXELS_PER_REM}px`
  return [size, size]
}

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'

// A file with a table of fields and ways. After an intended change, run the test with
// `COWRIE_WRITE_WAYS=1` to rewrite it, and review the diff.

const IS_WRITING = process.env['COWRIE_WRITE_WAYS'] === '1'

export type Leaf = string | number | boolean | null
export type Flat = Record<string, Leaf>

/** The file is relative to this one. */
export function tableAt(file: string) {
  const path = new URL(file, import.meta.url)
  const played = new Map<string, Flat>()
  return {
    hold(way: string, found: Flat) {
      played.set(way, found)
      if (!IS_WRITING) assert.deepEqual(found, columnIn(readFileSync(path, 'utf8'), way))
    },
    end() {
      if (IS_WRITING) writeFileSync(path, textOf(played))
    },
  }
}

const ABSENT = '-'

/**
 * One line per field with its most common value, then one line per other value with the ways that
 * have it: `field = 1` and `  way; other way = 2`.
 */
function textOf(played: Map<string, Flat>): string {
  const fields = new Set([...played.values()].flatMap((one) => Object.keys(one)))
  const lines = [...fields].flatMap((field) => {
    const byCell = new Map<string, string[]>()
    for (const [way, one] of played) {
      const cell = Object.hasOwn(one, field) ? JSON.stringify(one[field]) : ABSENT
      byCell.set(cell, [...(byCell.get(cell) ?? []), way])
    }
    const [most, ...others] = [...byCell].sort(([, a], [, b]) => b.length - a.length)
    const rest = others.map(([cell, all]) => `  ${all.join('; ')} = ${cell}`)
    return [`${field} = ${most![0]}`, ...rest]
  })
  return `${lines.join('\n')}\n`
}

function columnIn(text: string, way: string): Flat {
  const column: Flat = {}
  let field = ''
  for (const line of text.split('\n').filter(Boolean)) {
    const at = line.indexOf(' = ')
    const [name, cell] = [line.slice(0, at), line.slice(at + ' = '.length)]
    if (!name.startsWith('  ')) field = name
    else if (!name.trim().split('; ').includes(way)) continue
    if (cell === ABSENT) delete column[field]
    else column[field] = JSON.parse(cell)
  }
  return column
}

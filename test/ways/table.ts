import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'

// A table of fields and ways in a file. After an intended change, `COWRIE_WRITE_WAYS=1` and the
// test write it again: review it as the diff.

const IS_WRITING = process.env['COWRIE_WRITE_WAYS'] === '1'

export type Leaf = string | number | boolean | null
export type Flat = Record<string, Leaf>

/** Beside this file. */
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
 * A line for each field and what most ways have in it, and below it a line for each other value and
 * the ways that have that: `field = 1` and `  way; other way = 2`.
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

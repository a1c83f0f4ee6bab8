import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGES } from '../src/http/versions/changes.ts'
import { breaksOf, type Document } from './api-breaks.ts'

// `npm run breaks`: fails if the API document breaks the last release's, unless a change in
// src/http/versions/changes.ts declares it. With --set, this document becomes the last release's.
// Before the first release there is nothing to compare with.

/** Words for people. */
const NOTES = ['description', 'summary', 'title', 'example', 'examples', 'tags', 'headers']

const file = (name: string) => join(import.meta.dirname, '../docs/api', name)
const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))

if (process.argv.includes('--set')) {
  writeFileSync(file('released.json'), compact(read('openapi.json')))
} else if (existsSync(file('released.json'))) {
  const declared = CHANGES.flatMap(({ breaks }) => breaks)
  const undeclared = breaksOf(read('released.json'), read('openapi.json')).filter(
    (one) => !declared.includes(one),
  )
  for (const one of undeclared) process.stderr.write(`${one}\n`)
  if (undeclared.length > 0) {
    process.stderr.write(
      'These break clients of the last release. Keep the old form, or declare a version: ' +
        'docs/hacking.md.\n',
    )
    process.exit(1)
  }
}

/** What the comparison reads of a document: a path or a schema a line. */
function compact(document: Document): string {
  const { paths, webhooks = {}, components } = document
  const { schemas, parameters = {} } = components
  const rows = (all: object) =>
    Object.entries(all).map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(bare(one))}`)
  const part = (all: object) => `{\n${rows(all).join(',\n')}\n}`
  return (
    `{"paths":${part(paths)},"webhooks":${part(webhooks)},` +
    `"components":{"schemas":${part(schemas)},"parameters":${part(parameters)}}}\n`
  )
}

/** Without words for people, and without errors, which have one form. */
function bare(value: unknown, within = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([word]) => {
    if (within === 'properties') return true
    return within === 'responses' ? word < '400' : !NOTES.includes(word)
  })
  return Object.fromEntries(kept.map(([word, one]) => [word, bare(one, word)]))
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// What nobody imports is not exported: then the compiler sees what nobody uses.

/** esbuild puts it in the place of a package. */
const BY_NAME_OF_FILE = 'web/dashboard/parts/remove-scroll.tsx'
const DECLARED = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
const PATTERNS = [
  '{src,packages,web,scripts,test,bench}/**/*.{ts,tsx}',
  '{cli,helpers,scripts}/*.{js,mjs}',
]

test('what a file of the product exports is used by another file', () => {
  // Not what is generated, nor what is for others to import.
  const files = globSync(PATTERNS)
    .filter((path) => path !== 'web/dashboard/api-types.ts' && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const usedBy = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [name] of text.matchAll(/\w+/g)) {
      usedBy.set(name, (usedBy.get(name) ?? new Set()).add(path))
    }
  }
  const unused = files
    .filter(({ path }) => /^(src|web)\//.test(path) && path !== BY_NAME_OF_FILE)
    .flatMap(({ path, text }) => [...text.matchAll(DECLARED)].map(([, name]) => ({ path, name })))
    .filter(({ name }) => usedBy.get(name!)!.size === 1)
    .map(({ path, name }) => `${path}: ${name}`)
  assert.deepEqual(unused, [])
})

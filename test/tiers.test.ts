import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { test } from 'node:test'
import { repeatedFlakes } from '../scripts/testing/flaky.ts'
import { ALONE, longestFirst, recordedTimes, testFiles, tierOf } from '../scripts/testing/tiers.ts'

// Which test files `npm test` runs, and which `npm run test:full`.

/** What starts other programs: services, database servers, browsers, other languages. */
const STARTS = ['node:child_process', 'playwright-core', 'pyodide', '@php-wasm/node-8-1']
/** Quick all the same. Journeys: the one start and the one browser that everybody runs. */
const QUICK = [
  'bench/soak-report.test.ts',
  'src/core/events/endpoints-resend.test.ts',
  'src/platform/outbound-names.test.ts',
  'test/browser/journeys.test.ts',
  'test/clients/node-types.test.ts',
  'test/contract/document.test.ts',
  'test/roles.test.ts',
]

/** Nothing in it can be tried without a service. */
const OF_SERVICES = 'src/start'

const imports = new Map<string, string[]>()

function importsOf(path: string): string[] {
  const known = imports.get(path)
  if (known) return known
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const found = [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) =>
    name!.startsWith('.') ? normalize(`${dirname(path)}/${name}`) : name!,
  )
  imports.set(path, found)
  return found
}

/** Only through what is there for tests: the product itself can start a PostgreSQL. */
function startsPrograms(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false
  seen.add(path)
  return importsOf(path).some(
    (name) => STARTS.includes(name) || (/^(test|bench)\//.test(name) && startsPrograms(name, seen)),
  )
}

test('a test file that starts other programs is in the full tier, by its name', () => {
  const quick = testFiles().filter((file) => tierOf(file) === 'quick')

  const starters = quick.filter((file) => startsPrograms(file))

  assert.deepEqual(starters, QUICK)
})

test('every feature, the contract and bad input are in the quick tier', () => {
  const FOLDER = /^(src\/[^/]+\/[^/]+|src\/[^/]+|packages\/[^/]+|test\/[^/]+)\/.*$/
  const folderOf = (file: string) => file.replace(FOLDER, '$1')
  const inFolders = testFiles().filter((file) => file.split('/').length > 2)
  const quick = inFolders.filter((file) => tierOf(file) === 'quick')

  const folders = new Set(inFolders.map(folderOf))
  folders.delete(OF_SERVICES)
  assert.deepEqual(new Set(quick.map(folderOf)), folders)
})

test('the files that run alone exist, and recorded times are of files that exist', () => {
  const files = testFiles()

  assert.deepEqual(
    [...ALONE, ...Object.keys(recordedTimes())].filter((file) => !files.includes(file)),
    [],
  )
})

test('the longest file begins first, and one that nobody has timed before it', () => {
  const [slow, quick] = Object.entries(recordedTimes())
    .toSorted(([, one], [, other]) => other - one)
    .map(([file]) => file)
    .filter((_, at, all) => at === 0 || at === all.length - 1) as [string, string]

  assert.deepEqual(longestFirst([quick, slow]), [slow, quick])
  assert.deepEqual(longestFirst([quick, 'test/new.test.ts']), ['test/new.test.ts', quick])
})

test('a file that needed a second try twice in thirty days is named, an older one is not', () => {
  const flake = (file: string, date: string) => ({ file, date, failure: 'it waited in vain' })
  const flakes = [
    flake('test/old.test.ts', '2026-10-28'),
    flake('test/old.test.ts', '2026-11-28'),
    flake('test/twice.test.ts', '2026-10-29'),
    flake('test/twice.test.ts', '2026-11-28'),
    flake('test/once.test.ts', '2026-11-28'),
  ]

  assert.deepEqual(repeatedFlakes(flakes, '2026-11-28'), ['test/twice.test.ts'])
})

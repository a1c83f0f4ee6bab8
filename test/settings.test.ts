import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { exampleEnvironment } from '../scripts/settings-pages.ts'
import { unknownSettings } from '../src/platform/environment.ts'
import type { Setting } from '../src/platform/setting-kinds.ts'
import { settings } from '../src/platform/settings.ts'

// The table of settings, and what names settings elsewhere: documentation and deployments.

const table: Record<string, Setting> = settings
const secrets = Object.keys(table).filter((name) => table[name]!.isSecret)
const read = (path: string) => readFileSync(path, 'utf8')
const DEPLOYMENTS = {
  compose: read('ops/compose.yaml'),
  systemd: read('ops/cowrie.service'),
  helm: read('ops/helm/cowrie/values.yaml'),
}

test('the example has every setting with its default, and sets none', () => {
  const lines = exampleEnvironment().split('\n').filter(Boolean)

  assert(lines.every((line) => line.startsWith('# ')))
  for (const [name, { default: text = '' }] of Object.entries(table)) {
    assert(lines.includes(`# ${name}=${text}`), name)
  }
})

test('every default is a value that its setting accepts', () => {
  for (const [name, { default: text, kind }] of Object.entries(table)) {
    if (text !== undefined) assert.notEqual(kind.read(text), undefined, name)
  }
})

test('a setting that needs another one needs one that exists and has no default', () => {
  for (const [name, { needs, isRequired }] of Object.entries(table)) {
    if (needs !== undefined) assert(table[needs] && table[needs].default === undefined, name)
    else assert.equal(isRequired, undefined, name)
  }
})

test('a page that a setting refers to exists', () => {
  for (const { see } of Object.values(table)) if (see !== undefined) read(`docs/${see}`)
})

test('documentation, examples and deployments name no setting that does not exist', () => {
  const paths = globSync(['*.md', 'docs/**/*.md', 'examples/**/*', 'ops/**/*'], {
    exclude: ['CHANGELOG.md', 'docs/decisions.md', '**/node_modules/**'],
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  const named = paths.flatMap(({ parentPath, name }) =>
    // One that ends in _ stands for several.
    Array.from(read(`${parentPath}/${name}`).matchAll(/\bCOWRIE_[A-Z_]*[A-Z]\b/g), ([one]) => one),
  )

  assert(named.length > 100)
  assert.deepEqual(unknownSettings(Object.fromEntries(named.map((name) => [name, 'x']))), [])
})

test('a deployment reads each secret from a file, and all deployments read the same ones', () => {
  const { compose, systemd, helm } = DEPLOYMENTS
  const files = (text: string, pattern: RegExp) =>
    [...new Set(Array.from(text.matchAll(pattern), ([, name]) => name!))].sort()
  const inHelm = /^secretFiles:\n((?: {2}\S+: \w+\n)+)/m.exec(helm)?.[1] ?? ''
  const [mine, ...others] = [
    files(compose, /^ +(\w+)_FILE: \/run\/secrets\/(?!backup|postgres)/gm),
    files(systemd, /^Environment=(\w+)_FILE=/gm),
    files(inHelm, /^ {2}(\w+):/gm),
  ]

  assert.deepEqual(others, [mine, mine])
  assert(mine!.includes('DATABASE_URL'))
  for (const name of mine!) assert(secrets.includes(name), name)
  for (const [where, text] of Object.entries({ compose, systemd })) {
    for (const name of secrets) {
      assert(!new RegExp(`\\b${name}\\s*[:=]`).test(text), `${where} has ${name} in the open`)
    }
  }
})

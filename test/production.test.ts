import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

// What runs where only `npm ci --omit=dev` was run: the service, and the commands that the launcher
// names as those of production.

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  /** A command asks for these when it needs them. */
  peerDependencies: Record<string, string>
}

/** What a file loads; a type is erased. */
function loadedBy(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const form = /^(?:import (?!type )(?:[^'`=]*? from )?|export (?!type )[^'`=]*? from )'([^']+)'/gm
  const statements = text.matchAll(form)
  const later = text.matchAll(/\bimport\('([^']+)'\)/g)
  return [...statements, ...later].map(([, name]) => name!)
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

test('the service and its commands load no package that is for development', () => {
  const [, commands] = /const COMMANDS = `([^`]+)`/.exec(readFileSync('scripts/run.mjs', 'utf8'))!
  const started = commands!.split(/\s+/).map((name) => `scripts/${name}.ts`)
  assert(started.length > 3)
  const service = globSync('{src,packages}/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const files = new Set([...service, ...started])
  const known = { ...manifest.dependencies, ...manifest.peerDependencies }
  const wrong: string[] = []
  for (const path of files) {
    for (const name of loadedBy(path)) {
      if (name.startsWith('.')) files.add(join(dirname(path), name))
      else if (!name.startsWith('node:') && !(packageOf(name) in known)) {
        wrong.push(`${path} loads ${name}`)
      }
    }
  }
  assert(files.size > service.length + started.length)
  assert.deepEqual(wrong, [])
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SCRIPTS = join(import.meta.dirname, '../scripts')

test('a command that works on the database of a running service installs no packages beside it', () => {
  const run = readFileSync(join(SCRIPTS, 'run.mjs'), 'utf8')
  const commands = /const COMMANDS = `([^`]*)`/.exec(run)![1]!.split(/\s+/)

  const ofTheService = readdirSync(SCRIPTS)
    .filter((name) => name.endsWith('.ts') && name !== 'open-database.ts')
    .filter((name) => readFileSync(join(SCRIPTS, name), 'utf8').includes('await openDatabase('))
    .map((name) => name.replace('.ts', ''))

  assert(ofTheService.length > 3)
  assert.deepEqual(
    ofTheService.filter((name) => !commands.includes(name)),
    [],
  )
})

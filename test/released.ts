import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../src/platform/db.ts'
import { readFunctions } from '../src/platform/functions.ts'
import { listMigrations, migrate } from '../src/platform/migrate.ts'
import { newFolder, removeFolder } from './process.ts'

// The previous version, from git: db/released.json names the commit that this version must run
// beside.

const ROOT = join(import.meta.dirname, '..')
const { commit } = JSON.parse(readFileSync(join(ROOT, 'db/released.json'), 'utf8'))

/** Writes its files, or those under `under`, into `folder`. */
export function checkOutReleased(folder: string, under = '.'): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: ROOT,
      env: { ...process.env, GIT_INDEX_FILE: join(folder, '.index') },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    assert.fail(
      `The commit ${commit} of db/released.json is not in this clone, so upgrades cannot be ` +
        'tested: run `git fetch --unshallow`.',
    )
  }
  git('read-tree', commit)
  const files = git('ls-files', '-z', under).split('\0').filter(Boolean)
  git('checkout-index', `--prefix=${folder}/`, '--', ...files)
}

/** Migrates the database as that version does. */
export async function migrateAsReleased(owner: Database): Promise<void> {
  const folder = newFolder()
  try {
    checkOutReleased(folder, 'db')
    const functions = readFunctions(join(folder, 'db/functions'))
    await migrate(owner, listMigrations(join(folder, 'db/migrations')), functions)
  } finally {
    removeFolder(folder)
  }
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// `npm run check`: types, form, and that what is generated is what the code says.

const bin = (name: string) => join(import.meta.dirname, '../node_modules/.bin', name)
const steps: [what: string, command: string, args: string[]][] = [
  ['types (tsc)', bin('tsc'), []],
  ['form (Biome)', bin('biome'), ['check', '--error-on-warnings']],
  [
    'generated files',
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'generate.ts'), '--check'],
  ],
]

for (const [what, command, args] of steps) {
  process.stdout.write(`Checking ${what} …\n`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`${what}: not in order.\n`)
    process.exit(1)
  }
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readFlakes, repeatedFlakes } from './testing/flaky.ts'

// `npm run check`: types, style, generated files, valid OpenAPI documents that break no client of
// the last release, and no test file that repeatedly needed a second try. Works without a network.

const bin = (name: string) => join(import.meta.dirname, '../node_modules/.bin', name)
const redocly = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')
const spectral = join(import.meta.dirname, '../node_modules/@stoplight/spectral-cli/dist/index.js')
const documents = ['docs/api/openapi.json', 'docs/api/internal.json']
const steps: [what: string, command: string, args: string[]][] = [
  ['types (tsc)', bin('tsc'), []],
  ['style (Biome)', bin('biome'), ['check', '--error-on-warnings']],
  [
    'generated files',
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'generate.ts'), '--check'],
  ],
  [
    'breaks of the API',
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'breaks.ts')],
  ],
  ['OpenAPI (Redocly)', process.execPath, [redocly, 'lint', ...documents]],
  [
    'OpenAPI (Spectral)',
    process.execPath,
    [spectral, 'lint', '--fail-severity', 'hint', ...documents],
  ],
]
// No update checks and no telemetry.
const env = {
  ...process.env,
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_TELEMETRY: 'off',
}

for (const [what, command, args] of steps) {
  process.stdout.write(`Checking ${what} …\n`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status !== 0) {
    process.stderr.write(`Failed: ${what}.\n`)
    process.exit(1)
  }
}

process.stdout.write('Checking test/flaky.json …\n')
const repeated = repeatedFlakes(readFlakes(), new Date().toISOString().slice(0, 10))
if (repeated.length > 0) {
  process.stderr.write(
    `These files passed only on the second try, twice in thirty days: ${repeated.join(', ')}. ` +
      'Remove the cause, then their lines from test/flaky.json.\n',
  )
  process.exit(1)
}

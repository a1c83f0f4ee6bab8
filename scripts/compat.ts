import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from '../test/process.ts'

// `npm run compat`: drives published clients of Paystack against a service of its own, below
// /paystack. Their packages are downloaded into a folder that is deleted at the end. Needs Python;
// with PHP and Composer, the client for PHP is driven too. docs/from-paystack.md has the results.

const THEIRS = 'https://api.paystack.co'
const PROGRAMS = join(import.meta.dirname, 'compat')
const MS_MAX = 300_000

type Ran = { call: string; why: string | null }
type Driven = {
  title: string
  needs: string[]
  run: (folder: string, to: Started) => Promise<string>
}

const run = promisify(execFile)
const say = (line: string) => process.stdout.write(`${line}\n`)

function environmentOf({ baseUrl, demo }: Started) {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, COWRIE_URL: baseUrl, COWRIE_KEY: demo.test.secret_key }
}

/** Its output, also of a program that ends with an error. */
async function outputOf(program: string, given: string[], env: Record<string, string>) {
  try {
    return (await run(program, given, { env, timeout: MS_MAX })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return `${stdout}\n${JSON.stringify({ call: 'the whole program', why: stderr.slice(-500) })}`
  }
}

function python(name: string, version: string): Driven {
  return {
    title: `${name} ${version} (Python)`,
    needs: ['python3'],
    async run(folder, to) {
      const own = join(folder, name)
      await run('python3', ['-m', 'venv', own])
      const program = join(own, 'bin/python')
      await run(program, ['-m', 'pip', 'install', '--quiet', `${name}==${version}`])
      return outputOf(program, [join(PROGRAMS, `${name}_calls.py`)], environmentOf(to))
    },
  }
}

const yabacon: Driven = {
  title: 'yabacon/paystack-php 2.2.1 (PHP)',
  needs: ['php', 'composer'],
  async run(folder, to) {
    const own = join(folder, 'yabacon')
    await run('composer', [
      'require',
      '--quiet',
      `--working-dir=${folder}`,
      'yabacon/paystack-php:2.2.1',
    ])
    const vendor = join(folder, 'vendor')
    // Its address is a constant.
    for (const path of globSync(join(vendor, 'yabacon/**/*.php'))) {
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, text.replaceAll(THEIRS, `${to.baseUrl}/paystack`))
    }
    const environment = { ...environmentOf(to), COWRIE_VENDOR: vendor, COMPOSER_HOME: own }
    return outputOf('php', [join(PROGRAMS, 'yabacon.php')], environment)
  },
}

const CLIENTS = [python('pypaystack2', '3.4.0'), python('paystackapi', '2.1.3'), yabacon]

async function isThere(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

/** False if a call failed. */
async function drive({ title, needs, run: start }: Driven, to: Started): Promise<boolean> {
  for (const program of needs) {
    if (await isThere(program)) continue
    say(`${title}: not driven, because ${program} is not installed.`)
    return true
  }
  const folder = newFolder()
  try {
    const lines = (await start(folder, to)).split('\n').filter((line) => line.startsWith('{'))
    const ran = lines.map((line) => JSON.parse(line) as Ran)
    const failed = ran.filter(({ why }) => why !== null)
    say(`${title}: ${ran.length - failed.length} of ${ran.length} calls passed.`)
    for (const { call, why } of failed) say(`  ${call}: ${why}`)
    return failed.length === 0 && ran.length > 0
  } finally {
    removeFolder(folder)
  }
}

const folder = newFolder()
say('Starting a service …')
const service = await startService(folder, { COWRIE_PAYSTACK_API: 'on' })
try {
  for (const client of CLIENTS) {
    if (!(await drive(client, service))) process.exitCode = 1
  }
} finally {
  await stopService(service)
  removeFolder(folder)
}

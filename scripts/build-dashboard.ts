import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild'

// The dashboard's page as browsers get it: one style sheet, a script to start with, what it stands
// on (React and its kind), the parts that pages are made of, and one file a page, fetched when the
// page is opened. `--watch` builds at every change, for whoever works on it.

const ROOT = join(import.meta.dirname, '..')
const FOLDER = 'web/dashboard'
const OUT = `${FOLDER}/dist`
const BASE = 'dashboard:base'

/**
 * The bundler makes one file for each set of pages that share a module: dozens of small ones. So
 * every page is made to need all parts and all vendors, whether it uses them or not, and both sets
 * become one: they are there anyway once the first page is open.
 */
const together: Plugin = {
  name: 'together',
  setup(build) {
    build.onResolve({ filter: /^dashboard:base$/ }, () => ({ path: 'base', namespace: 'base' }))
    build.onLoad({ filter: /.*/, namespace: 'base' }, () => ({
      contents: baseFiles()
        .map((path) => `import './${path}'`)
        .join('\n'),
      resolveDir: join(ROOT, FOLDER),
    }))
    const late = /web\/dashboard\/(pages\/.*|main)\.tsx$/
    build.onLoad({ filter: late }, ({ path }) => ({
      contents: `import '${BASE}'\n${readFileSync(path, 'utf8')}`,
      loader: 'tsx',
    }))
  },
}

const OPTIONS = {
  absWorkingDir: ROOT,
  entryPoints: ['main.tsx', 'vendor.ts', 'main.css'].map((name) => `${FOLDER}/${name}`),
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
  plugins: [together],
  // Its own way to hold a page still writes a style element, which the page's policy forbids.
  alias: { 'react-remove-scroll': `./${FOLDER}/parts/remove-scroll.tsx` },
} satisfies BuildOptions

/** Every file of dist, by its path from the root: the page that the service serves, whole. */
export async function buildDashboard(): Promise<Record<string, string>> {
  const { outputFiles, metafile } = await build(OPTIONS)
  return filesOf(outputFiles, metafile)
}

/** Those that lie in dist and are no longer made. */
export function leftOver(files: Record<string, string>): string[] {
  return globSync(`${OUT}/*`, { cwd: ROOT }).filter((path) => files[path] === undefined)
}

function filesOf(
  outputFiles: { path: string; text: string }[],
  { outputs }: Metafile,
): Record<string, string> {
  const entries = Object.entries(outputs)
  const pathOf = (source: string) =>
    entries.find(([, { entryPoint }]) => entryPoint === `${FOLDER}/${source}`)![0]
  const main = pathOf('main.tsx')
  const staticOnes = outputs[main]!.imports.filter(({ kind }) => kind === 'import-statement')
  const manifest = {
    script: basename(main),
    style: basename(pathOf('main.css')),
    preload: staticOnes.map(({ path }) => basename(path)).sort(),
  }
  const needless = pathOf('vendor.ts')
  const files = outputFiles
    .map(({ path, text }) => [`${OUT}/${basename(path)}`, text] as const)
    .filter(([path]) => path !== needless)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...Object.fromEntries(files),
    [`${OUT}/manifest.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
  }
}

function baseFiles(): string[] {
  const paths = globSync(['vendor.ts', '*.ts', 'parts/*.ts', 'parts/*.tsx'], {
    cwd: join(ROOT, FOLDER),
  })
  const others = /^(main|router)\.|^api-types\.ts$|\.test\.|\.d\.ts$/
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
      build.onEnd(({ outputFiles, metafile, errors }) => {
        if (errors.length > 0 || outputFiles === undefined || metafile === undefined) return
        write(filesOf(outputFiles, metafile))
        process.stdout.write(`Built at ${new Date().toLocaleTimeString()}.\n`)
      })
    },
  }
  const plugins = [...OPTIONS.plugins, onEnd]
  const watching = await context({ ...OPTIONS, logLevel: 'warning', plugins })
  await watching.watch()
}

if (import.meta.main) {
  if (process.argv.includes('--watch')) await watch()
  else write(await buildDashboard())
}

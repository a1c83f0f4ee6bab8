import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build, context, type Metafile, type Plugin } from 'esbuild'

// Builds the dashboard: a style sheet, a start script, its vendors (React and the like), the shared
// parts, and one file per page, which is loaded when the page is opened. `--watch` rebuilds at each
// change.

const ROOT = join(import.meta.dirname, '..')
const FOLDER = 'web/dashboard'
const OUT = `${FOLDER}/dist`
const BASE = 'dashboard:base'

/**
 * The bundler makes a file for each set of pages that share a module: dozens of small ones. So each
 * page is made to import all parts and all vendors, and each set becomes one file, which the first
 * page has loaded anyway.
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
  // The original writes a style element, which the page's policy forbids.
  alias: { 'react-remove-scroll': `./${FOLDER}/parts/remove-scroll.tsx` },
} satisfies BuildOptions

/** All files of dist, by path from the root. */
export async function buildDashboard(): Promise<Record<string, string>> {
  const { outputFiles, metafile } = await build(OPTIONS)
  return filesOf(outputFiles, metafile)
}

/** Files in dist that are no longer made. */
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

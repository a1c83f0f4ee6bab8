import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

// Builds clients/node/dist from clients/node/src: one CommonJS file, an ES module that exports the
// same names, so that a program with both has each class once, and the types of both.

const root = join(import.meta.dirname, '../..')
const source = join(root, 'clients/node/src')

/** The content of each file, by path. */
export async function buildNodeClient(): Promise<Record<string, string>> {
  const code = await bundle()
  const names = /module\.exports = __toCommonJS/.test(code)
    ? [...code.matchAll(/^ {2}(\w+): \(\) => \w+,?$/gm)].map(([, name]) => name!)
    : []
  return {
    'clients/node/dist/index.cjs': code,
    'clients/node/dist/index.js': `export { ${names.join(', ')} } from './index.cjs'\n`,
    'clients/node/dist/index.d.ts': "export * from './index.cjs'\n",
    ...declarations(),
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'index.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node18',
    // Node 18 has WebCrypto, but not as a global.
    inject: [join(import.meta.dirname, 'web-crypto.mjs')],
    absWorkingDir: root,
  })
  return outputFiles[0]!.text
}

function declarations(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-types-'))
  try {
    const { status, stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', join(source, '..'), '--outDir', folder],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`The types of clients/node:\n${stdout}`)
    return Object.fromEntries(
      readdirSync(folder).map((name) => [
        `clients/node/dist/${name.replace('.d.ts', '.d.cts')}`,
        readFileSync(join(folder, name), 'utf8')
          .replaceAll(/'(\.\/\w+)\.(ts|js)'/g, "'$1.cjs'")
          .replaceAll(/"(\.\/\w+)\.(ts|js)"/g, '"$1.cjs"'),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

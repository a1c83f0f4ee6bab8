import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { plainTokens } from './plain-tokens.ts'

const FOLDER = join(import.meta.dirname, '../web/checkout')
/** Cheap phones keep their browser for years. */
const TARGET = 'es2020'

/** The checkout's script, minified. */
export function buildCheckoutScript(): Promise<string> {
  return bundled('checkout.ts', true)
}

/** The checkout's style sheet, minified, with what it uses of the tokens. */
export async function buildCheckoutStyle(): Promise<string> {
  const text = plainTokens(await bundled('checkout.css', false))
  const { code } = await transform(text, {
    loader: 'css',
    minify: true,
    target: TARGET,
    charset: 'utf8',
  })
  return code
}

async function bundled(entry: string, minify: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, entry)],
    bundle: true,
    minify,
    write: false,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
  })
  return outputFiles[0]!.text
}

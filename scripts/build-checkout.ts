import { join } from 'node:path'
import { build } from 'esbuild'

const FOLDER = join(import.meta.dirname, '../web/checkout')
/** Cheap phones keep their browser for years. */
const TARGET = 'es2020'

/** The checkout's script or style sheet, minified. */
export async function buildCheckout(entry: 'checkout.ts' | 'checkout.css'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
  })
  return outputFiles[0]!.text
}

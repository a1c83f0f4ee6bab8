import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

// Builds inline.js, Paystack's pop-up over it, and the page of the docs with its address and hash.

const FOLDER = join(import.meta.dirname, '../web/inline')
const TARGET = 'es2020'
/** `npm run generate` writes what is between these lines of docs/inline.md. */
const BLOCK = /(<!-- address: generated -->\n)[\s\S]*?(<!-- end -->)/

/** `format`: a script for a tag, or a module. */
export async function buildInline(
  entry: 'cowrie.ts' | 'paystack.ts' = 'cowrie.ts',
  format: 'iife' | 'esm' = 'iife',
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, entry)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: TARGET,
    charset: 'utf8',
    // Only a module knows its own address.
    ...(format === 'iife' && { define: { 'import.meta.url': 'undefined' } }),
  })
  return outputFiles[0]!.text
}

/** For helpers/, which businesses copy into their own code. */
export function inlineTypes(): string {
  return readFileSync(join(FOLDER, 'inline.d.ts'), 'utf8')
}

export function withInlineAddress(paper: string, script: string): string {
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
  const lines = [
    '```html',
    `<script src="https://pay.example.com/v1/inline/${hash}/inline.js"`,
    `  integrity="${integrity}"`,
    '  crossorigin="anonymous"></script>',
    '```',
  ]
  return paper.replace(BLOCK, `$1${lines.join('\n')}\n$2`)
}

import { basename, dirname, relative } from 'node:path'
import type { Setting } from '../src/platform/setting-kinds.ts'
import { settings } from '../src/platform/settings.ts'

// Writes `.env.example` and the tables of settings in the documentation.

const all = Object.entries<Setting>(settings)
const TABLE = /^\| Setting \|.*\n(?:\|.*\n)+/m
/** The settings in the table of each page. */
const PAGES: Record<string, (name: string) => boolean> = {
  'docs/operating/configure.md': (name) =>
    !/_(SAFEHAVEN|PAYSTACK|MONNIFY|FLUTTERWAVE|MONO)_(?!API$)/.test(name),
  'docs/rails/safehaven.md': (name) => name.startsWith('COWRIE_SAFEHAVEN_'),
  'docs/rails/paystack.md': (name) => /^COWRIE_PAYSTACK_(?!API$)/.test(name),
  'docs/rails/flutterwave.md': (name) => name.startsWith('COWRIE_FLUTTERWAVE_'),
  'docs/rails/mono.md': (name) => name.startsWith('COWRIE_MONO_'),
  'docs/rails/monnify.md': (name) => name.startsWith('COWRIE_MONNIFY_'),
}

export function exampleEnvironment(): string {
  const lines = all.map(([name, setting]) => {
    const see = setting.see === undefined ? '' : ` See docs/${setting.see}.`
    const unset = setting.unset === undefined ? '' : ` Default: ${setting.unset}.`
    const bounds = `Must be ${setting.kind.takes}.${unset}${needs(setting)}`
    const text = `# ${setting.says}${see}\n# ${bounds}`.replaceAll('`', '')
    return `${text}\n# ${name}=${setting.default ?? ''}\n`
  })
  const head = [
    '# Every setting of Cowrie with its default. Written by `npm run generate`.',
    '# DATABASE_URL and COWRIE_ settings can be read from a file: set NAME_FILE to its path.',
  ].join('\n')
  return `${head}\n\n${lines.join('\n')}`
}

/** The pages with a table of settings. `read` returns a page. */
export function settingsPages(read: (path: string) => string): Record<string, string> {
  const pages = Object.entries(PAGES).map(([path, isOn]) => {
    const rows = all.filter(([name]) => isOn(name)).map((row) => rowOf(row, path))
    const head = ['| Setting | Default | Must be | Meaning |', '|---|---|---|---|']
    return [path, read(path).replace(TABLE, () => [...head, ...rows, ''].join('\n'))] as const
  })
  return Object.fromEntries(pages)
}

function rowOf([name, setting]: [string, Setting], path: string): string {
  const { default: text, unset = 'none', says, kind, see, isSecret } = setting
  const page = `docs/${see}`
  const isElsewhere = see !== undefined && page !== path
  const link = isElsewhere ? ` See [${basename(page)}](${relative(dirname(path), page)}).` : ''
  const shown = text === undefined ? unset : `\`${text}\``
  const meaning = `${says}${needs(setting)}${isSecret ? ' Secret.' : ''}${link}`
  return `| \`${name}\` | ${shown} | ${kind.takes} | ${meaning} |`
}

function needs({ needs, isRequired }: Setting): string {
  if (needs === undefined) return ''
  return isRequired ? ` Required with \`${needs}\`.` : ` Needs \`${needs}\`.`
}

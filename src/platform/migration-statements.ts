// Splits a migration into statements, and says what each blocks.

/** Its statements cannot run in a transaction. */
export function isWithoutTransaction(text: string): boolean {
  return text.startsWith('-- no transaction\n')
}

/** Without comments and semicolons. */
export function statementsOf(text: string): string[] {
  // A comment, a quoted or dollar-quoted string, a semicolon, or anything else.
  const parts = /--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-';$]+|[-$]/g
  const statements = ['']
  for (const [part] of text.matchAll(parts)) {
    if (part === ';') statements.push('')
    else if (!part.startsWith('--')) statements[statements.length - 1] += part
  }
  return statements.map((one) => one.trim()).filter(Boolean)
}

const EVERYBODY = 'blocks reads and writes of the table'
const WRITERS = 'blocks writes to the table'
const NOBODY = 'blocks nothing'

/** The first match counts. */
const WAITS: [begins: RegExp, who: string][] = [
  [/^(create (unique )?|drop )index concurrently/i, NOBODY],
  [/^alter table \w+\s+validate constraint \w+$/i, NOBODY],
  [/^create (unique )?index/i, WRITERS],
  [/^create trigger/i, WRITERS],
  [/^(alter|drop|truncate|lock)/i, EVERYBODY],
  [/^(update|delete)/i, 'blocks writes to the same rows'],
]

export function whoWaits(statement: string): string {
  return WAITS.find(([begins]) => begins.test(statement))?.[1] ?? NOBODY
}

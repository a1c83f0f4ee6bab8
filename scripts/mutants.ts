import { stripTypeScriptTypes } from 'node:module'
import { basename } from 'node:path'
import { type Node, parse } from 'acorn'
import { ancestor } from 'acorn-walk'

// Typical small mistakes, one at a time: a reversed operator, a condition that is always true, a
// missing statement, a limit off by one. A mutant replaces one text by another. A test that still
// passes does not test that line.

export type Mutant = { start: number; end: number; text: string; operator: string }

const COMPARISONS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }
const ASSIGNMENTS: Record<string, string> = { '+=': '-=', '-=': '+=', '??=': '=' }
const LOGICAL: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' }

type Found = Node & Record<string, unknown>

/** Mutants of TypeScript code, and of the SQL in its templates. */
export function mutantsOf(source: string): Mutant[] {
  // Types become blanks, so that positions stay those of the file.
  const program = parse(stripTypeScriptTypes(source), {
    ecmaVersion: 'latest',
    sourceType: 'module',
  })
  const mutants: Mutant[] = []
  const visit = (node: Node, _state: unknown, ancestors: Node[]) => {
    mutants.push(...mutantsAt(node as Found, ancestors as Found[], source))
  }
  const kinds = [
    'IfStatement',
    'ConditionalExpression',
    'BinaryExpression',
    'LogicalExpression',
    'AssignmentExpression',
    'UnaryExpression',
    'ExpressionStatement',
    'Literal',
    'TaggedTemplateExpression',
  ]
  ancestor(program, Object.fromEntries(kinds.map((kind) => [kind, visit])))
  return mutants.sort((one, other) => one.start - other.start)
}

function mutantsAt(node: Found, ancestors: Found[], source: string): Mutant[] {
  const { start, end } = node
  const whole = source.slice(start, end)
  const instead = (operator: string, ...texts: string[]) =>
    texts.map((text) => ({ start, end, text, operator }))
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Node
      const at = { start: test.start, end: test.end, operator: 'condition' }
      return [
        { ...at, text: 'true' },
        { ...at, text: 'false' },
      ]
    }
    case 'BinaryExpression': {
      const operator = String(node['operator'])
      const [left, right] = [node['left'] as Found, node['right'] as Found]
      if (operator === '+' && [left, right].some(isText)) return []
      const arithmetic = ARITHMETIC[operator]
      const others = COMPARISONS[operator] ?? (arithmetic === undefined ? [] : [arithmetic])
      return others.flatMap((other) => between(source, left, right, operator, other))
    }
    case 'LogicalExpression': {
      const operator = String(node['operator'])
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      return between(source, left, right, operator, LOGICAL[operator]!)
    }
    case 'AssignmentExpression': {
      const other = ASSIGNMENTS[String(node['operator'])]
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      return other ? between(source, left, right, String(node['operator']), other) : []
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? instead('negation', whole.slice(1)) : []
    case 'ExpressionStatement': {
      const { type } = node['expression'] as Node
      return /^(Await|Call)Expression$/.test(type) ? instead('statement', ';') : []
    }
    case 'Literal':
      return literal(node, ancestors).map((text) => ({ start, end, text, operator: 'value' }))
    case 'TaggedTemplateExpression': {
      const tag = node['tag'] as Found
      if (!/sql/i.test(String(tag['name'] ?? ''))) return []
      const { expressions, ...quasi } = node['quasi'] as Node & { expressions: Node[] }
      let sql = source.slice(quasi.start, quasi.end)
      // An inserted expression counts as one word, so that a mutant does not separate a name from
      // its value.
      for (const { start, end } of expressions) {
        const at = source.lastIndexOf('${', start) - quasi.start
        const length = source.indexOf('}', end) + 1 - quasi.start - at
        sql = sql.slice(0, at) + 'x'.repeat(length) + sql.slice(at + length)
      }
      return sqlMutants(sql).map((mutant) => ({
        ...mutant,
        start: mutant.start + quasi.start,
        end: mutant.end + quasi.start,
      }))
    }
    default:
      return []
  }
}

function between(
  source: string,
  left: Node,
  right: Node,
  operator: string,
  text: string,
): Mutant[] {
  const start = source.indexOf(operator, left.end)
  if (start < 0 || start > right.start) return []
  return [{ start, end: start + operator.length, text, operator: 'operator' }]
}

/** The opposite of a boolean; a number plus one, unless it is an index. */
function literal(node: Found, ancestors: Found[]): string[] {
  const raw = String(node['raw'])
  if (raw === 'true') return ['false']
  if (raw === 'false') return ['true']
  const parent = ancestors.at(-2)
  if (!/^\d[\d_]*n?$/.test(raw) || parent?.type === 'MemberExpression') return []
  const more = BigInt(raw.replace(/[_n]/g, '')) + 1n
  return [`${more}${raw.endsWith('n') ? 'n' : ''}`]
}

function isText(node: Found): boolean {
  return node.type === 'TemplateLiteral' || typeof node['value'] === 'string'
}

const SQL: [pattern: RegExp, texts: string[]][] = [
  [/(?<=\s)and [^\n]*/g, ['']],
  [/(?<=\s)>=(?=\s)/g, ['>', '<']],
  [/(?<=\s)<=(?=\s)/g, ['<', '>']],
  [/(?<=\s)>(?=\s)/g, ['>=']],
  [/(?<=\s)<(?=\s)/g, ['<=']],
  [/(?<=\s)<>(?=\s)/g, ['=']],
  [/(?<=\w )\+(?= \w)/g, ['-']],
  [/(?<=\w )-(?= \w)/g, ['+']],
  [/\bnot (?!null|exists)/g, ['']],
  [/\bis not null\b/g, ['is null']],
  [/\bis null\b/g, ['is not null']],
  [/\bor\b(?! replace)/g, ['and']],
  [/\bgreatest\b/g, ['least']],
  [/\bleast\b/g, ['greatest']],
  [/\bfor (no key )?update\b/g, ['']],
  [/\bon conflict do nothing\b/g, ['']],
  [/\bdesc\b/g, ['asc']],
]

/** Mutants of SQL, such as a database function. Comments are skipped. */
export function sqlMutants(text: string): Mutant[] {
  const code = text.replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
  return SQL.flatMap(([pattern, others]) =>
    [...code.matchAll(pattern)].flatMap((match) =>
      others.map((other) => ({
        start: match.index,
        end: match.index + match[0].length,
        text: other,
        operator: 'sql',
      })),
    ),
  )
}

/** Whether a test belongs to this file: by its name, or because it imports it. */
export function isNear(file: string, test: string, textOfTest: string): boolean {
  const name = basename(file).replace(/(\.sql)?\.(ts|sql)$/, '')
  const isNamesake = basename(test).replace(/\.test\.ts$/, '') === name
  return (
    isNamesake || textOfTest.includes(`/${name}.ts'`) || textOfTest.includes(`/${name}.sql.ts'`)
  )
}

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// A field that the documentation names (`data.reference`, in prose or in code) is in the published
// schemas: of every event that its paragraph names; if it names none, of an event or a call of its
// page.

const DOCS = join(import.meta.dirname, '../docs')
/** They name fields of others, or are about the code. */
const OTHERS = /^(from-|decisions|hacking|glossary|invariants)/
const FIELD = /(?<![\w$-])(data|meta)(\??\.[a-z_]+)+(?![\w(])/gi
const METHODS = ['map', 'filter', 'length', 'find', 'at']

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  type?: string
}
type Operation = { responses?: object; requestBody?: object }
const document = JSON.parse(readFileSync(join(DOCS, 'api/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: Body } }>
}
type Body = { content?: { 'application/json'?: { schema: Schema } } }

function resolved(schema: Schema): Schema[] {
  const { $ref, anyOf } = schema
  if ($ref) return resolved(document.components.schemas[$ref.split('/').at(-1)!] ?? {})
  return anyOf ? anyOf.flatMap(resolved) : [schema]
}

function has(schema: Schema, [step, ...rest]: string[]): boolean {
  if (step === undefined) return true
  return resolved(schema).some(({ properties, type }) => {
    // What a business writes is its own.
    if (type === 'object' && Object.keys(properties ?? {}).length === 0) return true
    const inner = properties?.[step]
    return inner !== undefined && has(inner, rest)
  })
}

const schemaOf = (body: Body) => body.content?.['application/json']?.schema ?? {}

function eventsIn(text: string): Schema[] {
  return Object.entries(document.webhooks)
    .filter(([name]) => text.includes(name))
    .map(([, { post }]) => schemaOf(post.requestBody))
}

function callsIn(text: string): Schema[] {
  const named = [...text.matchAll(/(?<=[\s`"/}L]|v1)\/[a-z][\w/{}$?.-]*/g)].map(([path]) => path)
  const isNamed = (template: string) => {
    const steps = template.replace('/api/v1', '').split('/')
    return named.some((path) => {
      const said = path.replace('/api/v1', '').split('?')[0]!.split('/')
      const isSame = (step: string, i: number) => step === said[i] || step.startsWith('{')
      return said.length === steps.length && steps.every(isSame)
    })
  }
  return Object.entries(document.paths)
    .filter(([template]) => isNamed(template))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(({ responses = {} }) =>
      Object.entries(responses as Record<string, Body>)
        .filter(([status]) => status.startsWith('2'))
        .map(([, body]) => schemaOf(body)),
    )
}

/** The fields that a page names and that are nowhere. */
function unknownFields(page: string): string[] {
  const onPage = [...eventsIn(page), ...callsIn(page)]
  const paragraphs = page
    .split(/(^```[\s\S]*?^```$)/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n\n|\n(?=- |\|)/)))
  return paragraphs.flatMap((paragraph) => {
    const named = [...paragraph.matchAll(FIELD)].map(([field]) => field)
    const events = eventsIn(paragraph)
    return named
      .filter((field) => {
        const path = field.replaceAll('?', '').split('.')
        const steps = path.filter((step) => !METHODS.includes(step))
        if (events.length > 0) return !events.every((schema) => has(schema, steps))
        return !onPage.some((schema) => has(schema, steps))
      })
      .map((field) => `${field} in: ${paragraph.trim().slice(0, 90)}`)
  })
}

test('every field that the documentation names is in the schema of what it is about', () => {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md') && !OTHERS.test(name))

  const wrong = pages.flatMap((name) =>
    unknownFields(readFileSync(join(DOCS, name), 'utf8')).map((one) => `${name}: ${one}`),
  )

  assert.deepEqual(wrong, [])
})

test('a field that only another record has is found', () => {
  const about = '`transaction.success` and `transfer.received`: once per'
  assert.deepEqual(unknownFields(`${about} \`data.reference\`.`), [])
  assert.equal(unknownFields(`${about} \`data.session_id\`.`).length, 1)
  assert.equal(
    unknownFields('```js\nif (event.data.sesion_id) use(1) // payout.success\n```').length,
    1,
  )
})

test('what delivers an order compares the price, which is not what the customer paid', () => {
  const root = join(DOCS, '..')
  const pages = ['README.md', ...pagesIn('docs'), ...pagesIn('clients'), ...pagesIn('examples')]
  const compares = /\bamount\b['"\]]*\s*(===?|!==?)|(?<!requested_)amount['"]\]\s*(===?|,)/
  const isDelivery = (line: string) => /success/.test(line) && compares.test(line)

  const wrong = pages.flatMap((page) =>
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .filter(isDelivery)
      .map((line) => `${page}: ${line.trim()}`),
  )

  assert(pages.length > 40)
  assert(isDelivery("if (data.status === 'success' && data.amount === 500000) give()"))
  assert(isDelivery('if paid["status"] == "success" and paid["amount"] == 500_000:'))
  assert.deepEqual(wrong, [])
})

function pagesIn(folder: string): string[] {
  return readdirSync(join(DOCS, '..', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|py|php|html)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)
}

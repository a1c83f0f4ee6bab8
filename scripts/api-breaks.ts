// What of the API document would break a client: the document of the last release against the one
// of now. What a request may contain must stay accepted, and what a response contains must stay
// what it was. Everything else is additive: docs/versions.md.

type Node = { [word: string]: unknown }
export type Document = {
  paths: Record<string, Record<string, Node>>
  webhooks?: Record<string, Record<string, Node>>
  components: { schemas: Record<string, Node>; parameters?: Record<string, Node> }
}
/** Who sends what the schema is of. */
type Sender = 'client' | 'service'
type Found = { at: string; sender: Sender; before: Document; after: Document; seen: Set<string> }

const AT_MOST = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const AT_LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const FORMS = ['pattern', 'format', 'uniqueItems']
const JSON_TYPE = 'application/json'

/** One line for each, such as `POST /api/v1/refunds request.amount: maximum changed`. */
export function breaksOf(before: Document, after: Document): string[] {
  const seen = new Set<string>()
  const both = { before, after, seen }
  const ofPaths = pairsOf(before.paths, after.paths).flatMap(([at, one, other]) => {
    if (one['x-stability'] === 'beta') return []
    if (other === undefined) return [`${at}: removed`]
    return operationBreaks(at, one, other, both)
  })
  const ofWebhooks = pairsOf(before.webhooks ?? {}, after.webhooks ?? {}).flatMap(
    ([at, one, other]) =>
      other === undefined
        ? [`webhook ${at}: removed`]
        : contentBreaks(one['requestBody'], other['requestBody'], {
            ...both,
            at: `webhook ${at}`,
            sender: 'service',
          }),
  )
  return [...new Set([...ofPaths, ...ofWebhooks])]
}

/** The operations of before, each with what became of it. */
function pairsOf(before: Document['paths'], after: Document['paths']) {
  return Object.entries(before).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, one]) => [`${method.toUpperCase()} ${path}`, one, after[path]?.[method]] as const,
    ),
  )
}

function operationBreaks(
  at: string,
  before: Node,
  after: Node,
  both: Omit<Found, 'at' | 'sender'>,
): string[] {
  const request = { ...both, at: `${at} request`, sender: 'client' } as const
  const [old, now] = [before, after].map(({ responses }) => responses as Record<string, Node>)
  const good = Object.keys(old!).filter((status) => status < '400')
  return [
    ...(before['operationId'] === after['operationId'] ? [] : [`${at}: operationId changed`]),
    ...(mayStillCall(before, after) ? [] : [`${at}: security changed`]),
    ...parameterBreaks(before, after, { ...request, at }),
    ...contentBreaks(before['requestBody'], after['requestBody'], request),
    ...good.flatMap((status) =>
      now![status] === undefined
        ? [`${at} ${status}: removed`]
        : contentBreaks(old![status], now![status], {
            ...both,
            at: `${at} ${status}`,
            sender: 'service',
          }),
    ),
  ]
}

/** Whether each credential of before still opens it, with the scopes that it needed then. */
function mayStillCall({ security: before }: Node, { security: after }: Node): boolean {
  const [old, now] = [before, after].map((one) => (one ?? []) as Record<string, string[]>[])
  if (now!.length === 0) return true
  const opens = (had: Record<string, string[]>) =>
    now!.some((needs) =>
      Object.entries(needs).every(([name, scopes]) =>
        scopes.every((one) => had[name]?.includes(one)),
      ),
    )
  return old!.length > 0 && old!.every(opens)
}

function parameterBreaks(before: Node, after: Node, found: Found): string[] {
  const named = ({ parameters = [] }: Node, document: Document) =>
    new Map(
      (parameters as Node[]).map((one) => {
        const its = resolved(one, document)
        return [`${its['in']} ${its['name']}`, its] as const
      }),
    )
  const [old, now] = [named(before, found.before), named(after, found.after)]
  const added = [...now].filter(([name, { required }]) => required === true && !old.has(name))
  const changed = [...old].flatMap(([name, one]) => {
    const other = now.get(name)
    const at = `${found.at} ${name}`
    if (other === undefined) return [`${at}: removed`]
    const isNeeded = other['required'] === true && one['required'] !== true
    return [
      ...(isNeeded ? [`${at}: required`] : []),
      ...schemaBreaks(one['schema'] as Node, other['schema'] as Node, { ...found, at }),
    ]
  })
  return [...added.map(([name]) => `${found.at} ${name}: required`), ...changed]
}

/** Of the bodies of a request or a response. */
function contentBreaks(before: unknown, after: unknown, found: Found): string[] {
  const [old, now] = [before, after].map((one) => (one ?? {}) as Node)
  const isNeeded = now!['required'] === true && old!['required'] !== true
  const media = (one: Node) => (one['content'] ?? {}) as Record<string, { schema: Node }>
  const changed = Object.entries(media(old!)).flatMap(([type, { schema }]) => {
    const other = media(now!)[type]?.schema
    const at = type === JSON_TYPE ? found.at : `${found.at} ${type}`
    if (other === undefined) return [`${at}: removed`]
    return schemaBreaks(schema, other, { ...found, at })
  })
  return found.sender === 'client' && isNeeded ? [`${found.at}: required`, ...changed] : changed
}

/** Each form that the sender may choose must be one that the receiver knows. */
function schemaBreaks(before: Node, after: Node, found: Found): string[] {
  const isSent = found.sender === 'client'
  const old = variantsOf(before).map((one) => [one, formsOf(one, found.before)] as const)
  const now = variantsOf(after).map((one) => [one, formsOf(one, found.after)] as const)
  const [sent, known] = isSent ? [old, now] : [now, old]
  return sent.flatMap(([{ $ref }, forms]) => {
    if ($ref !== undefined && known.some(([one]) => one['$ref'] === $ref)) {
      return namedBreaks(String($ref), found)
    }
    const others = known.flatMap(([, some]) => some)
    return forms.flatMap((form) => {
      const fitting = others.filter((one) => fits(form['type'], one['type']))
      if (fitting.length === 0) return [`${found.at}: type ${form['type'] ?? 'any'}`]
      return fitting
        .map((one) => (isSent ? formBreaks(form, one, found) : formBreaks(one, form, found)))
        .reduce((least, some) => (some.length < least.length ? some : least))
    })
  })
}

/** Told once, by its name. */
function namedBreaks($ref: string, found: Found): string[] {
  const { sender, seen, before, after } = found
  const at = $ref.split('/').at(-1)!
  if (seen.has(`${sender} ${at}`)) return []
  seen.add(`${sender} ${at}`)
  return schemaBreaks(resolved({ $ref }, before), resolved({ $ref }, after), { ...found, at })
}

function variantsOf(schema: Node = {}): Node[] {
  return (schema['anyOf'] as Node[] | undefined) ?? [schema]
}

function fits(sent: unknown, known: unknown): boolean {
  return known === undefined || sent === known || (sent === 'integer' && known === 'number')
}

/** One for each type, without references and unions. */
function formsOf(schema: Node, document: Document): Node[] {
  const { anyOf, ...one } = resolved(schema ?? {}, document)
  if (Array.isArray(anyOf)) return anyOf.flatMap((some) => formsOf(some as Node, document))
  const types = [one['type']].flat()
  return types.map((type) => {
    const isOfType = (value: unknown) => (value === null) === (type === 'null')
    const values = one['enum'] as unknown[] | undefined
    return { ...one, type, ...(values && { enum: values.filter(isOfType) }) }
  })
}

function resolved(schema: Node, document: Document): Node {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  const [, , kind, name] = ref.split('/') as [string, string, keyof Document['components'], string]
  return resolved(document.components[kind]?.[name] ?? {}, document)
}

/** Of two forms of one type. */
function formBreaks(before: Node, after: Node, found: Found): string[] {
  const inner = (step: string, one: unknown, other: unknown) =>
    schemaBreaks(one as Node, other as Node, { ...found, at: `${found.at}${step}` })
  const items = before['items'] && after['items']
  return [
    ...valueBreaks(before, after, found).map((what) => `${found.at}: ${what}`),
    ...(items ? inner('[]', before['items'], after['items']) : []),
    ...fieldBreaks(before, after, found, inner),
  ]
}

function valueBreaks(before: Node, after: Node, { sender }: Found): string[] {
  const [sent, known] = sender === 'client' ? [before, after] : [after, before]
  const values = (one: Node) => one['enum'] as unknown[] | undefined
  const unknown = values(known) && (values(sent) ?? ['any other value'])
  const lost = (unknown ?? []).filter((one) => !values(known)!.includes(one))
  const told = lost.map((one) => `enum ${String(one)}`)
  const forms = FORMS.filter((word) => known[word] !== undefined && sent[word] !== known[word])
  if (sender === 'service') {
    return [...told, ...forms.filter((word) => word === 'format').map((word) => `${word} changed`)]
  }
  const limit = (one: Node, word: string, otherwise: number) => Number(one[word] ?? otherwise)
  const narrow = [
    ...AT_MOST.filter((word) => limit(after, word, Infinity) < limit(before, word, Infinity)),
    ...AT_LEAST.filter((word) => limit(after, word, -Infinity) > limit(before, word, -Infinity)),
  ]
  const closes = Boolean(before['additionalProperties']) && !after['additionalProperties']
  return [
    ...told,
    ...[...forms, ...narrow].map((word) => `${word} changed`),
    ...(closes ? ['additionalProperties changed'] : []),
  ]
}

function fieldBreaks(
  before: Node,
  after: Node,
  { at, sender }: Found,
  inner: (step: string, one: unknown, other: unknown) => string[],
): string[] {
  const fields = (one: Node) => (one['properties'] ?? {}) as Record<string, Node>
  const [old, now] = [fields(before), fields(after)]
  const needs = (one: Node) => (one['required'] ?? []) as string[]
  // What a request must have, or a response always had, is not to change.
  const [more, less] = sender === 'client' ? [after, before] : [before, after]
  const asked = needs(more).filter((name) => !needs(less).includes(name))
  const told = sender === 'client' ? 'required' : 'optional'
  return [
    ...asked
      .filter((name) => sender === 'client' || name in now)
      .map((name) => `${at}.${name}: ${told}`),
    ...Object.keys(old).flatMap((name) =>
      name in now ? inner(`.${name}`, old[name], now[name]) : [`${at}.${name}: removed`],
    ),
  ]
}

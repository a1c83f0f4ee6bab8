import { type ClientApi, camelCase, type Method } from './document.ts'

/** docs/api/methods.md: the methods of the client libraries, by API call. */
export function methodsPage({ resources }: ClientApi): string {
  const sections = resources.map(({ words, methods }) => {
    const rows = methods.map((method) => {
      const { http, path, summary } = method
      const python = [words, method.words].map((name) => name.join('_')).join('.')
      const javascript = [words, method.words].map(camelCase).join('.')
      const names = `\`${javascript}(${argumentsOf(method)})\` | \`${python}\``
      return `| ${names} | \`${http} ${path.replace('/api/v1', '')}\` | ${summary} |`
    })
    const title = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
    return [`## ${title}`, '', HEAD, '|---|---|---|---|', ...rows, ''].join('\n')
  })
  return `${INTRODUCTION}\n${sections.join('\n')}`
}

const HEAD = '| Node, PHP | Python | Call, below `/api/v1` | What it does |'

const INTRODUCTION = `# Methods of the client libraries

Each call of the API is a method with the same name in the libraries for
[Node](../../clients/node/README.md), [PHP](../../clients/php/README.md) and
[Python](../../clients/python/README.md). In PHP, write \`->\` for the dots. Parameters have the
names of the API: \`/openapi.json\` describes them. \`npm run generate\` writes this page.
`

/** Path parameters, then the fields of the query or the body. */
function argumentsOf({ pathParams, query, body }: Method): string {
  const more = body !== null || query.length > 0 ? ['{…}'] : []
  return [...pathParams.map(({ name }) => name), ...more].join(', ')
}

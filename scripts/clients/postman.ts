import { type ClientApi, type Field, type Method, pascalCase } from './document.ts'

// Writes docs/api/postman.json: a Postman collection (v2.1) with a folder per resource and a
// request per method. `base_url` and `secret_key` are its variables.

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Example = { [field: string]: unknown }

/** `bodies`: an example body per operationId. */
export function postmanCollection({ resources }: ClientApi, bodies: Map<string, Example>): object {
  return {
    info: {
      name: 'Cowrie',
      description: 'Set the variables base_url and secret_key (sk_test_…) first.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{secret_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:4000' },
      { key: 'secret_key', value: '' },
    ],
    item: resources.map(({ words, methods }) => ({
      name: pascalCase(words).replace(/(?<=.)(?=[A-Z])/g, ' '),
      item: methods.map((method) => requestOf(method, bodies.get(method.id))),
    })),
  }
}

/** From the published document. */
export function exampleBodies(document: object): Map<string, Example> {
  type Operation = {
    operationId: string
    requestBody?: { content: Record<string, { example?: Example }> }
  }
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((one) => Object.values(one))
  return new Map(
    operations.flatMap(({ operationId, requestBody }) => {
      const example = requestBody?.content['application/json']?.example
      return example === undefined ? [] : [[operationId, example] as const]
    }),
  )
}

function requestOf(method: Method, body: Example | undefined): object {
  const { summary, description, http, path, pathParams, query, takesKey } = method
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const key = { key: 'Idempotency-Key', value: '{{$guid}}' }
  return {
    name: summary,
    request: {
      method: http,
      description,
      header: takesKey ? [key] : [],
      url: {
        raw: ['{{base_url}}', ...segments].join('/'),
        host: ['{{base_url}}'],
        path: segments,
        ...(pathParams.length > 0 && { variable: pathParams.map((one) => parameterOf(one)) }),
        ...(query.length > 0 && {
          query: query.map((one) => ({ ...parameterOf(one), disabled: !one.isRequired })),
        }),
      },
      ...(method.body !== null && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body ?? {}, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  }
}

function parameterOf({ name, description }: Field): object {
  return { key: name, value: '', description }
}

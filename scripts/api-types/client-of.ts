import { createClient } from '@hey-api/openapi-ts'

/** A whole client of the API, as `@hey-api/openapi-ts` writes it into `folder`. */
export async function writeClientOf(api: object, folder: string): Promise<void> {
  await createClient({
    input: { ...api },
    output: { path: folder, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  })
}

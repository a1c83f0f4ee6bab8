import { createClient } from '@hey-api/openapi-ts'

/** Writes a complete client of the API into `folder`, by `@hey-api/openapi-ts`. */
export async function writeClientOf(api: object, folder: string): Promise<void> {
  await createClient({
    input: { ...api },
    output: { path: folder, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  })
}

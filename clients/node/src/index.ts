export * from './client.ts'
export * from './errors.ts'
export type * from './generated.ts'
export * from './webhooks.ts'

export * from './client.cjs';
export * from './errors.cjs';
export type * from './generated.cjs';
export * from './webhooks.cjs';

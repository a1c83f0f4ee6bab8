import type { Context, Scope } from '../src/core/context.ts'
import { DAY, later } from '../src/platform/clock.ts'

// A notice to a business about its failing webhook endpoint, as the deliverer records it.

export async function givenNotice(
  context: Context,
  { businessId, mode }: Scope,
  kind: 'failing_24h' | 'failing_72h' | 'turned_off' = 'failing_24h',
): Promise<void> {
  const now = context.now()
  await context.sql`
    insert into webhook_notice
      (business_id, mode, route, kind, since, url, created_at, next_at)
    values (
      ${businessId}, ${mode}, 'standard', ${kind}, ${later(now, -DAY)},
      'https://shop.example/hooks', ${now}, ${now}
    )
  `
}

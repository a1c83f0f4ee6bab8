import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMonoStandIn } from '../../../test/providers/mono.ts'
import { readConfig } from '../../platform/config.ts'
import { checkProvider } from './check.ts'
import { checkedProviders } from './providers.ts'

// What `rails:check` says of a provider whose every call costs a fee.

test('nothing of Mono is tried, because each of its calls is billed', async () => {
  const now = () => new Date('2026-11-23T09:00:00Z')
  const standIn = await startMonoStandIn({ now })
  const config = readConfig({
    BASE_URL: 'https://pay.example.com',
    COWRIE_MONO_SECRET_KEY: standIn.credentials.secretKey,
    COWRIE_MONO_URL: standIn.url,
  })
  const [checked] = checkedProviders(config, { banks: [], now })
  const settings = { now, email: 'check@example.com', say: () => {}, pause: async () => {} }

  const says: Record<string, string> = {}
  for await (const row of checkProvider(checked!, settings)) {
    says[row.what] = `${row.kind}: ${row.says}`
  }
  await standIn.close()

  assert.equal(says['log in'], 'not_tried: each call costs a fee')
  assert.equal(says['identity'], 'not_tried: costs a fee, and needs a person')
  assert.equal(says['notification address'], 'not_tried: not offered by this provider')
  assert.equal(says['payout'], 'not_tried: not offered by this provider')
  assert.deepEqual(standIn.billed, [])
})

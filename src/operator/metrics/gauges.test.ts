import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditTo } from '../../../test/payments.ts'
import { imported, jsonFile } from '../../../test/statements.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { useContext } from '../../../test/support.ts'
import { quarantineUnreadable } from '../../payments/deposits/quarantine.ts'
import { suspend } from '../../payments/deposits/suspend.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { startCollecting } from './gauges.ts'
import { createMeter } from './meters.ts'

// The ages and counts that alerts compare: each is counted from the time in its name. No two times
// of one thing are equal.

const context = useContext()
stopNow(context)

async function shown(): Promise<Map<string, number>> {
  const { registry } = createMeter({ version: '0.0.0', commit: 'unknown' })
  const collector = startCollecting(context, registry, () => null, HOUR)
  await collector.collect()
  collector.stop()
  const lines = (await registry.metrics()).matchAll(/^(\w+(?:\{[^}]*\})?) (\d+)$/gm)
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]))
}

test('money in suspense has waited since we were told of it, not since it was sent', async () => {
  const sent = { ...creditTo(context, 'nobody', 250_000), occurredAt: later(context.now(), -DAY) }
  await suspend(context, 'test', 'sandbox', sent)
  context.advance(10 * MINUTE)
  await suspend(context, 'test', 'sandbox', creditTo(context, 'nobody else', 150_000))
  context.advance(5 * MINUTE)

  const values = await shown()

  assert.equal(values.get('cowrie_suspense_credits{mode="test"}'), 2)
  assert.equal(values.get('cowrie_suspense_oldest_seconds{mode="test"}'), 15 * 60)
  assert.equal(values.get('cowrie_suspense_credits{mode="live"}'), undefined)
})

test('a notification in quarantine is counted for a day', async () => {
  const quiet = { ...context, log: { ...context.log, error: () => {} } }
  await quarantineUnreadable(quiet, 'live', 'sandbox', Buffer.from('one'))
  context.advance(DAY - MINUTE)
  await quarantineUnreadable(quiet, 'live', 'sandbox', Buffer.from('two'))

  const before = await shown()
  context.advance(2 * MINUTE)
  const after = await shown()

  assert.equal(before.get('cowrie_quarantined{mode="live"}'), 2)
  assert.equal(after.get('cowrie_quarantined{mode="live"}'), 1)
})

test('a statement is as old as the end of its period, whenever it was imported', async () => {
  const to = later(context.now(), -2 * HOUR)
  await imported(context, jsonFile('sandbox', { from: later(to, -DAY), to }, []))
  const before = later(to, -DAY)
  await imported(context, jsonFile('sandbox', { from: later(before, -DAY), to: before }, []))
  context.advance(1 * HOUR)

  const values = await shown()

  assert.equal(values.get('cowrie_statement_age_seconds{mode="test",rail="sandbox"}'), 3 * 60 * 60)
})

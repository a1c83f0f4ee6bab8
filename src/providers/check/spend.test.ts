import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import type { Payouts, TransferOutcome } from '../rails.ts'
import { sendAndSee } from './spend.ts'

// Sequences of answers from real banks that no stand-in plays.

const ORDER = {
  bank: { code: '058', nipCode: '000013' },
  accountNumber: '0123456789',
  amount: naira(100),
}

/** Returns the final answer, and how often a transfer was requested. */
async function seen(first: TransferOutcome, ...enquiries: TransferOutcome[]) {
  let now = new Date('2026-11-23T09:00:00Z')
  let asked = 0
  const handles: (string | undefined)[] = []
  const rail: Payouts = {
    name: 'partner',
    enquireBeneficiary: async () => ({ kind: 'found', accountName: 'ADA OBI', enquiry: 'e' }),
    async transfer() {
      asked += 1
      return first
    },
    async enquireTransfer({ handle }) {
      handles.push(handle)
      return enquiries.shift() ?? { kind: 'unknown' }
    },
  }
  const { kind, says } = await sendAndSee(rail, ORDER, {
    now: () => now,
    notes: [],
    say() {},
    pause: async (ms) => {
      now = later(now, ms)
    },
  })
  return { said: `${kind}: ${says}`, asked, handles }
}

test('what was accepted is not gone when the provider does not find it for a while', async () => {
  const accepted = { kind: 'accepted', handle: 'h' } as const
  const sent = { kind: 'sent', sessionId: 's' } as const
  const { said, asked, handles } = await seen(accepted, { kind: 'not_found' }, sent)
  assert.deepEqual([said, asked], ['held: sent, as s', 1])
  assert.deepEqual(handles, ['h', 'h'])
})

test('what nobody knows of is asked about until it is, and not sent again', async () => {
  const lost = await seen({ kind: 'unknown' }, { kind: 'unavailable' }, { kind: 'not_found' })
  assert.match(lost.said, /^failed: nothing was sent: it was never received/)
  const reversed = await seen({ kind: 'unknown' }, { kind: 'reversed', reason: 'reversed_by_bank' })
  assert.equal(reversed.said, 'failed: reversed: reversed by bank')
  const silent = await seen({ kind: 'unknown' })
  assert.match(silent.said, /^failed: still unknown after ten minutes: look for [0-9a-f-]{36} in/)
  assert.deepEqual([lost.asked, reversed.asked, silent.asked], [1, 1, 1])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kobo } from '../platform/money.ts'
import { chargeLines, statementLine, statementOf } from './listed-statement.ts'

const FROM = new Date('2026-11-28T00:00:00.000Z')
const TO = new Date('2026-11-29T00:00:00.000Z')
const lineAt = (sessionId: string, at: string) =>
  statementLine(sessionId, 'credit', kobo(1), new Date(at), '')
const early = lineAt('early', '2026-11-28T00:00:00.000Z')
const late = lineAt('late', '2026-11-28T23:59:59.999Z')
const outside = [
  lineAt('before', '2026-11-27T23:59:59.999Z'),
  lineAt('after', '2026-11-29T00:00:00.000Z'),
]

/** Lists of pages, and the pages that were read of them. */
function given(lists: (typeof early)[][][]) {
  const read: string[] = []
  const readPage = async (list: (typeof early)[][], page: number) => {
    read.push(`${lists.indexOf(list)}:${page}`)
    return { lines: list[page - 1] ?? [], isLast: page >= list.length }
  }
  return {
    read,
    fetch: (page?: string, timeoutMs?: number) => {
      const request = {
        from: FROM,
        to: TO,
        ...(page && { page }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }
      return statementOf(lists, request, readPage)
    },
  }
}

test('a statement has the lines of all lists in its time, each once, in order', async () => {
  const { read, fetch } = given([[[late, ...outside], [late]], [[early]]])

  const statement = await fetch()

  assert.deepEqual(statement, { kind: 'fetched', lines: [early, late] })
  assert.deepEqual(read, ['0:1', '0:2', '1:1'])
})

test('a statement that has no time left is read on where it ended', async () => {
  const { read, fetch } = given([[[early], [late]], [[early]]])

  const first = await fetch(undefined, 0)
  const second = await fetch('0:2')

  assert.deepEqual(first, { kind: 'fetched', lines: [early], next: '0:2' })
  assert.deepEqual(second, { kind: 'fetched', lines: [early, late] })
  assert.deepEqual(read, ['0:1', '0:2', '1:1'])
})

test('a place that no list has is the beginning', async () => {
  for (const page of ['2:1', '0:0', 'x', '-1:1']) {
    const { read, fetch } = given([[[early]], [[late]]])

    await fetch(page)

    assert.deepEqual(read, ['0:1', '1:1'], page)
  }
})

test('a statement with a page that cannot be read, or with a list without end, is unknown', async () => {
  const request = { from: FROM, to: TO }
  let pages = 0

  const unread = await statementOf([1, 2], request, async (list) =>
    list === 1 ? { lines: [early], isLast: true } : { kind: 'unavailable' },
  )
  const endless = await statementOf([1], request, async () => {
    pages++
    return { lines: [], isLast: false }
  })

  assert.deepEqual(unread, { kind: 'unavailable' })
  assert.deepEqual(endless, { kind: 'unknown' })
  assert.equal(pages, 10_000)
})

test('a payment is named by our reference, and by their id if that is too long', () => {
  const names = (reference: string, fee: number) =>
    chargeLines({ reference, id: '9', amount: kobo(5), fee: kobo(fee), at: FROM }).map(
      ({ sessionId, direction, amount }) => `${direction} ${amount} ${sessionId}`,
    )

  assert.deepEqual(names('ours', 0), ['credit 5 ours'])
  assert.deepEqual(names('ours', 2), ['credit 5 ours', 'debit 2 fee-ours'])
  assert.deepEqual(names('r'.repeat(64), 2), [`credit 5 ${'r'.repeat(64)}`, 'debit 2 fee-9'])
  assert.deepEqual(names('r'.repeat(65), 2), ['credit 5 charge-9', 'debit 2 fee-charge-9'])
})

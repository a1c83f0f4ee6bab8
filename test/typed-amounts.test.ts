import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { COLUMNS, readStatement, StatementError } from '../src/operator/reconciliation/statement.ts'
import { readAnswers } from '../src/payments/links/answers.ts'
import type { PaymentLink } from '../src/payments/links/links.sql.ts'
import { csvLine } from '../src/platform/csv.ts'
import { formatNaira, kobo } from '../src/platform/money.ts'
import { readNaira } from '../src/platform/naira.ts'
import { koboOf } from '../web/dashboard/naira.ts'
import { shareOf } from '../web/dashboard/pages/split-draft.ts'

// Wherever a person writes naira, one text is one amount, or is refused. The fields of the
// dashboard are tried in test/browser/dashboard-money.test.ts.

const ROOT = join(import.meta.dirname, '..')
const NOW = new Date('2026-11-28T09:00:00Z')
/** ₦10 billion, the most that every one of them takes. */
const MOST = 1_000_000_000_000n
const OPEN = { amount: null, minAmount: null, maxAmount: null, fields: '[]' } as PaymentLink

function onLinkPage(text: string): bigint | null {
  const read = readAnswers(OPEN, { naira: text, email: 'ada@example.com', name: 'Ada Example' })
  return 'answers' in read ? read.answers.amount : null
}

function inStatement(text: string): bigint | null {
  const cells = ['110001', 'credit', text, '0123456789', '', '2026-11-27T09:00:00Z']
  try {
    const file = Buffer.from(csvLine([...COLUMNS]) + csvLine(cells))
    return readStatement(file, 'csv', NOW).lines[0]!.amount
  } catch (error) {
    assert(error instanceof StatementError)
    assert.equal(error.problems[0]!.field, 'amount')
    return null
  }
}

const inDashboard = (text: string) => bigintOf(koboOf(text))
const inSplit = (text: string) => bigintOf(shareOf('flat', text))

function bigintOf(amount: number | null): bigint | null {
  return amount === null ? null : BigInt(amount)
}

const ENTRIES = { onLinkPage, inStatement, inDashboard, inSplit }

test('5000,50 is nobody’s half a million: it is refused wherever a person writes an amount', () => {
  const ambiguous = ['5000,50', '2500,50', '10,50', '1,00', '1,0000', '1.234,50', '1,23,456', '5,']
  for (const text of ambiguous) {
    for (const [name, read] of Object.entries(ENTRIES)) assert.equal(read(text), null, name + text)
  }
})

test('an amount is read alike wherever a person writes it, with commas or without', () => {
  const right = {
    '1,234,567.89': 123_456_789n,
    '₦2,500': 250_000n,
    '2500.5': 250_050n,
    'N 10': 1000n,
  }
  for (const [text, amount] of Object.entries(right)) {
    for (const [name, read] of Object.entries(ENTRIES))
      assert.equal(read(text), amount, name + text)
  }
  const written = fc.bigInt(100n, MOST).chain((amount) => {
    const grouped = formatNaira(kobo(amount))
    return fc.constantFrom(grouped, grouped.slice(1), grouped.replaceAll(/[₦,]/g, ''))
  })
  const mistyped = fc
    .tuple(written, fc.nat(12), fc.constantFrom(',', '.', ' ', '0', ''))
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1))
  const anything = fc.array(fc.constantFrom(...'0123456789,,,..₦N -+e'), { maxLength: 12 })
  const typed = fc.oneof(
    written,
    mistyped,
    anything.map((letters) => letters.join('')),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const amount = readNaira(text)
      fc.pre(amount === null || (amount >= 100n && amount <= MOST))
      for (const [name, read] of Object.entries(ENTRIES)) {
        assert.equal(read(text), amount, `${name}: ${text}`)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('no page has a field for decimal numbers whose reader is not tried here', () => {
  const read = new Set([
    'parts/field.tsx',
    'parts/filters.tsx',
    // Shares, of which the amounts are tried here, and percentages.
    'pages/split-dialog.tsx',
    'pages/business-mode.tsx',
  ])
  const files = globSync('web/dashboard/**/*.tsx', { cwd: ROOT })
  const withFields = files.filter((path) =>
    readFileSync(join(ROOT, path), 'utf8').includes('decimal'),
  )

  assert.deepEqual(new Set(withFields.map((path) => path.replace('web/dashboard/', ''))), read)
})

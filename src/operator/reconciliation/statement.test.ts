import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CSV_HEAD } from '../../../test/statements.ts'
import { countTurns } from '../../../test/turns.ts'
import { SLICE } from '../../platform/slices.ts'
import { BYTES_MAX, readLines, readStatement, StatementError } from './statement.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LINE = 's-1,credit,5000.00,2670625029,for shoes,2026-11-20T09:30:00Z'

const csv = (...lines: string[]) => Buffer.from([CSV_HEAD, ...lines].join('\n'))
const read = (bytes: Buffer, format: 'csv' | 'json' = 'csv') => readStatement(bytes, format, NOW)

function problemsOf(bytes: Buffer, format: 'csv' | 'json' = 'csv'): string[] {
  try {
    read(bytes, format)
  } catch (error) {
    assert(error instanceof StatementError)
    return error.problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)
  }
  assert.fail('it was read')
}

test('a line of CSV is read to the kobo', () => {
  const { about, lines } = read(csv(LINE))

  assert.equal(about, null)
  assert.deepEqual(lines, [
    {
      position: 2,
      sessionId: 's-1',
      direction: 'credit',
      amount: 500_000n,
      accountNumber: '2670625029',
      narration: 'for shoes',
      occurredAt: new Date('2026-11-20T09:30:00Z'),
    },
  ])
})

test('an identifier that a spreadsheet has changed is told by line, and nothing is taken', () => {
  const wrong = [
    '1.00033E+29',
    '1,00033E+29',
    '1E+29',
    '1.00033e29',
    '100033261121093000000000000000',
  ]
  const lines = wrong.map((id) => LINE.replace('s-1', `"${id}"`))
  const account = LINE.replace('2670625029', '2.67E+09')

  const problems = problemsOf(csv(...lines, LINE, account))

  const changed = (id: string) => `${id} was changed by a spreadsheet. ${fix}`
  const fix = 'Export the file again, and import it without opening it in a spreadsheet.'
  assert.deepEqual(problems, [
    ...wrong.map((id, i) => `${i + 2} session_id: session_id ${changed(id)}`),
    `${wrong.length + 3} account_number: account_number ${changed('2.67E+09')}`,
  ])
})

test('a session id that only looks like a number of a spreadsheet is taken', () => {
  const right = ['000033261121093000000000000000', '100033261121093012345678901200', '1E5A', 'E+29']
  const { lines } = read(csv(...right.map((id) => LINE.replace('s-1', id))))
  assert.deepEqual(
    lines.map(({ sessionId }) => sessionId),
    right,
  )
})

test('every amount in kobo is read from its naira exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 1_000_000_000_000_000n }), (amount) => {
      const naira = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
      const [line] = read(csv(LINE.replace('5000.00', naira))).lines
      assert.equal(line!.amount, amount)
    }),
  )
  for (const [text, amount] of [
    ['5', 500n],
    ['5.1', 510n],
    ['0.01', 1n],
    ['007.00', 700n],
    ['"1,234,567.89"', 123_456_789n],
  ] as const) {
    assert.equal(read(csv(LINE.replace('5000.00', text))).lines[0]!.amount, amount, text)
  }
})

test('an amount that is no amount is told by its line and field', () => {
  const form = 'amount must be naira, such as 2,500 or 2500.50. A comma only separates thousands.'
  for (const text of ['', '-1', '+1', '1e3', '1.005', '1.', '.5', '0x1', 'NaN', '１']) {
    assert.deepEqual(problemsOf(csv(LINE, LINE.replace('5000.00', text))), [`3 amount: ${form}`])
  }
  const ambiguous = csv(LINE.replace('5000.00', '"5000,50"'))
  assert.deepEqual(problemsOf(ambiguous), [`2 amount: ${form}`])
  assert.match(
    problemsOf(csv(LINE.replace('5000.00', '0.00')))[0]!,
    /^2 amount: .* at least 1 kobo/,
  )
  const huge = problemsOf(csv(LINE.replace('5000.00', '9'.repeat(18))))
  assert.match(huge[0]!, /^2 amount: amount must be at most 1000000000000000 kobo/)
})

test('all that is wrong is told, of every line; of very much, the first hundred and how many', () => {
  const wrong = [
    'no session,credit,1,1,,2026-11-20T09:30:00Z',
    's,in,1,1,,2026-11-20T09:30:00Z',
    's,debit,x,1,,yesterday',
    's,debit,1,1,,2026-02-30T09:30:00Z',
    's,debit,1,1,,2026-11-20T09:30:00',
    's,debit,1,1,,1999-12-31T09:30:00Z',
    's,debit,1,1,,2026-12-21T09:30:00Z',
    's,debit,1,1,2026-11-20T09:30:00Z',
    's,debit,1,1,a,b,2026-11-20T09:30:00Z',
    '',
    `s,debit,1,${'1'.repeat(65)},${'n'.repeat(501)},2026-11-20T09:30:00Z`,
    's,debit,1,"two\nlines",,2026-11-20T09:30:00Z',
    's,debit,1,1,nul\0,2026-11-20T09:30:00Z',
    ',debit,1,1,,2026-11-20T09:30:00Z',
    's,debit,1,1,"open,2026-11-20T09:30:00Z',
  ]

  const told = problemsOf(csv(LINE, ...wrong)).map((problem) => problem.split(':')[0])
  const many = csv(...Array.from({ length: 1_000 }, () => 's,in,x,1,,y'))

  assert.deepEqual(told, [
    '3 session_id',
    '4 direction',
    '5 amount',
    '5 occurred_at',
    '6 occurred_at',
    '7 occurred_at',
    '8 occurred_at',
    '9 occurred_at',
    '10 columns',
    '11 columns',
    '12 columns',
    '13 account_number',
    '13 narration',
    '14 account_number',
    '16 narration',
    '17 session_id',
    '18 columns',
  ])
  assert.equal(problemsOf(many).length, 100)
  assert.throws(() => read(many), { message: 'The statement has 3000 problems.' })
})

test('what looks like a formula, a quote or a line break is what the narration says', () => {
  const narrations = [
    '=1+1',
    '@SUM(A1)',
    '-2+3',
    '+cmd|x',
    'say ""hi""',
    'two\nlines',
    'ünï ₦',
    "'",
  ]
  const { lines } = read(
    csv(...narrations.map((one, i) => `s-${i},debit,1,1,"${one}",2026-11-20T09:30:00Z`)),
  )

  const expected = narrations.map((one) => one.replaceAll('""', '"'))
  assert.deepEqual(
    lines.map(({ narration }) => narration),
    expected,
  )
})

test('a byte order mark and Windows line ends change nothing', () => {
  const windows = Buffer.from(`\ufeff${CSV_HEAD}\r\n${LINE}\r\n`)

  assert.deepEqual(read(windows), read(csv(LINE)))
})

test('another first line, another divider or another encoding is told, and nothing else', () => {
  const wanted = `1 columns: The first line must be ${CSV_HEAD}`
  assert.deepEqual(problemsOf(Buffer.from('')), [`${wanted}.`])
  assert.deepEqual(problemsOf(Buffer.from(LINE)), [`${wanted}.`])
  assert.deepEqual(problemsOf(Buffer.from(CSV_HEAD.toUpperCase())), [`${wanted}.`])
  for (const divider of [';', '\t', '|']) {
    const text = [CSV_HEAD, LINE].join('\n').replaceAll(',', divider)
    const hint = ': separate the cells with commas.'
    assert.deepEqual(problemsOf(Buffer.from(text)), [`${wanted}${hint}`])
  }
  const utf16 = Buffer.from(`\ufeff${CSV_HEAD}\n${LINE}`, 'utf16le')
  const latin = Buffer.concat([csv(LINE), Buffer.from([0xe9])])
  for (const bytes of [utf16, latin]) {
    assert.deepEqual(problemsOf(bytes), [
      '0 file: The file is not UTF-8. Save it as UTF-8 and try again.',
    ])
  }
})

test('a huge cell, and a huge file, are refused and not read on and on', () => {
  const before = process.threadCpuUsage()
  const cell = csv(LINE.replace('for shoes', 'x'.repeat(5_000_000)))
  assert.match(problemsOf(cell)[0]!, /^2 narration: narration must have at most 500 characters/)
  const quotes = csv(LINE.replace('for shoes', `"${'""'.repeat(2_000_000)}`))
  assert.match(problemsOf(quotes)[0]!, /^2 columns: /)
  const commas = csv(','.repeat(1_000_000))
  assert.match(problemsOf(commas)[0]!, /^2 columns: The line has 1000001 cells instead of 6/)
  assert.match(problemsOf(Buffer.alloc(BYTES_MAX + 1))[0]!, /larger than 64 MB/)
  const { user, system } = process.threadCpuUsage(before)
  assert.ok(user + system < 20_000_000, `${user + system} µs, of which each byte has its part`)
})

const JSON_LINE = {
  session_id: 's-1',
  direction: 'debit',
  amount: 500_000,
  account_number: '',
  narration: '',
  occurred_at: '2026-11-20T09:30:00+01:00',
}
const JSON_HEAD = {
  rail: 'sandbox',
  mode: 'test',
  from: '2026-11-19T23:00:00Z',
  to: '2026-11-20T23:00:00Z',
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

test('a statement in JSON says whose it is, of which time, and its balances', () => {
  const balances = { opening_balance: -5, closing_balance: -500_005 }
  const told = read(json({ ...JSON_HEAD, ...balances, lines: [JSON_LINE] }), 'json')

  assert.deepEqual(told.about, {
    rail: 'sandbox',
    mode: 'test',
    from: new Date(JSON_HEAD.from),
    to: new Date(JSON_HEAD.to),
  })
  assert.deepEqual([told.openingBalance, told.closingBalance], [-5n, -500_005n])
  assert.deepEqual(
    told.lines.map(({ position, amount, occurredAt }) => [position, amount, occurredAt]),
    [[1, 500_000n, new Date('2026-11-20T08:30:00Z')]],
  )
})

test('what is wrong in JSON is told by the place in its list', () => {
  const of = (value: object) => problemsOf(json({ ...JSON_HEAD, lines: [], ...value }), 'json')
  assert.deepEqual(
    of({ mode: 'prod', to: JSON_HEAD.from, lines: {} }).map((problem) => problem.split(':')[0]),
    ['0 mode', '0 lines'],
  )
  assert.deepEqual(of({ to: JSON_HEAD.from }), ['0 to: to must be later than from.'])
  assert.deepEqual(of({ to: '2027-01-01T00:00:00Z' }), [
    '0 to: to must be after the year 1999 and not in the future.',
  ])
  const lines = [JSON_LINE, 7, { ...JSON_LINE, amount: '5000.00' }, { ...JSON_LINE, amount: 1.5 }]
  assert.deepEqual(
    of({ lines }).map((problem) => problem.split(':')[0]),
    ['2 body', '3 amount', '4 amount'],
  )
  for (const text of ['', '{', '[]', 'null', '{"rail": "a", "rail": "b"}', '{"rail": "\\u0000"}']) {
    assert.match(problemsOf(Buffer.from(text), 'json')[0]!, /^0 (file|body|rail): /, text)
  }
})

test('lines that a rail tells are read in slices, and refused like those of a file', async () => {
  const many = Array.from({ length: 20 * SLICE }, () => JSON_LINE)

  const { result, turns } = await countTurns(() => readLines(many, NOW))

  assert.equal(result.length, many.length)
  assert.deepEqual(result[7], { ...result[0], position: 8 })
  assert(turns >= 19, `others had ${turns} turns`)
  const wrong = readLines([...many, { ...JSON_LINE, amount: 1.5 }], NOW)
  await assert.rejects(wrong, (error) => {
    assert(error instanceof StatementError)
    assert.deepEqual(
      error.problems.map(({ line, field }) => [line, field]),
      [[many.length + 1, 'amount']],
    )
    return true
  })
})

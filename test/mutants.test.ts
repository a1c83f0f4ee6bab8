import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear, type Mutant, mutantsOf, sqlMutants } from '../scripts/mutants.ts'

const planted = (source: string, { start, end, text }: Mutant) =>
  source.slice(0, start) + text + source.slice(end)

test('each mistake is planted where it stands, past the types', () => {
  const source = `const DAYS_MAX: number = 5
if (days as number >= DAYS_MAX && !isPaid) settle(context)
`
  const found = mutantsOf(source).map((mutant) => planted(source, mutant).split('\n'))

  const [first, second] = source.split('\n')
  assert.deepEqual(
    found.map(([one, other]) => (one === first ? other : one)),
    [
      'const DAYS_MAX: number = 6',
      'if (true) settle(context)',
      'if (false) settle(context)',
      second!.replace('>=', '>'),
      second!.replace('>=', '<'),
      second!.replace('&&', '||'),
      second!.replace('!isPaid', 'isPaid'),
      second!.replace('settle(context)', ';'),
    ],
  )
})

test('a condition of a statement is left out with the value that is put in', () => {
  const source = [
    'const rows = sql`',
    '  select * from payout',
    `  where business_id = $${'{business.id}'}`,
    `    and mode = $${'{mode}'} -- and this is a remark`,
    '`',
  ].join('\n')

  const [only, ...others] = mutantsOf(source)

  assert.deepEqual(others, [])
  assert(!planted(source, only!).includes('mode = '))
})

test('text that is joined, and what only lists, are left alone', () => {
  assert.deepEqual(mutantsOf("const text = 'a' + b\nconst third = list[2]\n"), [])
  assert.deepEqual(sqlMutants("-- a <= b and not c\nselect '1'"), [])
})

test('in a file of a function of the database only the function is changed', () => {
  const source =
    'create or replace function f(a int) returns int as $$\nselect 1 where a > 2\n$$;\n'

  const [only, ...others] = sqlMutants(source)

  assert.equal(planted(source, only!), source.replace(' > ', ' >= '))
  assert.deepEqual(others, [])
})

test('the tests that bear the name of a file, or import it, are run before the others', () => {
  const text = "import { settle } from '../transactions/settle.ts'"
  assert(
    isNear('src/payments/transactions/settle.ts', 'src/payments/transactions/settle.test.ts', ''),
  )
  assert(
    isNear(
      'src/payments/transactions/settle.sql.ts',
      'src/payments/transactions/settle.test.ts',
      '',
    ),
  )
  assert(isNear('src/payments/transactions/settle.ts', 'src/payments/checkout/card.test.ts', text))
  assert(
    !isNear(
      'src/payments/transactions/settle.ts',
      'src/payments/transactions/unsettle.test.ts',
      '',
    ),
  )
  assert(!isNear('src/payments/transactions/tle.ts', 'src/payments/checkout/card.test.ts', text))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breaker } from './breaker.ts'

const LIMITS = { failuresMax: 3, openMs: 1_000, namesMax: 10 }

/** A breaker whose calls take the time as an argument. */
function givenBreaker(limits = LIMITS) {
  let clock = 0
  const own = breaker({ ...limits, monotonicMs: () => clock })
  const at = <Result>(nowMs: number, call: () => Result) => {
    clock = nowMs
    return call()
  }
  return {
    admit: (name: string, nowMs: number) => at(nowMs, () => own.admit(name)),
    failed: (name: string, subject: string, nowMs: number) =>
      at(nowMs, () => own.failed(name, subject)),
    succeeded: own.succeeded,
  }
}

/** Three subjects have failed at time 0. */
function givenOpen() {
  const bank = givenBreaker()
  for (const subject of ['1', '2', '3']) bank.failed('058', subject, 0)
  assert.equal(bank.admit('058', 0), 1_000)
  return bank
}

test('it opens when as many different subjects as it says have failed in a row', () => {
  const bank = givenBreaker()

  bank.failed('058', '1', 0)
  bank.failed('058', '2', 0)
  assert.equal(bank.admit('058', 0), null)
  bank.failed('058', '3', 0)

  assert.equal(bank.admit('058', 400), 600)
})

test('one subject that fails a thousand times does not open it', () => {
  const bank = givenBreaker()
  for (let time = 0; time < 1_000; time++) bank.failed('058', '1', time)

  assert.equal(bank.admit('058', 1_000), null)
})

test('a success between starts the count again', () => {
  const bank = givenBreaker()
  bank.failed('058', '1', 0)
  bank.failed('058', '2', 0)
  bank.succeeded('058')
  bank.failed('058', '3', 0)
  bank.failed('058', '4', 0)

  assert.equal(bank.admit('058', 0), null)
})

test('another name is not closed with it', () => {
  const bank = givenOpen()
  assert.equal(bank.admit('044', 0), null)
})

test('when the time is over one may try, and one only', () => {
  const bank = givenOpen()

  assert.equal(bank.admit('058', 999), 1)
  assert.equal(bank.admit('058', 1_000), null)
  assert.equal(bank.admit('058', 1_000), 1_000)
})

test('a try that succeeds closes it, and the count starts again', () => {
  const bank = givenOpen()
  bank.admit('058', 1_000)

  bank.succeeded('058')

  assert.equal(bank.admit('058', 1_000), null)
  bank.failed('058', '1', 1_000)
  bank.failed('058', '2', 1_000)
  assert.equal(bank.admit('058', 1_000), null)
})

test('a try that fails opens it for as long again, from then', () => {
  const bank = givenOpen()
  bank.admit('058', 1_000)

  bank.failed('058', '4', 1_200)

  assert.equal(bank.admit('058', 1_200), 1_000)
  assert.equal(bank.admit('058', 2_200), null)
})

test('a try that is never heard of again holds nobody up for ever', () => {
  const bank = givenOpen()
  bank.admit('058', 1_000)

  assert.equal(bank.admit('058', 1_999), 1)
  assert.equal(bank.admit('058', 2_000), null)
})

test('what was asked before it opened and fails later keeps it open no longer', () => {
  const bank = givenOpen()

  bank.failed('058', '4', 900)

  assert.equal(bank.admit('058', 1_000), null)
})

test('past its bound, who failed first of all is forgotten', () => {
  const bank = givenBreaker({ ...LIMITS, failuresMax: 1, namesMax: 2 })
  for (const name of ['011', '058', '044']) bank.failed(name, '1', 0)

  assert.deepEqual(
    ['011', '058', '044'].map((name) => bank.admit(name, 0)),
    [null, 1_000, 1_000],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cache } from './cache.ts'

test('what was learnt is believed until its time is over, and not a millisecond longer', () => {
  const names = cache<string>(10)
  names.set('a', 'Ada', 1_000)

  assert.equal(names.get('a', 0), 'Ada')
  assert.equal(names.get('a', 999), 'Ada')
  assert.equal(names.get('a', 1_000), null)
  assert.equal(names.get('a', 0), null, 'and it is forgotten')
})

test('what is learnt anew counts', () => {
  const names = cache<string>(10)
  names.set('a', 'Ada', 1_000)
  names.set('a', 'Ngozi', 2_000)

  assert.equal(names.get('a', 1_500), 'Ngozi')
})

test('where it is full, what nobody has asked for the longest goes', () => {
  const names = cache<string>(2)
  names.set('a', 'Ada', 1_000)
  names.set('b', 'Ngozi', 1_000)
  names.get('a', 0)

  names.set('c', 'Musa', 1_000)

  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => names.get(key, 0)),
    ['Ada', null, 'Musa'],
  )
})

test('to learn again what is known drives nothing else out', () => {
  const names = cache<string>(2)
  names.set('a', 'Ada', 1_000)
  names.set('b', 'Ngozi', 1_000)

  names.set('b', 'Ngozi', 2_000)

  assert.equal(names.get('a', 0), 'Ada')
})

test('it never holds more than it may, and never answers for another key', () => {
  const keys = fc.integer({ min: 0, max: 9 }).map(String)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.boolean(), keys), { maxLength: 100 }),
      (entriesMax, steps) => {
        const names = cache<string>(entriesMax)
        for (const [learns, key] of steps) {
          if (learns) names.set(key, `name of ${key}`, 1)
          else assert([null, `name of ${key}`].includes(names.get(key, 0)))
        }
        const known = Array.from({ length: 10 }, (_, i) => names.get(String(i), 0))
        assert(known.filter((name) => name !== null).length <= entriesMax)
      },
    ),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleFlight, turns } from './keyed-calls.ts'

/** A call that ends when the test says so. */
function given() {
  const share = singleFlight<string>()
  const landings: PromiseWithResolvers<string>[] = []
  const fly = () => {
    const landing = Promise.withResolvers<string>()
    landings.push(landing)
    return landing.promise
  }
  return { share, landings, fly }
}

test('a hundred that ask at once share one flight and its answer', async () => {
  const { share, landings, fly } = given()

  const asked = Array.from({ length: 100 }, () => share('a', fly))
  landings[0]!.resolve('done')

  assert.deepEqual(await Promise.all(asked), Array(100).fill('done'))
  assert.equal(landings.length, 1)
})

test('whoever asks after it has landed asks anew', async () => {
  const { share, landings, fly } = given()

  const first = share('a', fly)
  landings[0]!.resolve('first')
  await first
  const second = share('a', fly)
  landings[1]!.resolve('second')

  assert.equal(await second, 'second')
})

test('another key is another flight', async () => {
  const { share, landings, fly } = given()

  const asked = [share('a', fly), share('b', fly)]
  landings[1]!.resolve('b')
  landings[0]!.resolve('a')

  assert.deepEqual(await Promise.all(asked), ['a', 'b'])
})

test('a failure is everybody’s, and the next one asks anew', async () => {
  const { share, landings, fly } = given()

  const asked = Array.from({ length: 3 }, () => share('a', fly))
  landings[0]!.reject(new Error('lost'))
  for (const one of asked) await assert.rejects(one, /lost/)

  const again = share('a', fly)
  landings[1]!.resolve('found')
  assert.equal(await again, 'found')
})

test('a flight that fails before it starts is not kept either', async () => {
  const { share, landings, fly } = given()
  const crash = () => {
    throw new Error('no runway')
  }

  await assert.rejects(share('a', crash), /no runway/)

  const again = share('a', fly)
  landings[0]!.resolve('found')
  assert.equal(await again, 'found')
})

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('those who ask by one key run one after the other, in their order', async () => {
  const take = turns()
  const seen: string[] = []
  const one = async (name: string) => {
    seen.push(`${name} begins`)
    await tick()
    seen.push(`${name} ends`)
    return name
  }

  const answers = await Promise.all(['a', 'b', 'c'].map((name) => take('key', () => one(name))))

  assert.deepEqual(answers, ['a', 'b', 'c'])
  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('a turn that fails is told to its own asker, and the next one runs', async () => {
  const take = turns()
  const failing = take('key', async () => {
    throw new Error('mine')
  })
  const next = take('key', async () => 'next')

  await assert.rejects(failing, /mine/)
  assert.equal(await next, 'next')
})

test('who asks by another key does not wait', async () => {
  const take = turns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = take('one', () => promise)

  assert.equal(await take('two', async () => 'at once'), 'at once')
  resolve()
  await held
})

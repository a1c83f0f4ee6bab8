import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turns } from './turns.ts'

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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sharing } from './pub-sub.ts'
import { pubSub } from './pub-sub.ts'

function givenPubSub(isOurs?: (topic: string) => boolean) {
  let sharing: Sharing<string[]> | undefined
  const share = (_name: string, one: Sharing<never>) => {
    sharing = one as unknown as Sharing<string[]>
  }
  const made = pubSub({ share }, isOurs)
  return {
    ...made,
    updates: () => sharing!.updates(),
    apply: (told: string[]) => sharing!.apply(told),
  }
}

test('whoever listens hears of a topic until they leave', () => {
  const { publish, subscribe } = pubSub()
  const heard: string[] = []
  const leave = subscribe('a', () => heard.push('a'))
  publish('a')
  publish('b')
  leave()
  publish('a')
  assert.deepEqual(heard, ['a'])
})

test('whoever listens hears whose it is, where that was said', () => {
  const { publish, subscribe } = pubSub<string>()
  const heard: (string | undefined)[] = []
  subscribe('a', (whose) => heard.push(whose))
  publish('a', 'hers')
  publish('a')
  assert.deepEqual(heard, ['hers', undefined])
})

test('what was published here is told to other processes once, and what they told is not told back', () => {
  const here = givenPubSub()
  const heard: string[] = []
  here.subscribe('theirs', () => heard.push('theirs'))

  here.publish('ours')
  here.publish('ours')
  here.apply(['theirs'])

  assert.deepEqual(heard, ['theirs'])
  assert.deepEqual(here.updates(), ['ours'])
  assert.equal(here.updates(), null)
})

test('a topic that concerns one process only is not told to others', () => {
  const here = givenPubSub((topic) => topic === 'events')
  here.publish('events')
  assert.equal(here.updates(), null)
})

test('other processes are not told without end', () => {
  const here = givenPubSub()
  for (let i = 0; i < 20_000; i++) here.publish(`topic ${i}`)
  assert.equal(here.updates()?.length, 10_000)
})

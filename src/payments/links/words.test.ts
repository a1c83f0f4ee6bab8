import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LINK_WORDS, type LinkWord } from './words.ts'

test('every language has the same texts and placeholders, and no markup', () => {
  const filledIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
  const { en, ...others } = LINK_WORDS
  const words = Object.keys(en) as LinkWord[]
  assert.deepEqual(Object.keys(others).sort(), ['ha', 'ig', 'pcm', 'yo'])
  for (const [language, texts] of Object.entries(LINK_WORDS)) {
    assert.deepEqual(Object.keys(texts).sort(), [...words].sort(), language)
    for (const word of words) {
      const says = `${language}: ${word}`
      assert(texts[word].trim() !== '', says)
      assert.deepEqual(filledIn(texts[word]), filledIn(en[word]), says)
      assert.doesNotMatch(texts[word], /[<>&]/, says)
      assert.equal(texts[word], texts[word].normalize('NFC'), says)
    }
  }
})

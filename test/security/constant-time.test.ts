import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// A comparison that ends at the first wrong byte tells an attacker how many bytes are right.

test('secrets are compared in constant time, by one function', () => {
  const secret = '(?:signature|hmac|mac|secret|token|hash|digest)'
  const call = '(?:\\([^()]*\\))?'
  const [word, name] = [`\\b\\w*${secret}s?`, `\\b[\\w.?!]*${secret}s?`]
  const nothing = "(?:null|undefined|''|'string'|'number'|'object')"
  const compared = new RegExp(
    `${word}${call}\\)? [!=]==? (?!${nothing})|` +
      `[!=]==? (?!${nothing})${name}\\b(?!\\(|:|\\.(?:length|size))|` +
      `[!=]==? (?:\\w[\\w.]*\\()+${name}\\b|` +
      `(?:signature|mac|secret|token|hash)\\.equals\\(|\\btimingSafeEqual\\(|Buffer\\.compare\\(`,
    'i',
  )
  const wrong = globSync('{src,packages}/**/*.ts')
    // The function itself; and what is compared with the database, which is no secret.
    .filter((path) => !/^src\/platform\/(secrets|migrate|functions)\.ts$|\.test\.ts$/.test(path))
    .flatMap((path) => {
      const lines = readFileSync(path, 'utf8').split('\n')
      return lines.flatMap((line, i) => (compared.test(line) ? [`${path}:${i + 1}: ${line}`] : []))
    })
  assert.deepEqual(wrong, [])
  for (const line of [
    'if (signature === right) return',
    "return right.toString('hex') === signature.toLowerCase()",
    'row.tokenHash !== sha256(token)',
    "right.toString() === String(Buffer.from(signature, 'hex'))",
    'expected.equals(mac) || mac.equals(expected)',
  ]) {
    assert(compared.test(line), line)
  }
})

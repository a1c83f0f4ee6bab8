import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStrict } from '../../../test/receipts.ts'
import { type EmailContent, emailOf } from './email-layout.ts'

const URL = `https://pay.example/refund/${'a'.repeat(90)}`
const SECOND = 'https://pay.example/two?a=1&b="2"'
const content: EmailContent = {
  ...{ mode: 'live', over: 'Adire Studio', headline: 'Your refund', under: null, isAmount: false },
  rows: [],
  buttons: [
    { label: 'Enter your account', url: URL },
    { label: 'Open <the> second', url: SECOND },
  ],
  paragraphs: ['The link is valid for a week.'],
}

test('each button is a link in a cell that also mail programs without CSS colour and pad', () => {
  const { html } = emailOf('Refund', content)

  assertStrict(html, /^https:\/\/pay\.example\//)
  const cells = html.match(/<td class="button"[^>]*>\s*<a [^>]*>[^<]*<\/a><\/td>/g) ?? []
  assert.equal(cells.length, 2)
  for (const cell of cells) {
    assert.match(cell, /bgcolor="#[0-9a-f]{6}"/)
    assert.match(cell, /mso-padding-alt:/)
    assert.match(cell, /color:#[0-9a-f]{3,6}/)
  }
  assert(cells[0]!.includes(`href="${URL}"`))
  assert.match(cells[1]!, /Open &lt;the&gt; second/)
  assert(html.includes(`>${URL}</p>`), 'the address can be copied')
})

test('the plain text has each link whole, on a line of its own under its label', () => {
  const { text } = emailOf('Refund', content)

  assert(text.includes(`\n\nEnter your account:\n${URL}\n\nOpen <the> second:\n${SECOND}\n`))
  assert(!/\n{3}/.test(text), 'no gap where an email has no rows')
})

test('a mail of test mode says so, and a mail in another language names it', () => {
  const { subject, text, html } = emailOf('Refund', { ...content, mode: 'test', language: 'yo' })

  assert.equal(subject, '[Test] Refund')
  assert.match(text, /^TEST MODE: /)
  assert.match(html, /<html lang="yo">/)
  assert.match(emailOf('Refund', content).html, /<html lang="en-NG">/)
})

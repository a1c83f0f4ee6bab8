import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { FONT } from '../src/http/dashboard-page.ts'
import { emailOf } from '../src/payments/receipts/email-layout.ts'
import { darkToken, token } from '../src/platform/tokens.ts'

// The form of the product is one file, web/tokens.css: every style sheet, and the emails, take
// colours, sizes and distances from it.

const TOKENS = readFileSync('web/tokens.css', 'utf8')
const names = new Set([...TOKENS.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!))

const EMAIL = {
  over: 'Adire House',
  headline: '₦25,000.00',
  under: 'Paid on 21 November',
  isAmount: true,
  rows: [{ label: 'Reference', value: 'adire-1042' }],
  buttons: [{ label: 'Open', url: 'https://pay.example/1' }],
  paragraphs: ['Thank you.'],
}

/** Values that are no step of a scale, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'width: 70mm': 'a code on paper is as large as a scanner needs it',
  'height: 70mm': 'a code on paper is as large as a scanner needs it',
  'font: 0.92em / 1.5 var(--mono)': 'code stands in text of every size',
  'font: 700 9px / 1 Arial, sans-serif': 'letters of a drawing, in its own units',
}
/** A line is as thin as a screen draws it, or twice that. */
const LINES = /^(border(-\w+)*|outline(-offset)?|text-underline-offset|stroke-width)$/
const ROUND = /^border(-\w+)*-radius$/

test('no style sheet has a size or a colour that is not a token', () => {
  const sheets = globSync('web/**/*.css', { exclude: ['**/dist/**'] })
    .filter((path) => path !== 'web/tokens.css')
    .map((path) => [path, readFileSync(path, 'utf8')] as const)

  assert(sheets.length >= 8)
  assert.deepEqual(
    sheets.flatMap(([path, text]) => wrongValues(text).map((wrong) => `${path}: ${wrong}`)),
    [],
    'web/tokens.css has the values: docs/hacking.md, Style',
  )
})

/** What a chart draws beside its data: the ground, the lines of the scale, the words. */
const AROUND = ['none', 'var(--paper)', 'var(--hover)', 'var(--line)', 'var(--ink-faint)']

test('charts draw their data in the two hues of data, and in no other', () => {
  const sheets = globSync('web/dashboard/*.css').map((path) => readFileSync(path, 'utf8'))
  const drawn = sheets.flatMap((text) =>
    [...text.matchAll(/([^{}]*)\{([^{}]*)\}/g)]
      .filter(([, selector]) => /\.(chart|bars)\b/.test(selector!))
      .flatMap(([, , rules]) => [...rules!.matchAll(/\b(?:fill|stroke): ([^;]+);/g)])
      .map(([, value]) => value!),
  )
  const hues = new Set(drawn.filter((value) => !AROUND.includes(value)))
  assert.deepEqual([...hues].sort(), ['var(--data-1)', 'var(--data-2)'])
})

test('a value beside the tokens is found', () => {
  const wrong = [
    'padding: 10px 0',
    'font-size: 0.9em',
    'font: 13px / 1.5 var(--sans)',
    'color: #fff',
    'background: rgb(0 0 0 / 20%)',
    'color: white',
    'font-size: 1rem',
    'gap: 1.5rem',
    'border-radius: 2px',
    'border: 3px solid var(--line)',
    'margin: calc(-1 * 3px)',
    'inline-size: min(10cm, 100%)',
    'color: var(--unheard-of)',
  ]
  const right = [
    'padding: var(--space-8) 0',
    'inset: auto 0 0 -1px',
    'border: 1px solid transparent',
    'outline-offset: 2px',
    'box-shadow: 0 0 0 1px var(--line)',
    'inline-size: min(100%, var(--width-480))',
    'letter-spacing: -0.01em',
    'color: currentColor',
  ]
  assert.deepEqual(wrongValues(`a { ${wrong.join('; ')} }`), wrong)
  assert.deepEqual(wrongValues(`a { ${right.join('; ')} }`), [])
  assert.deepEqual(wrongValues('@media (max-width: 640px) { a { gap: 0 } }'), [])
})

test('an old phone reads the checkout: each variable of its sheet has a plain value', () => {
  const sheet = readFileSync('web/checkout/dist/checkout.css', 'utf8')
  const set = new Set([...sheet.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
  const used = [...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!)

  assert.doesNotMatch(sheet, /light-dark\(/)
  assert.deepEqual(
    used.filter((name) => !set.has(name) && !SET_ELSEWHERE.has(name)),
    [],
  )
})

test('emails and plain pages take their sizes and colours from the tokens', () => {
  const paths = ['src/payments/receipts/email-layout.ts', 'src/http/plain-page.ts']
  for (const path of paths) {
    const text = readFileSync(path, 'utf8').replaceAll('1px solid', '')
    assert.deepEqual(text.match(/#[\da-f]{3,8}\b|\d(px|rem)\b/gi), null, path)
    for (const [, name = ''] of text.matchAll(/[tT]oken\('([\w-]+)'\)/g)) token(name)
  }
  const { html: mail } = emailOf('Receipt', { ...EMAIL, mode: 'test' })
  const values = [...mail.matchAll(/#[\da-f]{6}\b|\b[\d.]+(?:px|rem)\b/gi)].map(([value]) => value)
  const known = [...names].flatMap((name) => [token(name.slice(2)), darkToken(name.slice(2))])
  assert.deepEqual(
    values.filter((value) => value !== '1px' && !known.includes(value)),
    [],
  )
})

test('the letters of the dashboard have the languages of Nigeria, and are named by their content', () => {
  const [path = ''] = globSync('web/dashboard/font/*.woff2')
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
  const letters = readFileSync('web/dashboard/font/letters.txt', 'utf8')
  const codes = letters
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [first = 0, last = first] = line
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return [first, last] as const
    })

  assert.equal(path, `web/dashboard/font/${FONT}`)
  assert(FONT.includes(digest.slice(0, 8)))
  assert(readFileSync('web/dashboard/font.css', 'utf8').includes(`/dashboard/assets/${FONT}`))
  assert(statSync(path).size <= 35_000)
  for (const letter of '₦ẹọṣɓɗƙƴịụṅẸỌṢƁƊƘƳỊỤṄ') {
    const code = letter.codePointAt(0)!
    assert(
      codes.some(([first, last]) => first <= code && code <= last),
      letter,
    )
  }
})

test('a page says no size and no colour by itself', () => {
  const wrong = globSync('web/dashboard/{pages,parts}/*.tsx').flatMap((path) => {
    const styles = readFileSync(path, 'utf8').matchAll(/style=\{\{[^}]*\}\}/g)
    return [...styles].filter(([style]) => /#[\da-f]{3,8}\b|\d(px|rem)\b/i.test(style))
  })
  assert.deepEqual(wrong, [])
})

/** Declarations with another value than a token. */
function wrongValues(sheet: string): string[] {
  const text = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ')
  const own = new Set([...text.matchAll(/[{;] ?(--[\w-]+):/g)].map(([, name]) => name!))
  const all = [...text.matchAll(/(?<=[{;] ?)([\w-]+): ?([^;{}]+?) ?(?=[;}])/g)]
  return all
    .filter(([declaration]) => EXCEPTIONS[declaration.trim()] === undefined)
    .filter(([, property = '', value = '']) => isWrong(property, value, own))
    .map(([declaration]) => declaration.trim())
}

const SIZE = /(?<![\w#-])-?(\d*\.?\d+)(px|rem|pt|pc|mm|cm|in|q)\b/gi
const COLOUR = /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i
const NAMED = /(?<![\w-])(white|black|red|green|blue|gr[ae]y|silver|orange|yellow)(?![\w-])/i

function isWrong(property: string, value: string, own: Set<string>): boolean {
  const plain = value.replaceAll(/"[^"]*"|url\([^)]*\)/g, '')
  const isLine = LINES.test(property) && !ROUND.test(property)
  const isFont = property === 'font' || property === 'font-size'
  const sizes = [...plain.matchAll(SIZE)].map(([, size, unit]) =>
    unit === 'px' ? Number(size) : Number.POSITIVE_INFINITY,
  )
  const unknown = [...plain.matchAll(/var\((--[\w-]+)/g)].some(
    ([, name = '']) => !(names.has(name) || own.has(name) || SET_ELSEWHERE.has(name)),
  )
  return (
    unknown ||
    COLOUR.test(plain) ||
    NAMED.test(plain) ||
    sizes.some((size) => size > (isLine ? 2 : 1)) ||
    (ROUND.test(property) && sizes.length > 0) ||
    (isFont && /\d(em|ex|ch)\b|\d%/.test(plain))
  )
}

/** Names that a script or another sheet of the same page sets. */
const SET_ELSEWHERE = new Set([
  '--own',
  '--own-dark',
  '--brand',
  '--tone',
  '--tone-soft',
  '--control',
  '--band',
  '--radix-popover-trigger-width',
  '--radix-popover-content-available-height',
])

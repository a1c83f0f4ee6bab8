import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { indexOf, type Section, search } from '../web/docs/search.ts'

// The search of the documentation answers what integrators type. docs-questions.json has the
// questions, and the pages that answer each.

const FIRST_SHARE_MIN = 0.9
const SHOWN = 8

type Question = { question: string; pages: string[] }

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const index = indexOf(read('web/docs/dist/search.json') as Section[])
const questions = read('test/docs-questions.json') as Question[]

const pageOf = (url: string) => url.replace('/docs/', '').replace(/\/?#.*/, '')

function placeOf({ question, pages }: Question): number {
  const found = search(index, question, SHOWN).map(({ url }) => pageOf(url))
  return found.findIndex((page) => pages.includes(page))
}

test('nine of ten questions have their page first', () => {
  assert(questions.length >= 150, `${questions.length} questions`)
  const missed = questions.filter((one) => placeOf(one) !== 0)
  const share = 1 - missed.length / questions.length
  const what = missed.map(({ question, pages }) => {
    const [first] = search(index, question, 1)
    return `${question}: ${first && pageOf(first.url)}, not ${pages.join(' or ')}`
  })
  assert(share >= FIRST_SHARE_MIN, `${Math.round(share * 100)} %:\n${what.join('\n')}`)
})

test('every question has its page among those that are shown', () => {
  const lost = questions.filter((one) => placeOf(one) < 0)
  assert.deepEqual(
    lost.map(({ question }) => question),
    [],
  )
})

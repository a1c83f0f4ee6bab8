import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch'

// The search of the documentation: in the browser, and in test/docs-search.test.ts, which holds it
// to the questions that people type.

/** A heading and its text. `weight`: below 1 for pages that mention everything. */
export type Section = {
  url: string
  page: string
  title: string
  text: string
  keywords?: string
  weight?: number
}
export type Found = Pick<Section, 'url' | 'page' | 'title' | 'text'>
export type Index = MiniSearch<Section & { id: number }>

const BOOST = { title: 4, page: 4, keywords: 5 }
/** Shorter words that differ in a letter are other words. */
const FUZZY_LENGTH_MIN = 7
const FUZZY = 0.15
const PREFIX_LENGTH_MIN = 3
const LIKENESS = 0.5
const COVERAGE = 2

const RANKING: SearchOptions = {
  boost: BOOST,
  boostDocument: (_id, _term, stored) => (stored?.['weight'] as number | undefined) ?? 1,
  prefix: (word) => word.length >= PREFIX_LENGTH_MIN,
  fuzzy: (word) => (word.length >= FUZZY_LENGTH_MIN ? FUZZY : false),
  weights: { fuzzy: LIKENESS / 2, prefix: LIKENESS },
}

/** Words of questions, not of answers. */
const SMALL = new Set(
  (
    'a about after an and any are as at be by can cant coming do does doesnt dont for ' +
    'from get give go have how i if in into is it its let many me must my need not of on ' +
    'one or our should so still that the their them then there they this time to up us ' +
    'use using want was we what when where which who why will with without work you your ' +
    'cowrie'
  ).split(' '),
)

/** What people type, and the words that the pages use for it. */
const LIKE: Record<string, string> = {
  '2fa': 'factor step',
  401: 'invalid key unauthorized',
  403: 'scope wrong key',
  404: 'found',
  429: 'limit',
  503: 'overloaded',
  bulk: 'batch many',
  callback: 'return',
  cashout: 'payout',
  chargeback: 'dispute',
  ci: 'pipeline',
  commission: 'split share',
  declined: 'failure',
  disburse: 'payout',
  disbursement: 'payout',
  duplicate: 'same',
  embed: 'inline frame',
  env: 'configure',
  environment: 'configure',
  fail: 'failed failure',
  fee: 'cost',
  hmac: 'signature',
  iframe: 'inline frame',
  list: 'catalogue',
  localhost: 'laptop listen',
  marketplace: 'subaccount',
  modal: 'inline',
  ngrok: 'laptop listen',
  popup: 'inline',
  price: 'cost fee',
  sandbox: 'test',
  sdk: 'library',
  seller: 'subaccount',
  throttle: 'limit',
  twice: 'once idempotency',
  two: 'second',
  unauthorized: 'invalid key',
  variable: 'configure setting',
  vendor: 'subaccount seller',
  withdraw: 'payout',
  withdrawal: 'payout',
}

/** Plurals are one word with the singular. */
function stem(word: string): string {
  if (/[^s]s$/.test(word) && word.length > 3) return word.slice(0, -1)
  return word
}

function term(text: string): string | null {
  const word = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll("'", '')
  return word === '' || SMALL.has(word) ? null : stem(word)
}

export function indexOf(sections: Section[]): Index {
  const index: Index = new MiniSearch({
    fields: ['title', 'page', 'keywords', 'text'],
    storeFields: ['url', 'page', 'title', 'text', 'weight'],
    processTerm: term,
  })
  index.addAll(sections.map((section, id) => ({ ...section, id })))
  return index
}

/**
 * The best first, each page once: a page that answers has several sections that match. A section
 * with some of the words counts much less than one with all.
 */
export function search(index: Index, question: string, max: number): Found[] {
  const words = question.split(/[\s\p{P}]+/u).flatMap((text) => term(text) ?? [])
  const alike = words.map((word) => [word, ...(LIKE[word]?.split(' ') ?? [])])
  const found = index
    .search({ combineWith: 'OR', queries: alike.flat() }, RANKING)
    .map((one) => {
      const had = alike.filter((group) => group.some((word) => one.queryTerms.includes(word)))
      return { ...one, score: one.score * (had.length / words.length) ** COVERAGE }
    })
    .sort((one, other) => other.score - one.score)
  return firstOfEachPage(found).slice(0, max)
}

function firstOfEachPage(found: SearchResult[]): Found[] {
  const seen = new Set<string>()
  return found.flatMap(({ url, page, title, text }) => {
    const address = url.split('#')[0]!
    // Every operation of the reference is an answer of its own.
    if (seen.has(address) && address !== '/docs/api/') return []
    seen.add(address)
    return [{ url, page, title, text }]
  })
}

const SNIPPET_LENGTH = 120

/** The part of the text around the first word of the question. */
export function snippet(text: string, question: string): string {
  const words = question
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => term(word) ?? [])
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const at = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - SNIPPET_LENGTH / 3)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const part = text.slice(start, start + SNIPPET_LENGTH)
  return `${start > 0 ? '… ' : ''}${part}${start + SNIPPET_LENGTH < text.length ? ' …' : ''}`
}

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

const BOOST = { title: 4, page: 4, keywords: 8 }
/** Shorter words that differ in a letter are other words. */
const FUZZY_LENGTH_MIN = 7
const FUZZY = 0.15
const PREFIX_LENGTH_MIN = 3
const LIKENESS = 0.5
const COVERAGE = 1.3
/** Each further section of a page counts so much less than the one before. */
const FURTHER = 0.6
const STEM_LENGTH_MIN = 3

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
    'a about after all already an and another any anyone are as at be because been before ' +
    'being between but by called came can cant comes coming could did do does doesnt doing ' +
    'dont else even ever every for from get gets getting give given gives go goes gone got ' +
    'had happen happens has have having he her him his how i if im in instead into is isnt ' +
    'it its ive just kind know let lets like long look looks made make makes making many may ' +
    'me might more most much must my need needs never nobody not now of off on once one only ' +
    'or our out over own person please put really said same saw say says see seem seems she ' +
    'should show shows so some somebody someone something still such take taken takes than ' +
    'that the their them then there these they thing things this those through time to ' +
    'took try trying two up upon us use used uses using very want wants was way we well went ' +
    'were what whats when where whether which while who whole whose why will with within ' +
    'without wont work works would yet you your cowrie'
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
  accountant: 'export csv',
  bulk: 'batch many',
  callback: 'return',
  cashout: 'payout',
  chargeback: 'dispute',
  ci: 'pipeline',
  cheque: 'transfer',
  commission: 'split share',
  crash: 'timeout retry idempotency',
  declined: 'failure',
  disburse: 'payout',
  disbursement: 'payout',
  duplicate: 'same',
  embed: 'inline frame',
  env: 'configure',
  environment: 'configure',
  fail: 'failed failure',
  excel: 'csv export',
  fee: 'cost',
  form: 'inline checkout',
  hmac: 'signature',
  iframe: 'inline frame',
  invoice: 'link',
  leak: 'revoke rotate',
  list: 'catalogue',
  localhost: 'laptop listen',
  marketplace: 'subaccount',
  month: 'subscription recurring',
  monthly: 'subscription recurring',
  modal: 'inline',
  ngrok: 'laptop listen',
  popup: 'inline',
  price: 'cost fee',
  quota: 'limit',
  recurring: 'subscription plan',
  rotate: 'roll revoke',
  sandbox: 'test',
  sdk: 'library',
  seller: 'subaccount',
  spreadsheet: 'csv export',
  supplier: 'payout beneficiary',
  tax: 'vat fee stamp',
  throttle: 'limit',
  twice: 'once idempotency',
  two: 'second',
  unauthorized: 'invalid key',
  variable: 'configure setting',
  vat: 'fee tax',
  vendor: 'subaccount seller',
  website: 'inline site',
  withdraw: 'payout',
  withdrawal: 'payout',
}

/** The forms of a word are one word: `retries`, `retried` and `retrying` are `retri`. */
function stem(word: string): string {
  if (word.length <= STEM_LENGTH_MIN || !/^[a-z]+$/.test(word)) return word
  const singular = /[^s]s$/.test(word) ? word.slice(0, -1) : word
  const base = singular.replace(/(?:ied|ying|ie)$/, 'y').replace(/(?:ing|ed)$/, '')
  const short = base.length < STEM_LENGTH_MIN ? singular : base
  return short
    .replace(/([^aeiou])\1$/, '$1')
    .replace(/e$/, '')
    .replace(/y$/, 'i')
}

const ALIKE = new Map(
  Object.entries(LIKE).map(([word, words]) => [stem(word), words.split(' ').map(stem)]),
)

function term(text: string): string | null {
  const word = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll("'", '')
  return word === '' || SMALL.has(word) ? null : stem(word)
}

/** `PaymentIntent` is two words, and one. */
function wordsOf(text: string): string[] {
  return text.split(/[\s\p{P}]+/u).flatMap((word) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u)
    return parts.length > 1 ? [word, ...parts] : word
  })
}

export function indexOf(sections: Section[]): Index {
  const index: Index = new MiniSearch({
    fields: ['title', 'page', 'keywords', 'text'],
    storeFields: ['url', 'page', 'title', 'text', 'weight'],
    tokenize: wordsOf,
    processTerm: term,
  })
  index.addAll(sections.map((section, id) => ({ ...section, id })))
  return index
}

/**
 * The best first, each page once: a page that answers has several sections that match, so they are
 * summed. A section without some of the words counts less, and less still if they are rare.
 */
export function search(index: Index, question: string, max: number): Found[] {
  const words = [...new Set(wordsOf(question).flatMap((text) => term(text) ?? []))]
  const alike = words.map((word) => [word, ...(ALIKE.get(word) ?? [])])
  const found = index.search({ combineWith: 'OR', queries: alike.flat() }, RANKING)
  const rarity = alike.map((group) => {
    const sections = found.filter((one) => hasOne(one, group)).length
    return Math.log(1 + index.documentCount / (1 + sections))
  })
  const all = sum(rarity)
  const ranked = found
    .map((one) => {
      const had = sum(rarity.filter((_, at) => hasOne(one, alike[at]!)))
      return { ...one, score: one.score * (had / all) ** COVERAGE }
    })
    .sort((one, other) => other.score - one.score)
  return pagesOf(ranked)
    .sort((one, other) => other.score - one.score)
    .slice(0, max)
    .map(({ best: { url, page, title, text } }) => ({ url, page, title, text }))
}

const hasOne = ({ queryTerms }: SearchResult, group: string[]) =>
  group.some((word) => queryTerms.includes(word))

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

type Ranked = { best: SearchResult; score: number; sections: number }

/** `found`: the best first. */
function pagesOf(found: SearchResult[]): Ranked[] {
  const pages = new Map<string, Ranked>()
  for (const best of found) {
    const { url, score } = best
    // Every operation of the reference is an answer of its own.
    const address = url.startsWith('/docs/api/#') ? url : url.split('#')[0]!
    const known = pages.get(address)
    if (known === undefined) pages.set(address, { best, score, sections: 1 })
    else {
      known.score += score * FURTHER ** known.sections
      known.sections += 1
    }
  }
  return [...pages.values()]
}

const SNIPPET_LENGTH = 120

/** The part of the text around the first word of the question. */
export function snippet(text: string, question: string): string {
  const words = question
    .toLowerCase()
    .split(/\s+/)
    // `retri` is found in `retry` without its last letter.
    .flatMap((word) => term(word)?.replace(/i$/, '') ?? [])
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const at = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - SNIPPET_LENGTH / 3)
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1
  const part = text.slice(start, start + SNIPPET_LENGTH)
  return `${start > 0 ? '… ' : ''}${part}${start + SNIPPET_LENGTH < text.length ? ' …' : ''}`
}

import type { ScriptWords } from '../../src/checkout/page.ts'
import { page, type Status } from './calls.ts'

// What the script says, in the language of the page: the page brings the words with it, so that the
// script is one for all. The server speaks English; what it says is known by its pattern.

export const words: ScriptWords = JSON.parse(page.words || '{}')

/** Only a decline costs a try. */
export const told = ({ message, attempts_left: left }: Status) => {
  if (!left || !/^Your bank declined/.test(message || '')) return translated(message)
  const tries = left > 1 ? words.tries_left : words.try_left
  return `${words.declined} ${tries.replace('{count}', String(left))}`
}

const translated = (message?: string | null) =>
  words.told.reduce(
    (text, [pattern, ours]) => text.replace(new RegExp(pattern), ours),
    message || '',
  )

/** Why the server refused; English where we have no words for it. */
export const refused = (code = '', message = '') => words.refused[code] || message

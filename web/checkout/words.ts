import type { ScriptWords } from '../../src/payments/checkout/page.ts'
import { page, type Status } from './calls.ts'

// What the script says, in the language of the page: the page brings the words with it, so that the
// script is one for all. The server sends codes, and English beside them.

export const words: ScriptWords = JSON.parse(page.words || '{}')

/** What happened, in the language of the page. Only a decline costs a try. */
export const messageOf = ({
  message,
  message_code: code = '',
  message_data: data = {},
  attempts_left: left,
}: Status) => {
  const text = filled(words.messages[code] || message || '', data)
  if (!left || code !== 'declined') return text
  return `${text} ${filled(left > 1 ? words.tries_left : words.try_left, { count: String(left) })}`
}

const filled = (text: string, data: Record<string, string>) =>
  text.replace(/{(\w+)}/g, (_, name) => data[name] || '')

/** Why the server refused; English where we have no words for it. */
export const refused = (code = '', message = '') => words.refused[code] || message

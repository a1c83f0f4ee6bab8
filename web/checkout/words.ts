import type { ScriptWords } from '../../src/payments/checkout/page.ts'
import { page, type Status } from './calls.ts'

// The texts of the script, in the language of the page. The page contains them, so one script
// serves all languages. The server sends codes, with English text.

export const words: ScriptWords = JSON.parse(page.words || '{}')

/** The message in the language of the page. Only a decline shows the attempts that are left. */
export const messageOf = ({
  message,
  message_code: code = '',
  message_data: data = {},
  attempts_left: left,
}: Status) => {
  const text = filled(words.messages[code] || message || '', data)
  if (!left || !/^(declined|charge_failed)(?!_too)/.test(code)) return text
  return `${text} ${filled(left > 1 ? words.tries_left : words.try_left, { count: String(left) })}`
}

export const filled = (text: string, data: Record<string, string>) =>
  text.replace(/{(\w+)}/g, (_, name) => data[name] || '')

/** The reason of a refusal, in English if there is no text for it. */
export const refused = (code = '', message = '') => words.refused[code] || message

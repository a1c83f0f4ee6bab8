// Until migration 0046 what happened was stored as English sentences: a message as the sentence,
// a history as JSON, `{"type":"action","message":"Opened the checkout","time":3},…`. They are read
// as the codes of history.ts, until code-histories.ts has rewritten them all; the version after
// that forgets them.

const SENTENCES: Record<string, string> = {
  'Opened the checkout': 'opened',
  'Attempted to pay with card': 'card_tried',
  'Asked for an account to transfer to': 'account_requested',
  'The customer cancelled': 'cancelled',
  'The customer did not pay in time.': 'expired',
  'The server of the business has started another payment with this reference.': 'displaced',
  'Refunded in full': 'refunded',
}
const CHANNELS: Record<string, string> = {
  'with card': 'card',
  'by bank transfer': 'bank_transfer',
  'by transfer to a dedicated account': 'dedicated_virtual_account',
}

type Parts = (string | undefined)[]
const FORMS: [form: RegExp, code: (parts: Parts) => string][] = [
  [/^Card declined: ([a-z0-9 ]+)$/, ([, why]) => `card_declined:${why!.replaceAll(' ', '_')}`],
  [
    /^Successfully paid (with card|by bank transfer|by transfer to a dedicated account)(.*)/,
    ([, how, rest]) => `${rest!.includes('was not') ? 'paid_unsplit' : 'paid'}:${CHANNELS[how!]}`,
  ],
  [/^Your bank declined this card\./, () => 'declined'],
  [/^This payment failed: the card was declined too often\./, () => 'declined_too_often'],
  [/^That code is not right\./, () => 'code_wrong'],
  [/^The card network could not be reached\./, () => 'network_down'],
  [
    /^A transfer of ₦([\d,]+\.\d\d) arrived, but it came too late/,
    ([, amount]) => `transfer_late:${koboOf(amount!)}`,
  ],
  [
    /^A transfer of ₦([\d,]+\.\d\d) arrived, but .* exactly ₦([\d,]+\.\d\d)/,
    ([, amount, exact]) => `transfer_wrong:${koboOf(amount!)}:${koboOf(exact!)}`,
  ],
]
/** A line of a history as JSON: no member of it is an object. */
const LINE = /\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\}/g

/** Every sentence has a code, if only that of a note. */
export function codeOfSentence(sentence: string): string {
  const known = SENTENCES[sentence]
  if (known !== undefined) return known
  for (const [form, code] of FORMS) {
    const parts = form.exec(sentence)
    if (parts) return code(parts)
  }
  return `note:${sentence.replace(/[%,:@]/g, encodeURIComponent)}`
}

/** A history may begin with lines of the one form and go on with the other. */
export function historyInCodes(history: string): string {
  if (!history.includes('{')) return history
  return history.replace(LINE, (line) => {
    const { message, time } = JSON.parse(line) as { message: string; time: number }
    return `${codeOfSentence(message)}@${time}`
  })
}

function koboOf(amount: string): string {
  return String(BigInt(amount.replace(/[,.]/g, '')))
}

// A USSD code is stored as the address that a phone dials: `tel:*737*000*4567%23`. So an attempt
// that waits for the customer has a URL, whichever way they pay.

/** Null if it is no code that a phone can dial. */
export function telephoneOf(code: string): string | null {
  return /^\*[\d*]{2,60}#$/.test(code) ? `tel:${code.replaceAll('#', '%23')}` : null
}

/** Null if the address is of a page. */
export function codeIn(url: string | null): string | null {
  const [, code] = /^tel:(\*[\d*]+%23)$/.exec(url ?? '') ?? []
  return code?.replaceAll('%23', '#') ?? null
}

// Why a bank or a card issuer would not take money back, for people.

const WORDS: Record<string, string> = {
  account_closed: 'The account that paid is closed.',
  amount_too_high: 'The bank says that this is more than was paid.',
  amount_too_large: 'The card issuer says that this is more than was paid.',
  duplicate: 'The bank has sent it back already.',
  not_approved: 'The card issuer knows of no such payment.',
  not_found: 'The card issuer knows of no such payment.',
  refused_by_bank: 'The bank refused it.',
  refused_by_issuer: 'The card issuer refused it.',
}

export function failureInWords(failure: string): string {
  return WORDS[failure] ?? `The bank refused it: ${failure.replaceAll('_', ' ')}.`
}

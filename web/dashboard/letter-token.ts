// The secret of a link in a mail. It stands behind `#`, which browsers send to nobody, or in the
// query; once read it leaves the address, so that it stays in no history.

let token: string | null = null

const KEPT = 'cowrie-letter'

export function letterToken(): string {
  const { hash, search, pathname } = location
  const found = new URLSearchParams(search).get('token') || tokenOfHash(hash) || taken()
  if (found) {
    token = found
    history.replaceState(history.state, '', pathname)
  }
  return token ?? ''
}

/** For this tab, while somebody signs in: that loads the page anew. */
export function keepLetterToken(): void {
  if (token) sessionStorage.setItem(KEPT, token)
}

function taken(): string | null {
  const kept = sessionStorage.getItem(KEPT)
  sessionStorage.removeItem(KEPT)
  return kept
}

function tokenOfHash(hash: string): string {
  const text = hash.replace(/^#/, '')
  return text.startsWith('token=') ? text.slice('token='.length) : text
}

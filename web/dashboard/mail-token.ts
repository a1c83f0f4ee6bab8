// The token of a link in an email. It is in the fragment, which browsers do not send, or in the
// query string. Reading it removes it from the URL, so that no history keeps it.

let token: string | null = null

const KEPT = 'cowrie-mail-token'

export function readMailToken(): string {
  const { hash, search, pathname } = location
  const found = new URLSearchParams(search).get('token') || tokenOfHash(hash) || taken()
  if (found) {
    token = found
    history.replaceState(history.state, '', pathname)
  }
  return token ?? ''
}

/** Keeps it for this tab across the sign-in, which reloads the page. */
export function keepMailToken(): void {
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

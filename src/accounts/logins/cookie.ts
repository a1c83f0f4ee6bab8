// The session cookie, which scripts cannot read. Over https, its name starts with `__Host-`, so
// that browsers accept it only from this host over https. Over http they would refuse such a name.

type CookieSettings = {
  path: '/'
  httpOnly: true
  sameSite: 'lax'
  secure: boolean
}

export function cookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-sid' : 'sid'
}

export function cookieSettings(baseUrl: string): CookieSettings {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(baseUrl) }
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

// How the browser of a signed-in person keeps that: one cookie that no script can read. Over https
// its name begins with `__Host-`, which a browser takes from this very host over https only; over
// http, on a laptop, browsers would refuse that name.

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

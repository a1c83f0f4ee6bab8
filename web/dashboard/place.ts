// The mode and the business of this tab. The mode is in the URL. Both are fixed until the page
// reloads, so that data of one is never shown beside another.

export type Mode = 'test' | 'live'

const BUSINESS = 'cowrie-business'
const MODE = 'cowrie-mode'
const ROOT = '/dashboard'

export const mode: Mode = modeOfAddress() ?? (recall(MODE) === 'live' ? 'live' : 'test')

/** The prefix of every path in `paths.ts`. */
export const basePath = `${ROOT}/${mode}`

/** Links in emails have no mode; they get the last one used. */
export function settleAddress(): void {
  remember(MODE, mode)
  if (modeOfAddress() !== null) return
  const { pathname, search, hash } = location
  history.replaceState(null, '', `${basePath}${pathname.slice(ROOT.length)}${search}${hash}`)
}

export function businessId(): string | null {
  return recall(BUSINESS)
}

/** Of every call of the API. */
export function callHeaders(): Record<string, string> {
  const business = businessId()
  return {
    'cowrie-dashboard': '1',
    'cowrie-mode': mode,
    ...(business !== null && { 'cowrie-business': business }),
  }
}

/** Opens the home page of the other mode, as the current record may not exist there. */
/** `path`: a page of `paths.ts` to open there. */
export function switchMode(to: Mode, path = '/'): void {
  remember(MODE, to)
  location.assign(`${ROOT}/${to}${path}`)
}

export function switchBusiness(id: string): void {
  remember(BUSINESS, id)
  location.assign(`${basePath}/`)
}

/** Without a reload: used once the session is known. */
export function rememberBusiness(id: string): void {
  remember(BUSINESS, id)
}

function modeOfAddress(): Mode | null {
  const [, , first] = location.pathname.split('/')
  return first === 'test' || first === 'live' ? first : null
}

/** Each tab keeps its own value; a new tab starts with the latest one. */
function remember(name: string, value: string): void {
  for (const store of [sessionStorage, localStorage]) store.setItem(name, value)
}

function recall(name: string): string | null {
  return sessionStorage.getItem(name) ?? localStorage.getItem(name)
}

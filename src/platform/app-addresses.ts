// Addresses of mobile apps: `myapp://paid` opens the app that registered `myapp`. Only the business
// knows whether that app is its own, so it lists `myapp://`.

const ADDRESS = /^([a-z][a-z0-9+.-]{1,63}):\/\//i
/** Shorter schemes are likely to belong to somebody else. */
const LETTERS_MIN = 3
/** Browsers and systems handle these themselves, and some run what follows. */
const NO_APPS = new Set(
  (
    'http https ws wss ftp file filesystem data blob javascript vbscript about intent ' +
    'android-app content view-source chrome resource jar search-ms'
  ).split(' '),
)
/** Schemes of extensions and of Windows: `chrome-extension`, `ms-msdt`. */
const NO_APPS_BEGIN = /^(?:ms|moz|chrome|safari|edge)-/

/** The scheme as it is registered: `myapp://`. Null if the address opens no app. */
export function appOf(address: string): string | null {
  const scheme = ADDRESS.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined || NO_APPS.has(scheme) || NO_APPS_BEGIN.test(scheme)) return null
  const letters = scheme.replace(/[^a-z]/g, '').length
  return scheme.includes('.') || letters >= LETTERS_MIN ? `${scheme}://` : null
}

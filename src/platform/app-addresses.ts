// Addresses of mobile apps: `myapp://paid` opens the app that has claimed `myapp`. Whether the app
// is the business's own, only the business can say: it registers `myapp://`.

const ADDRESS = /^([a-z][a-z0-9+.-]{1,63}):\/\//i
/** A shorter name of one word is too easily somebody else's. */
const LETTERS_MIN = 3
/** Browsers and systems give these a meaning, and some of them run what follows. */
const NO_APPS = new Set(
  (
    'http https ws wss ftp file filesystem data blob javascript vbscript about intent ' +
    'android-app content view-source chrome resource jar search-ms'
  ).split(' '),
)
/** Of extensions and of Windows: `chrome-extension`, `ms-msdt`. */
const NO_APPS_BEGIN = /^(?:ms|moz|chrome|safari|edge)-/

/** As it is registered, `myapp://`. Null where the address can lead to no app. */
export function appOf(address: string): string | null {
  const scheme = ADDRESS.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined || NO_APPS.has(scheme) || NO_APPS_BEGIN.test(scheme)) return null
  const letters = scheme.replace(/[^a-z]/g, '').length
  return scheme.includes('.') || letters >= LETTERS_MIN ? `${scheme}://` : null
}

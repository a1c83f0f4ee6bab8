import { onDark } from '../../accounts/businesses/accent.ts'
import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { html, written } from '../../platform/html.ts'

// The look that a business chose, as attributes of the page's `html` element. The style sheet reads
// the theme. The script sets the colours, because the content security policy allows no style but
// the page's own: without JavaScript the page keeps its own accent.

type Look = Pick<ModeSettings, 'checkoutAccent' | 'checkoutTheme'>

export function withLook(page: string, { checkoutAccent: accent, checkoutTheme: theme }: Look) {
  if (accent === null && theme === null) return page
  const marks = html`<html${theme !== null && html` data-theme="${theme}"`}${
    accent !== null && html` data-accent="${accent}" data-accent-dark="${onDark(accent)}"`
  } `
  const scheme = `<meta name="color-scheme" content="${theme ?? 'light dark'}">`
  return page
    .replace('<html ', () => written(marks))
    .replace('<meta name="color-scheme" content="light dark">', () => scheme)
}

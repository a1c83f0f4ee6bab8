import { darkToken, token } from '../../platform/tokens.ts'

// The accent of a checkout: a colour for white letters on it, and for letters of it on the page.
// On a dark page it is lightened as far as it has to be. WCAG 2.2, 1.4.3.

const RATIO_MIN = 4.5
/** The tints of the page. No other surface with letters has less contrast. */
const LIGHT = token('hover')
const DARK = darkToken('hover')
const STEPS = 20
const FORM = /^#[0-9a-f]{6}$/i

/** What is wrong with it, for the business. */
export function wrongAccent(text: string): string | null {
  if (!FORM.test(text)) return 'must be a colour in hexadecimal digits, such as #0a6b56'
  const ratio = contrast(text, LIGHT)
  if (ratio >= RATIO_MIN) return null
  return (
    `is too light to read: its contrast is ${Math.floor(ratio * 10) / 10} to 1, and must be ` +
    `${RATIO_MIN} to 1. Choose a darker colour`
  )
}

export function onDark(accent: string): string {
  for (let step = 0; step < STEPS; step++) {
    const lighter = mixed(accent, step / STEPS)
    if (contrast(lighter, DARK) >= RATIO_MIN) return lighter
  }
  return '#ffffff'
}

function mixed(colour: string, white: number): string {
  const parts = partsOf(colour).map((part) => Math.round(part + (255 - part) * white))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

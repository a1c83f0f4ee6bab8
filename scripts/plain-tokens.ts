// Makes a style sheet with tokens smaller, and plain enough for phones that are years old: sizes
// stand where they are used, colours are variables of the light and the dark page without
// `light-dark()`, and what nobody uses is left out.

const DECLARATIONS = /(--[\w-]+):\s+([^;]+);/g

/** `text`: a bundled sheet that is not minified. */
export function plainTokens(text: string): string {
  const colours = new Map<string, string>()
  const sizes = new Map<string, string>()
  const rest = text.replaceAll(/^:root \{([^}]*)\}\n?/gm, (_rule, body: string) => {
    for (const [, name, value] of body.matchAll(DECLARATIONS)) {
      const isColour = value!.startsWith('light-dark(')
      ;(isColour ? colours : sizes).set(name!, value!)
    }
    const others = body.replaceAll(DECLARATIONS, '').trim()
    return others === '' ? '' : `:root { ${others} }\n`
  })
  const written = withSizes(rest, sizes)
  const used = usedOf(written, colours)
  const side = (dark: 0 | 1) =>
    used.map((name) => `${name}: ${sidesOf(colours.get(name)!)[dark]};`).join('\n')
  return `:root {\n${side(0)}\n}
@media (prefers-color-scheme: dark) {
:root:where(:not([data-theme="light"])) {\n${side(1)}\n}
}
:root:where([data-theme="dark"]) {\n${side(1)}\n}
${written}`
}

function withSizes(text: string, sizes: Map<string, string>): string {
  return text.replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => sizes.get(name) ?? whole)
}

/** Also colours that another colour is made of. */
function usedOf(text: string, colours: Map<string, string>): string[] {
  const used = [...colours].filter(([name]) => text.includes(`var(${name})`))
  const all = `${text}${used.map(([, value]) => value).join()}`
  return [...colours.keys()].filter((name) => all.includes(`var(${name})`))
}

/** The two arguments of `light-dark(…)`. */
function sidesOf(value: string): [string, string] {
  const inner = value.slice('light-dark('.length, -1)
  let depth = 0
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '(') depth++
    if (inner[at] === ')') depth--
    if (inner[at] === ',' && depth === 0) return [inner.slice(0, at), inner.slice(at + 1).trim()]
  }
  throw new Error(`${value} has no second colour`)
}

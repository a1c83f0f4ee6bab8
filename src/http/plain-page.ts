import { createHash } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import { ASK_EACH_TIME, sendStatic, staticFile } from '../core/static.ts'
import { darkToken, token } from '../platform/tokens.ts'

// A page of text, without a script, that anyone may read.

const COLOURS = ['paper', 'ink', 'accent']
const side = (value: (name: string) => string) =>
  COLOURS.map((name) => `--${name}: ${value(name)};`).join(' ')

const STYLE = `
:root {
  color-scheme: light dark; ${side(token)}
  background: var(--paper); color: var(--ink);
  font: ${token('text-16')}/1.6 ${token('sans')}
}
@media (prefers-color-scheme: dark) { :root { ${side(darkToken)} } }
body {
  margin: 0 auto; max-width: ${token('width-720')}; background: var(--paper);
  padding: ${token('space-48')} ${token('space-24')}
}
a { color: var(--accent) }
h1 { font-size: ${token('text-28')}; line-height: 1.2 }
code { font: .92em ${token('mono')}; overflow-wrap: anywhere }
li { margin: ${token('space-8')} 0 }
.lead { font-size: ${token('text-20')} }
.ways { display: flex; flex-wrap: wrap; gap: ${token('space-12')} }
.ways a {
  border: 1px solid var(--accent); border-radius: ${token('radius-10')};
  padding: ${token('space-8')} ${token('space-24')}; text-decoration: none
}
.ways .main { background: var(--accent); color: var(--paper) }
`

/** `body`: trusted HTML. */
export function plainPage(path: string, title: string, body: string): FastifyPluginCallback {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  const policy =
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; ` +
    "frame-ancestors 'none'"
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  const file = staticFile('text/html; charset=utf-8', page)
  return (app, _options, done) => {
    const facts = { config: { needs: 'anyone', load: 'list' }, schema: { hide: true } } as const
    app.get(path, facts, async (request, reply) => {
      reply.headers({ ...ASK_EACH_TIME, 'content-security-policy': policy })
      return sendStatic(request, reply, file)
    })
    done()
  }
}

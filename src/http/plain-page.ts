import { createHash } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import { ASK_EACH_TIME, sendStatic, staticFile } from '../core/static.ts'

// A page of text, without a script, that anyone may read.

const STYLE = `
:root {
  color-scheme: light dark; --paper: #fff; --ink: #10201b; --accent: #0a6b56;
  background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #0e1513; --ink: #e9f0ed; --accent: #5fd3ae }
}
body { margin: 0 auto; max-width: 38rem; padding: 3rem 1.25rem; background: var(--paper) }
a { color: var(--accent) }
h1 { font-size: 1.6rem; line-height: 1.2 }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
li { margin: .5rem 0 }
.lead { font-size: 1.2rem }
.ways { display: flex; flex-wrap: wrap; gap: .75rem }
.ways a {
  border: 1px solid var(--accent); border-radius: 10px; padding: .6rem 1.25rem;
  text-decoration: none
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

import { createHash } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import { ASK_EACH_TIME, sendStatic, staticFile } from '../core/static.ts'
import type { Config } from '../platform/config.ts'

// The page at the root of the service: it says that Cowrie is running, and links to what comes
// next.

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
`

const DOCS = '<li><a href="/docs">Documentation</a>.</li>\n'
const DEMO = `<li>Your test keys and your login are in <code>demo.json</code> in the data folder
(<code>.cowrie</code>), and in the terminal output of the first start, with a command that
starts a payment.</li>
`

const page = ({ makesDemoStore, servesDocs }: Config) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cowrie is running</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Cowrie is running</h1>
<p>Cowrie takes payments in Nigerian naira by card and bank transfer, keeps the books and pays
out, through one API and a dashboard.</p>
<ul>
<li><a href="/dashboard">The dashboard</a>: payments, money and settings.</li>
${servesDocs ? DOCS : ''}<li><a href="/openapi.json">The API as OpenAPI</a>.</li>
${makesDemoStore ? DEMO : ''}</ul>
</main>
</body>
</html>
`

export function homeRoutes(config: Config): FastifyPluginCallback {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  const policy =
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; ` +
    "frame-ancestors 'none'"
  const home = staticFile('text/html; charset=utf-8', page(config))
  return (app, _options, done) => {
    const facts = { config: { needs: 'anyone', load: 'list' }, schema: { hide: true } } as const
    app.get('/', facts, async (request, reply) => {
      reply.headers({ ...ASK_EACH_TIME, 'content-security-policy': policy })
      return sendStatic(request, reply, home)
    })
    done()
  }
}

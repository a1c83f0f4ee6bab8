import type { FastifyPluginCallback } from 'fastify'
import type { Config } from '../platform/config.ts'
import { plainPage } from './plain-page.ts'

// The page at the root of the service: it says that Cowrie is running, and links to what comes
// next.

const DOCS = '<li><a href="/docs">Documentation</a>.</li>\n'
const DEMO = `<li>Your test keys and your login are in <code>demo.json</code> in the data folder
(<code>.cowrie</code>), and in the terminal output of the first start, with a command that
starts a payment.</li>
`

const body = ({
  makesDemoStore,
  servesDocs,
}: Config) => `<p>Cowrie takes payments in Nigerian naira by card and bank transfer, keeps
the books and pays out, through one API and a dashboard.</p>
<ul>
<li><a href="/dashboard">The dashboard</a>: payments, money and settings.</li>
${servesDocs ? DOCS : ''}<li><a href="/openapi.json">The API as OpenAPI</a>.</li>
<li><a href="/privacy">The privacy notice</a>.</li>
${makesDemoStore ? DEMO : ''}</ul>`

export function homeRoutes(config: Config): FastifyPluginCallback {
  return plainPage('/', 'Cowrie is running', body(config))
}

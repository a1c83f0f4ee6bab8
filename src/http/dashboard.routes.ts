import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../core/context.ts'
import { KEPT_FOR_GOOD, type StaticFile, sendStatic, staticFile } from '../core/static.ts'
import { SECOND } from '../platform/clock.ts'
import { refuse } from '../platform/refusal.ts'

// Serves the dashboard as `npm run generate` has built it from web/dashboard: one page for every
// path below /dashboard, and its files from memory. They contain no data and need no credential;
// the page calls the API like every client.
//
// (1) Files are served by exact name from the folder of the manifest; no path reaches the disk.
// (2) A file's name contains its hash, so browsers keep it for ever.

const FOLDER = join(import.meta.dirname, '../../web/dashboard/dist')
const HSTS_SECONDS = 63_072_000 // two years
const ASSET_NAME = /^[\w.-]+\.(js|css)$/
/** Paths of the API, and files: the path of a page has no dot. */
const NO_PAGE = /^(api|assets)(\/|$)|\.[^/]*$/

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Created once, by the frame that shows emails: web/dashboard/parts/mail.tsx.
  'trusted-types mail',
].join('; ')

type Manifest = { script: string; style: string; preload: string[] }

export function dashboardRoutes(context: Context): FastifyPluginCallback {
  const assets = new Map<string, StaticFile>()
  const page = newestPage(context)
  const config = { needs: 'anyone', load: 'dashboard' } as const
  const hidden = { config, schema: { hide: true } }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path = '' } = request.params as { '*'?: string }
    if (NO_PAGE.test(path)) refuse('not_found')
    return sendStatic(request, reply.headers(pageHeaders(context)), await page())
  }
  return (app, _options, done) => {
    app.get('/dashboard', hidden, sendPage)
    app.get('/dashboard/*', hidden, sendPage)
    app.get('/dashboard/assets/:name', hidden, async (request, reply) => {
      const { name } = request.params as { name: string }
      const asset = assets.get(name) ?? (await assetOf(name)) ?? refuse('not_found')
      assets.set(name, asset)
      reply.headers({ ...KEPT_FOR_GOOD, 'cross-origin-resource-policy': 'same-origin' })
      return sendStatic(request, reply, asset)
    })
    done()
  }
}

function pageHeaders(context: Context): Record<string, string> {
  return {
    'content-security-policy': POLICY,
    ...(context.baseUrl().startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }
}

async function assetOf(name: string): Promise<StaticFile | null> {
  const extension = ASSET_NAME.exec(name)?.[1] as keyof typeof TYPES | undefined
  if (extension === undefined) return null
  try {
    return staticFile(TYPES[extension], await read(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Checks the manifest again each second, so that a rebuilt page is served without a restart. */
function newestPage({ now }: Context): () => Promise<StaticFile> {
  let made: { from: string; file: StaticFile } | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (made !== null && now().getTime() - checkedAt < 1 * SECOND) return made.file
    checkedAt = now().getTime()
    const from = (await read('manifest.json')).toString()
    if (made?.from !== from) {
      const text = pageOf(JSON.parse(from) as Manifest)
      made = { from, file: staticFile('text/html; charset=utf-8', text) }
    }
    return made.file
  }
}

function read(name: string): Promise<Buffer> {
  return readFile(join(FOLDER, name))
}

function pageOf({ script, style, preload }: Manifest): string {
  const at = (name: string) => `/dashboard/assets/${name}`
  const preloads = preload.map((name) => `<link rel="modulepreload" href="${at(name)}">`)
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cowrie</title>
<link rel="icon" href="data:image/svg+xml,${ICON}">
<link rel="stylesheet" href="${at(style)}">
${preloads.join('\n')}
<script type="module" src="${at(script)}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The dashboard needs JavaScript. The API at /docs returns the same data.</noscript>
</body>
</html>
`
}

const ICON = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="8" fill="#0a6b56"/>' +
    '<path d="M21 11a7 7 0 1 0 0 10" fill="none" stroke="#fff" stroke-width="3.500"/></svg>',
)

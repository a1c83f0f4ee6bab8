import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../core/context.ts'
import { KEPT_FOR_GOOD, type StaticFile, sendStatic, staticFile } from '../core/static.ts'
import { SECOND } from '../platform/clock.ts'
import { refuse } from '../platform/refusal.ts'
import { dashboardPage, hashOf, type Kind, kindOf, type Manifest } from './dashboard-page.ts'

// Serves the dashboard as `npm run generate` has built it from web/dashboard: one page for every
// path below /dashboard, and its files from memory. They contain no data and need no credential;
// the page calls the API like every client.
//
// (1) Files are served by exact name from the folder of the manifest; no path reaches the disk.
// (2) A file's name contains its hash, so browsers keep it for ever.

const FOLDER = join(import.meta.dirname, '../../web/dashboard/dist')
const FONT_FOLDER = join(import.meta.dirname, '../../web/dashboard/font')
const HSTS_SECONDS = 63_072_000 // two years
const ASSET_NAME = /^[\w.-]+\.(js|css|woff2)$/
/** Paths of the API, and files: the path of a page has no dot. */
const NO_PAGE = /^(api|assets)(\/|$)|\.[^/]*$/

const TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}
const policyFor = (early: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashOf(early)}`,
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

export function dashboardRoutes(context: Context): FastifyPluginCallback {
  const assets = new Map<string, StaticFile>()
  const page = newestPage(context)
  const config = { needs: 'anyone', load: 'dashboard' } as const
  const hidden = { config, schema: { hide: true } }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path = '' } = request.params as { '*'?: string }
    if (NO_PAGE.test(path)) refuse('not_found')
    const { early, fileOf } = await page()
    return sendStatic(request, reply.headers(pageHeaders(context, early)), fileOf(kindOf(path)))
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

function pageHeaders(context: Context, early: string): Record<string, string> {
  return {
    'content-security-policy': policyFor(early),
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

type Newest = { early: string; fileOf: (kind: Kind) => StaticFile }

/** Checks the manifest again each second, so that a rebuilt page is served without a restart. */
function newestPage({ now }: Context): () => Promise<Newest> {
  let made: ({ from: string } & Newest) | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (made !== null && now().getTime() - checkedAt < 1 * SECOND) return made
    checkedAt = now().getTime()
    const from = (await read('manifest.json')).toString()
    if (made?.from !== from) made = { from, ...(await pagesOf(JSON.parse(from) as Manifest)) }
    return made
  }
}

async function pagesOf(manifest: Manifest): Promise<Newest> {
  const early = (await read(manifest.early)).toString()
  const files = new Map<string, StaticFile>()
  const fileOf = (kind: Kind) => {
    const key = `${kind.frame} ${kind.isHome}`
    const page = () => dashboardPage(manifest, early, kind)
    const file = files.get(key) ?? staticFile('text/html; charset=utf-8', page())
    files.set(key, file)
    return file
  }
  return { early, fileOf }
}

function read(name: string): Promise<Buffer> {
  return readFile(join(name.endsWith('.woff2') ? FONT_FOLDER : FOLDER, name))
}

import { createHash } from 'node:crypto'
import type { Mode } from '../providers/outcomes.ts'
import { isGate } from './gate.ts'

// The one page of the dashboard, as its files' names and the path make it: with the frame of the
// pages behind the sign-in, which is seen before the scripts are there, or without. It has no data.

/** As `npm run generate` writes it: `scripts/build-dashboard.ts`. */
export type Manifest = {
  script: string
  style: string
  early: string
  preload: string[]
  home: string[]
}
/** What is seen first. */
export type Kind = { frame: Mode | null; isHome: boolean }

export const FONT = 'inter-8c324b59.woff2'

const PATH = /^(?:(test|live)(?:\/|$))?(.*)$/
const LINKS = 7
const LINES = 8

/** `path`: behind `/dashboard/`. Without a mode, it is test mode, as for somebody new. */
export function kindOf(path: string): Kind {
  const [, mode = 'test', rest = ''] = PATH.exec(path)!
  return { frame: isGate(rest) ? null : (mode as Mode), isHome: rest === '' }
}

/** `early`: the script that stands in the page. The policy allows it by its hash. */
export function dashboardPage(manifest: Manifest, early: string, { frame, isHome }: Kind): string {
  const { script, style, preload, home } = manifest
  const at = (name: string) => `/dashboard/assets/${name}`
  const modules = [...preload, ...(isHome ? home : [])]
  const preloads = modules.map((name) => `<link rel="modulepreload" href="${at(name)}">`)
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cowrie</title>
<script>${early}</script>
<link rel="icon" href="data:image/svg+xml,${ICON}">
<link rel="stylesheet" href="${at(style)}">
${preloads.join('\n')}
<link rel="preload" href="${at(FONT)}" as="font" type="font/woff2" crossorigin>
<script type="module" src="${at(script)}"></script>
</head>
<body>
<div id="root">${frame === null ? '' : frameOf(frame)}</div>
<noscript>The dashboard needs JavaScript. The API at /docs returns the same data.</noscript>
</body>
</html>
`
}

export function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** As `web/dashboard/parts/shell.tsx` draws it, so that nothing moves when that takes its place. */
function frameOf(mode: Mode): string {
  const band = '<section class="test-band" aria-label="Mode">Test mode: no real money</section>'
  const lines = (count: number) => '<span></span>'.repeat(count)
  return `${mode === 'test' ? band : ''}
<div class="shell" data-mode="${mode}">
<aside class="sidebar" aria-label="Sidebar">
<div class="side">
<div class="brand"><span class="brand-mark"></span></div>
<div class="waiting-links">${lines(LINKS)}</div>
</div>
</aside>
<div>
<header class="top"></header>
<main class="main">
<div class="page" role="status" aria-label="Loading">
<div class="waiting-title"></div>
<div class="skeleton">${lines(LINES)}</div>
</div>
</main>
</div>
</div>`
}

const ICON = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="8" fill="#0a6b56"/>' +
    '<path d="M21 11a7 7 0 1 0 0 10" fill="none" stroke="#fff" stroke-width="3.500"/></svg>',
)

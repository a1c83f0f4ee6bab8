import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { refusals } from '../../src/platform/refusals.ts'
import type { Section } from '../../web/docs/search.ts'
import { eventsPage } from './events.ts'
import { escaped, type Heading, type Rendered, render } from './markdown.ts'
import { GROUPS, type Page, WEIGHTS } from './pages.ts'

// Writes the documentation site from Markdown, for `npm run generate`. The service serves the files
// unchanged (src/http/docs.ts); they load nothing from elsewhere.

const ROOT = join(import.meta.dirname, '../..')
const OUT = 'web/docs/dist'
const ABOUT = `# Cowrie

> An open-source payment service for Nigerian naira. Amounts are whole kobo. The API is described in
> [openapi.json](/openapi.json); all pages in one file: [llms-full.txt](/docs/llms-full.txt).`

/** A page explains, and links to its operations. */
const OPERATION_WEIGHT = 0.4
const PAGES = GROUPS.flatMap(({ pages }) => pages)

/** All files of the site, by path from the root of the project. */
export async function buildDocsSite(
  api: object,
  /** What `npm run generate` will write, by path. */
  generated: Record<string, string>,
): Promise<Record<string, string>> {
  const written = PAGES.map((page) => [page, markdownOf(page, api, generated)] as const)
  const rendered = written.map(
    ([page, markdown]) =>
      [page, render(markdown, page.source ?? 'docs/events.md', addressOf)] as const,
  )
  const search = [
    ...rendered.flatMap(([page, { sections }]) =>
      sections.map(({ id, title, text }, place) => ({
        url: `${urlOf(page)}#${id}`,
        page: page.title,
        title,
        text,
        ...(place === 0 && page.keywords !== '' && { keywords: page.keywords }),
        ...weightOf(page),
      })),
    ),
    ...codes(),
    ...operationsOf(api),
  ]
  const files = rendered.map(([page, one]) => [nameOf(page), pageHtml(page, one)])
  return {
    ...Object.fromEntries(files.map(([name, text]) => [`${OUT}/${name}`, text])),
    ...Object.fromEntries(
      written.map(([page, markdown]) => [`${OUT}/${nameOf(page, 'md')}`, markdown]),
    ),
    [`${OUT}/llms.txt`]: llms(rendered),
    [`${OUT}/llms-full.txt`]: written.map(([, markdown]) => markdown).join('\n\n'),
    [`${OUT}/search.json`]: `${JSON.stringify(search)}\n`,
    [`${OUT}/docs.js`]: await bundle('docs.ts'),
    [`${OUT}/docs.css`]: await bundle('docs.css'),
  }
}

function weightOf(page: Page): { weight?: number } {
  const group = GROUPS.find(({ pages }) => pages.includes(page))
  const weight = WEIGHTS[page.slug] ?? group?.weight
  return weight === undefined ? {} : { weight }
}

/** The errors page is one table: each code of it is an answer. */
function codes(): Section[] {
  return Object.entries(refusals).map(([code, { status, message }]) => ({
    url: '/docs/errors',
    page: 'Errors',
    title: `${code} (${status})`,
    text: message,
  }))
}

type Operation = { tags?: string[]; summary?: string; description?: string }

/** The operations of the API reference. */
function operationsOf(api: object): Section[] {
  const { paths } = api as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { tags: [tag = ''] = [], summary = '', description = '' }]) => ({
        url: `/docs/api/#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`,
        page: 'API reference',
        title: `${summary}: ${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        text: description,
        weight: OPERATION_WEIGHT,
      }),
    ),
  )
}

export function leftOverDocs(files: Record<string, string>): string[] {
  return globSync(`${OUT}/*`, { cwd: ROOT }).filter((path) => files[path] === undefined)
}

function markdownOf({ source }: Page, api: object, generated: Record<string, string>): string {
  if (source === null) return eventsPage(api)
  return generated[source] ?? readFileSync(join(ROOT, source), 'utf8')
}

/** The list of pages for programs that read documentation: llmstxt.org. */
function llms(rendered: (readonly [Page, Rendered])[]): string {
  const lineOf = (page: Page) => {
    const [, { sections }] = rendered.find(([one]) => one === page)!
    const [first = ''] = sections[0]!.text.split('. ')
    return `- [${page.title}](/docs/${nameOf(page, 'md')}): ${first.replace(/\.$/, '')}.`
  }
  const groups = GROUPS.map(({ title, pages }) => `## ${title}\n\n${pages.map(lineOf).join('\n')}`)
  return `${[ABOUT, ...groups].join('\n\n')}\n`
}

function nameOf({ slug }: Page, ending = 'html'): string {
  return `${slug === '' ? 'index' : slug}.${ending}`
}

function urlOf({ slug }: Page): string {
  return `/docs/${slug}`
}

function addressOf(path: string): string | null {
  if (path === 'docs/events.md') return '/docs/events'
  if (path === 'docs/api/openapi.json') return '/openapi.json'
  const page = PAGES.find(({ source }) => source === path)
  return page ? urlOf(page) : null
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'web/docs', name)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  })
  return outputFiles[0]!.text
}

function pageHtml(page: Page, { html, title, headings }: Rendered): string {
  const at = PAGES.indexOf(page)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Cowrie documentation</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs/">Cowrie <span>documentation</span></a>
<search>
<input type="search" id="search" placeholder="Search" aria-label="Search the documentation"
 autocomplete="off" spellcheck="false" hidden>
<ul id="results" hidden></ul>
</search>
</header>
<div class="frame">
<details class="menu"><summary>Menu</summary>${navHtml(page)}</details>
<div class="sidebar">${navHtml(page)}</div>
<main id="content">
<article>
${html}</article>
<footer>${neighbour('Previous', PAGES[at - 1])}${neighbour('Next', PAGES[at + 1])}</footer>
</main>
${tocHtml(headings)}
</div>
</body>
</html>
`
}

function navHtml(current: Page): string {
  const groups = GROUPS.map(({ title, pages }) => {
    const links = pages.map((page) => {
      const mark = page === current ? ' aria-current="page"' : ''
      return `<li><a href="${urlOf(page)}"${mark}>${escaped(page.title)}</a></li>`
    })
    if (title === 'Build') links.push('<li><a href="/docs/api/">API reference</a></li>')
    return `<p>${escaped(title)}</p><ul>${links.join('')}</ul>`
  })
  return `<nav aria-label="Documentation">${groups.join('')}</nav>`
}

function tocHtml(headings: Heading[]): string {
  const links = headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`)
  if (links.length < 2) return '<div class="toc"></div>'
  return `<div class="toc"><nav aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav></div>`
}

function neighbour(word: string, page: Page | undefined): string {
  if (page === undefined) return '<span></span>'
  return `<a href="${urlOf(page)}"><small>${word}</small>${escaped(page.title)}</a>`
}

import { posix } from 'node:path'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import xml from 'highlight.js/lib/languages/xml'
import markdownIt, { type Token } from 'markdown-it'

// Renders a Markdown file as a page, with its entries for the sidebar and the search.
//
// Consecutive code blocks with a title after the language (```js Node) become tabs.

const LANGUAGES = { bash, http, ini, javascript, json, php, python, sql, xml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

export type Heading = { level: number; text: string; id: string }
/** The text below a heading. */
export type Section = { id: string; title: string; text: string }
export type Rendered = { html: string; title: string; headings: Heading[]; sections: Section[] }

/** `addressOf`: the address of a file of the project; null if it is no page of the site. */
export function render(
  markdown: string,
  source: string,
  addressOf: (path: string) => string | null,
): Rendered {
  const md = markdownIt({ html: true })
  const tokens = md.parse(markdown, {})
  const headings = nameHeadings(tokens)
  for (const token of tokens) {
    if (token.children) token.children = linked(token.children, source, addressOf)
    // The alignment of a table column becomes a class, because the page's policy forbids styles in
    // markup.
    const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? []
    if (side) token.attrs = [['class', side]]
  }
  Object.assign(md.renderer.rules, {
    fence: (all: Token[], i: number) => codeOf(all[i]!),
    table_open: () => '<div class="scroll" tabindex="0"><table>',
    table_close: () => '</table></div>',
  })
  return {
    html: md.renderer.render(inTabs(tokens), md.options, {}),
    title: headings[0]?.text ?? source,
    headings,
    sections: sectionsOf(tokens, headings),
  }
}

/** Gives each heading the id that it has on GitHub: lower case, hyphens for spaces. */
function nameHeadings(tokens: Token[]): Heading[] {
  const taken = new Map<string, number>()
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[i + 1]!)
    const plain = text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
    const id = plain.trim().replaceAll(' ', '-')
    const before = taken.get(id) ?? 0
    taken.set(id, before + 1)
    const unique = before === 0 ? id : `${id}-${before}`
    token.attrSet('id', unique)
    return [{ level: Number(token.tag.slice(1)), text, id: unique }]
  })
}

/** A link to a file that is no page becomes plain text. */
function linked(
  tokens: Token[],
  source: string,
  addressOf: (path: string) => string | null,
): Token[] {
  let isLeftOut = false
  return tokens.filter((token) => {
    if (token.type === 'image') return false
    if (token.type === 'link_close') return !isLeftOut
    if (token.type !== 'link_open') return true
    const href = String(token.attrGet('href'))
    isLeftOut = false
    if (/^(https?:|mailto:|#|\/)/.test(href)) return true
    const [path = '', anchor] = href.split('#')
    const address = addressOf(posix.join(posix.dirname(source), path))
    isLeftOut = address === null
    token.attrSet('href', `${address}${anchor ? `#${anchor}` : ''}`)
    return !isLeftOut
  })
}

/** Consecutive titled blocks become one token. */
function inTabs(tokens: Token[]): Token[] {
  const shown: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const group = tokens.slice(i)
    const end = group.findIndex((token) => titleOf(token) === null)
    const tabs = end === -1 ? group : group.slice(0, end)
    if (tabs.length < 2) {
      shown.push(tokens[i]!)
      continue
    }
    const parts = tabs.map((tab) => {
      const title = escaped(titleOf(tab)!)
      return `<section data-title="${title}"><h6>${title}</h6>${codeOf(tab)}</section>`
    })
    const whole = Object.assign(Object.create(Object.getPrototypeOf(tokens[i])), tokens[i], {
      type: 'html_block',
      content: `<div class="tabs">${parts.join('')}</div>\n`,
    })
    shown.push(whole)
    i += tabs.length - 1
  }
  return shown
}

function titleOf({ type, info }: Token): string | null {
  if (type !== 'fence') return null
  const [, title] = /^\w+ (.+)$/.exec(info.trim()) ?? []
  return title ?? null
}

function codeOf({ content, info }: Token): string {
  const [language = ''] = info.trim().split(' ')
  const known = hljs.getLanguage(language) !== undefined
  const html = known ? hljs.highlight(content, { language }).value : escaped(content)
  return `<div class="code"><pre tabindex="0"><code>${html}</code></pre></div>\n`
}

/** The text after each heading, up to the next. */
function sectionsOf(tokens: Token[], headings: Heading[]): Section[] {
  const sections: Section[] = []
  let next = 0
  let isTitle = false
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const { id, text } = headings[next++]!
      sections.push({ id, title: text, text: '' })
      isTitle = true
    } else if (token.type === 'heading_close') isTitle = false
    else if (!isTitle && (token.type === 'inline' || token.type === 'fence')) {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${textOf(token)}`.trim()
    }
  }
  return sections
}

function textOf(token: Token): string {
  if (token.children === null) return token.content.trim()
  return token.children
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim()
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

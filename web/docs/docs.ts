import {
  type Found,
  type Index,
  indexOf,
  type Section,
  search as searchIn,
  snippet,
} from './search.ts'

// What the pages of the documentation do besides being read: search, copy, and tabs of code whose
// language is remembered. Without this script, all of it is on the page all the same.

const SHOWN_MAX = 8
const COPIED_MS = 1_500
const LANGUAGE = 'docs-language'

const input = document.querySelector<HTMLInputElement>('#search')!
const results = document.querySelector<HTMLUListElement>('#results')!

let loaded: Promise<Index> | null = null

function load(): Promise<Index> {
  loaded ??= fetch('/docs/search.json')
    .then((response) => response.json() as Promise<Section[]>)
    .then(indexOf)
  return loaded
}

async function search(): Promise<void> {
  const words = input.value.trim()
  const index = await load()
  if (words !== input.value.trim()) return
  const found = words === '' ? [] : searchIn(index, words, SHOWN_MAX)
  results.replaceChildren(...found.map((one) => result(one, words)))
  if (words !== '' && found.length === 0) results.append(nothing())
  results.hidden = words === ''
}

function result({ url, page, title, text }: Found, words: string): HTMLLIElement {
  const item = document.createElement('li')
  const link = item.appendChild(document.createElement('a'))
  link.href = url
  link.append(title)
  const place = link.appendChild(document.createElement('small'))
  place.textContent = page
  const part = link.appendChild(document.createElement('span'))
  part.className = 'snippet'
  part.textContent = snippet(text, words)
  return item
}

function nothing(): HTMLLIElement {
  const item = document.createElement('li')
  item.textContent = 'No results'
  return item
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function move(step: number): void {
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = links[at + step]
  if (next) next.focus()
  else if (at + step < 0) input.focus()
}

function close(): void {
  results.hidden = true
}

input.hidden = false
input.addEventListener('focus', () => void search())
input.addEventListener('input', () => void search())
document.addEventListener('keydown', (event) => {
  const { key } = event
  if (key === '/' && !isTyping(event.target)) {
    event.preventDefault()
    input.focus()
  }
  if (key === 'Escape') close()
  if (key === 'Enter' && event.target === input) {
    void search().then(() => results.querySelector('a')?.click())
  }
  if (results.hidden || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
  event.preventDefault()
  move(key === 'ArrowDown' ? 1 : -1)
})
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !results.parentElement!.contains(target)) close()
})
results.addEventListener('click', close)

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')!.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  block.append(button)
}

const groups = [...document.querySelectorAll<HTMLElement>('.tabs')]

/** Of each group the tab of this title; a group that has none stays as it is. */
function choose(title: string): void {
  for (const group of groups) {
    const sections = [...group.querySelectorAll<HTMLElement>('section')]
    if (!sections.some(({ dataset }) => dataset['title'] === title)) continue
    for (const section of sections) section.hidden = section.dataset['title'] !== title
    for (const tab of group.querySelectorAll('.tablist button')) {
      tab.setAttribute('aria-pressed', String(tab.textContent === title))
    }
  }
}

for (const group of groups) {
  const list = document.createElement('div')
  list.className = 'tablist'
  list.setAttribute('role', 'group')
  list.setAttribute('aria-label', 'Language')
  for (const section of group.querySelectorAll<HTMLElement>('section')) {
    const title = section.dataset['title']!
    section.querySelector('h6')!.remove()
    const tab = list.appendChild(document.createElement('button'))
    tab.type = 'button'
    tab.textContent = title
    tab.addEventListener('click', () => {
      choose(title)
      localStorage.setItem(LANGUAGE, title)
    })
  }
  group.prepend(list)
}
for (const group of groups) choose(group.querySelector<HTMLElement>('section')!.dataset['title']!)
choose(localStorage.getItem(LANGUAGE) ?? '')

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { newFolder, removeFolder } from '../../test/process.ts'
import { until } from '../../test/support.ts'
import { copyTemplate, keepTemplate, templatePath } from './template.ts'

// The template of ephemeral databases: made once, copied whole or not at all, never in use.

const MAIN = join(import.meta.dirname, '../main.ts')
const NOW = new Date('2026-11-29T12:00:00Z')
const folder = newFolder()
after(() => removeFolder(folder))

let count = 0
/** A folder of its own for each test. */
function place(name: string): string {
  const made = join(folder, `${count++}`)
  mkdirSync(made)
  return join(made, name)
}

function stopped(text: string): string {
  const data = place('postgres')
  mkdirSync(join(data, 'base'), { recursive: true })
  writeFileSync(join(data, 'base/1'), text)
  return data
}

test('of two templates that are made at once, one stays, whole', async () => {
  const template = place('database-1')

  const both = await Promise.all(
    ['one', 'other'].map((text) => keepTemplate(stopped(text), template, NOW)),
  )
  await Promise.all(both.map(({ placed }) => placed))

  const data = place('postgres')
  assert.equal(await copyTemplate(template, data, NOW), true)
  assert.match(readFileSync(join(data, 'base/1'), 'utf8'), /^(one|other)$/)
  assert.deepEqual(globSync(`${template}.new-*`), [])
})

test('a folder that cannot be written to means no template, and no error', async () => {
  const file = place('a-file')
  writeFileSync(file, '')

  const { placed } = await keepTemplate(stopped('one'), join(file, 'database-1'), NOW)

  await placed
  assert.equal(await copyTemplate(join(file, 'database-1'), place('postgres'), NOW), false)
})

test('the template is in the cache of the user, under the name of its contents', () => {
  const { HOME: _, ...without } = process.env
  const [own, other] = [{ HOME: '/home/ada' }, { HOME: '/home/ada', XDG_CACHE_HOME: '/cache' }]

  const paths = [own, other].map((more) => templatePath({ ...without, ...more }))

  assert.match(paths[0]!, /^\/home\/ada\/(\.cache|Library\/Caches)\/cowrie\/database-[0-9a-f]{32}$/)
  assert.match(paths[1]!, /^\/cache\/cowrie\/database-[0-9a-f]{32}$/)
})

test('services that start at once on an empty cache, and after it, share no data', async () => {
  const home = place('home')
  mkdirSync(home)
  const first = await Promise.all([start(home), start(home)])
  const templates = () => globSync(join(home, '.cache/cowrie/database-*'))
  await until('there is one template', async () => {
    const [found, ...others] = templates()
    return found !== undefined && !found.includes('.new-') && others.length === 0
  })
  const next = await start(home)

  const keys = [...first, next].map(({ key }) => key)
  assert.equal(new Set(keys).size, 3)
  assert.equal(await balanceOf(next.url, keys[2]!), 200)
  assert.equal(await balanceOf(next.url, keys[0]!), 401)
  assert.equal(globSync(join(templates()[0]!, 'postmaster.pid')).length, 0)
  for (const { child } of [...first, next]) await end(child)
})

test('a damaged template is thrown away, and the service starts without it', async () => {
  const home = place('home')
  mkdirSync(home)
  await end((await start(home)).child)
  const control = join(home, '.cache/cowrie/database-*/global/pg_control')
  await until('there is a template', async () => globSync(control).length === 1)
  truncateSync(globSync(control)[0]!, 0)

  const { child, url, key } = await start(home)

  assert.equal(await balanceOf(url, key), 200)
  await end(child)
})

async function start(home: string) {
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: folder }
  const args = [MAIN, '--ephemeral', '--json', '--port', '0']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  after(() => child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  const { base_url: url, test: made } = JSON.parse(line as string)
  return { child, url: url as string, key: made.secret_key as string }
}

async function end(child: ChildProcess) {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function balanceOf(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${url}/api/v1/balance`, { headers })).status
}

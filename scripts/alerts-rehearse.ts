import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { alertRules } from './alerts.ts'

// `npm run alerts:rehearse`: makes each alert fire in a real Prometheus by its cause, and resolves
// it. Uses the rules of ops/alerts.yaml with shorter waits and windows, and causes from the tests.
// All on loopback, in a temporary folder.

const HASTENED = { for: '1s', window: '20s' }
const PORT = 19_095
const POLL_MS = 1_000
/** More than a tenth of the blocks in the window. */
const BLOCKS = 30
const PATIENCE_MS = 120_000

const say = (line: string) => process.stdout.write(`${line}\n`)

if (spawnSync('prometheus', ['--version']).error) {
  say('Prometheus is not installed. On Debian: apt-get install --no-install-recommends prometheus')
  process.exit(1)
}

const promtool = spawnSync('promtool', ['test', 'rules', 'ops/alerts.test.yaml'])
if (promtool.status !== 0) {
  say(`The rules fail their tests:\n${promtool.stdout}${promtool.stderr}`)
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'cowrie-alerts-'))
// As root, PostgreSQL runs as another user, who must be able to enter the folder.
await chmod(folder, 0o755)
say('Starting a database, a service and Prometheus …')
const server = await startEmbeddedPostgres({
  dataDirectory: join(folder, 'postgres'),
  say,
  disposable: true,
})
const { host, port, user } = server
process.env['COWRIE_TEST_POSTGRES'] = JSON.stringify({ host, port, user })
// Both read the database's address when they are imported.
const { openContext, closeContext } = await import('../test/support.ts')
const { openWorld } = await import('../test/alert-world.ts')
const { causes } = await import('../test/alert-causes.ts')
const context = await openContext()
const world = await openWorld(context, { blocks: BLOCKS })

const config = `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yaml]
scrape_configs:
  - job_name: cowrie
    file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }]
`
/** Renamed into place, so that Prometheus never reads half a file. */
async function tellTargets(): Promise<void> {
  const targets = world.isKnown ? [`127.0.0.1:${world.metricsPort}`] : []
  const file = join(folder, 'targets.json')
  await writeFile(`${file}.new`, JSON.stringify([{ targets }]))
  await rename(`${file}.new`, file)
}
await tellTargets()
await writeFile(join(folder, 'prometheus.yaml'), config)
await writeFile(join(folder, 'rules.yaml'), alertRules(HASTENED))
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${PORT}`,
    '--log.level=error',
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)

const collecting = setInterval(() => void Promise.all([world.collect(), tellTargets()]), POLL_MS)
let failed = 0
try {
  await reached('the first scrape by Prometheus', async () => (await firing()) !== null)
  say('\n| Alert | Fires after | Resolves after |\n|---|---|---|')
  for (const { alerts, begin, mend } of causes) {
    const begunAt = performance.now()
    await begin(world)
    const fired = await Promise.all(
      alerts.map((name) => reached(name, async () => (await firing())?.has(name) === true)),
    )
    const mendedAt = performance.now()
    await mend(world)
    const out = await Promise.all(
      alerts.map((name) => reached(name, async () => (await firing())?.has(name) === false)),
    )
    for (const [i, name] of alerts.entries()) {
      say(`| ${name} | ${seconds(fired[i], begunAt)} | ${seconds(out[i], mendedAt)} |`)
    }
    failed += [...fired, ...out].filter((at) => at === null).length
  }
} finally {
  clearInterval(collecting)
  prometheus.kill('SIGTERM')
  await world.close()
  await closeContext(context)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
say(failed === 0 ? '\nEach alert fired and resolved.' : `\n${failed} did not happen in time.`)
process.exit(failed === 0 ? 0 : 1)

/** The firing alerts; null if Prometheus does not respond yet. */
async function firing(): Promise<Set<string> | null> {
  const response = await fetch(`http://127.0.0.1:${PORT}/api/v1/alerts`).catch(() => null)
  if (!response?.ok) return null
  type Found = { data: { alerts: { state: string; labels: { alertname: string } }[] } }
  const { data } = (await response.json()) as Found
  const all = data.alerts.filter(({ state }) => state === 'firing')
  return new Set(all.map(({ labels }) => labels.alertname))
}

/** When it became true; null if it did not in time. */
async function reached(what: string, ask: () => Promise<boolean>): Promise<number | null> {
  const endMs = performance.now() + PATIENCE_MS
  while (performance.now() < endMs) {
    if (await ask()) return performance.now()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS / 4))
  }
  say(`Timed out waiting for ${what}.`)
  return null
}

function seconds(at: number | null | undefined, since: number): string {
  return at == null ? 'never' : `${((at - since) / 1_000).toFixed(1)} s`
}

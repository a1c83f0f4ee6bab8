import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { alertRules, alerts, runbookOf } from '../scripts/alerts.ts'
import { SLOT } from '../scripts/backup/source.ts'
import { grafanaDashboard } from '../scripts/dashboard-of-metrics.ts'
import { SHARED_GAUGES, startCollecting } from '../src/operator/metrics/gauges.ts'
import { createMeter } from '../src/operator/metrics/meters.ts'
import { jobNotes } from '../src/operator/operation/job-runs.ts'
import { HOUR, MINUTE } from '../src/platform/clock.ts'
import { causes, failToVerify, verify } from './alert-causes.ts'
import { alertNamed, holds, openWorld, scrape, type World } from './alert-world.ts'
import { asOwner, until, useContext } from './support.ts'

// Every alert is brought about by its cause, on a service of one's own, and goes out when that is
// mended: by the numbers of the rule, and what /metrics says.

const context = useContext()

let world: World
before(async () => {
  await context.opened
  world = await openWorld(context)
})
after(() => world.close())

for (const { alerts: names, begin, mend } of causes) {
  test(`${names.join(', ')}: fires by its cause, and goes out when that is mended`, async () => {
    const firing = async (since: Awaited<ReturnType<typeof scrape>>) => {
      await world.collect()
      const now = await scrape(world)
      return names.filter((name) => holds(alertNamed(name), since, now))
    }
    await world.collect()
    let before = await scrape(world)
    // A busy machine may be late by itself.
    await until('nothing of it is so', async () => {
      if ((await firing(before)).length === 0) return true
      before = await scrape(world)
      return false
    })

    await begin(world)
    const fired = await firing(before)
    const atMending = await scrape(world)
    await mend(world)
    assert.deepEqual(fired, names)
    await until('it goes out', async () => (await firing(atMending)).length === 0)
  })
}

test('each alert has a cause', () => {
  const caused = causes.flatMap(({ alerts }) => alerts)
  assert.deepEqual(caused.sort(), alerts.map(({ name }) => name).sort())
})

type Rule = {
  alert: string
  expr: string
  for: string
  annotations: { runbook: string; summary: string }
}
type Rules = { groups: { rules: Rule[] }[] }
const rulesOf = (text: string) => (parse(text) as Rules).groups.flatMap(({ rules }) => rules)
const METRIC = /\b(?:cowrie|nodejs|process)_[a-z_0-9]+/g

async function known(): Promise<Set<string>> {
  await world.collect()
  const page = await fetch(`http://127.0.0.1:${world.metricsPort}/metrics`)
  const types = [...(await page.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name!],
    ),
  )
}

test('rules and dashboard speak only of what is measured', async () => {
  const rules = rulesOf(alertRules())
  const metrics = await known()
  for (const { alert, expr } of rules) {
    const used = expr.match(METRIC) ?? []
    assert(used.length > 0 || /\bup\{/.test(expr), `${alert} looks at something`)
    assert.deepEqual(
      used.filter((name) => !metrics.has(name)),
      [],
      alert,
    )
  }
  const shown = grafanaDashboard().match(METRIC) ?? []
  assert(shown.length > 20)
  assert.deepEqual(
    shown.filter((name) => !metrics.has(name)),
    [],
  )
})

test('no metric has a label that Prometheus sets itself, and rules use labels that are left', async () => {
  await world.collect()
  const samples = (await scrape(world)).filter(({ name }) => name !== 'up')
  const reserved = samples.filter(({ labels }) => /(^|,)(job|instance)=/.test(labels))
  assert.deepEqual(reserved, [])

  for (const { expr, annotations } of rulesOf(alertRules())) {
    const kept = /^(?:max|min) by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ')
    const told = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label)
    const isShared = [...SHARED_GAUGES.keys()].some((name) => expr.includes(name))
    assert(!isShared || kept || expr.startsWith('absent('), `${expr} fires once for all instances`)
    if (kept)
      assert(
        told.every((label) => kept.includes(label!)),
        annotations.summary,
      )
    assert(!isShared || !told.includes('instance'), annotations.summary)
  }
})

test('what is inhibited are alerts that there are', () => {
  const { inhibit_rules: rules } = parse(readFileSync('ops/alertmanager.yaml', 'utf8'))
  const names = alerts.map(({ name }) => name)
  for (const { source_matchers: sources, target_matchers: targets } of rules) {
    for (const matcher of [...sources, ...targets] as string[]) {
      const [, head = '', parts = ''] = /(Cowrie\w*)(?:\((.*)\))?/.exec(matcher) ?? []
      const all = parts === '' ? [head] : parts.split('|').map((part) => head + part)
      if (matcher.includes('.*')) continue
      assert.deepEqual(
        all.filter((name) => !names.includes(name)),
        [],
      )
    }
  }
})

test('the files in ops are what the table says', () => {
  assert.equal(readFileSync('ops/alerts.yaml', 'utf8'), alertRules())
  assert.equal(readFileSync('ops/grafana.json', 'utf8'), grafanaDashboard())
})

test('each alert has its page, with what to do, and each page its alert', () => {
  const pages = alerts.map(runbookOf)
  assert.deepEqual(globSync('docs/runbooks/*.md').sort(), [...pages, INDEX].sort())
  const index = readFileSync(INDEX, 'utf8')
  for (const alert of alerts) {
    const text = readFileSync(runbookOf(alert), 'utf8')
    assert(text.includes(`\`${alert.name}\``), `${runbookOf(alert)} names its alert`)
    const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
    assert.deepEqual(parts, ['What it means', 'What to look at', 'What to do', 'Never'])
    assert(index.includes(alert.name), `${INDEX} lists ${alert.name}`)
  }
})

const INDEX = 'docs/runbooks/README.md'

test('the metrics table of the documentation names every metric of ours', async () => {
  const text = readFileSync('docs/operating/monitoring.md', 'utf8')
  const ours = [...(await known())].filter((name) => name.startsWith('cowrie_'))
  const named = (name: string) => text.includes(name.replace(/_(bucket|sum|count)$/, ''))
  assert.deepEqual(
    ours.filter((name) => !named(name)),
    [],
  )
})

test('after five hours in which nothing ran no job is late', async () => {
  const name = 'an hourly job'
  const notes = jobNotes([{ name, everyMs: HOUR }], 'a process', context.now)
  notes.started(name)
  notes.finished(name, 0)
  await notes.report(context)
  context.advance(5 * HOUR)

  const { registry } = createMeter({ version: '0.0.0', commit: 'unknown' })
  const collector = startCollecting(context, registry, () => null, HOUR)
  const late = async () => {
    await collector.collect()
    return /^cowrie_job_late_seconds\{job_name="an hourly job"\} (\d+)/m.exec(
      await registry.metrics(),
    )?.[1]
  }
  const atStart = await late()
  context.advance(HOUR + 11 * MINUTE)
  const afterwards = Number(await late())
  collector.stop()
  assert.equal(atStart, '0')
  assert(afterwards >= 660 && afterwards < 700, `${afterwards}`)
})

test('a verification that could not finish changes nothing that is said of the books', async () => {
  const shown = async () => {
    await world.collect()
    const samples = await scrape(world)
    return ['ok', 'age_seconds'].map(
      (end) => samples.find(({ name }) => name === `cowrie_ledger_verify_${end}`)?.value,
    )
  }
  await verify(world)
  context.advance(HOUR)

  await failToVerify(world)

  const [ok, age] = await shown()
  assert.equal(ok, 1)
  assert(age! >= 3_600, `${age}`)
})

test('the WAL that the server keeps for the backup is measured', async () => {
  const slotBytes = async () => {
    await world.collect()
    return (await scrape(world)).find(({ name }) => name === 'cowrie_backup_slot_bytes')?.value
  }
  const before = await slotBytes()
  await asOwner(context, (sql) => sql`select pg_create_physical_replication_slot(${SLOT}, true)`)

  const during = await slotBytes()

  await asOwner(context, (sql) => sql`select pg_drop_replication_slot(${SLOT})`)
  assert.equal(before, undefined)
  assert(during! >= 0, `${during}`)
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// The chart as text: a cluster and Helm are not at hand where tests run.

const CHART = 'ops/helm/cowrie/templates'
const templates = globSync('*.yaml', { cwd: CHART }).map((name) => ({
  name,
  text: readFileSync(join(CHART, name), 'utf8'),
}))
const textOf = (name: string) => templates.find((one) => one.name === name)!.text

test('a value that names another variable comes after it', () => {
  const used = templates.flatMap(({ name, text }) =>
    Array.from(text.matchAll(/\$\((\w+)\)/g), ({ index, 1: variable }) => {
      assert(text.slice(0, index).includes(`- { name: ${variable},`), `${name}: ${variable}`)
      return variable
    }),
  )

  assert.deepEqual(used, ['POD_IP'])
})

test('two releases in one namespace share no name and no Pod', () => {
  for (const { name, text } of templates) {
    const names = [...text.matchAll(/^metadata:\n {2}name: (.*)$/gm)].map(([, found]) => found!)
    const apps = [...text.matchAll(/\bapp: (.*)$/gm)].map(([, found]) => found!)
    assert(names.length > 0 && apps.length > 0, name)
    for (const found of [...names, ...apps]) {
      assert.match(found, /^\{\{ \$?\.Release\.Name \}\}/, `${name}: ${found}`)
    }
  }
})

test('the network policy admits every port that a container opens', () => {
  const ports = [...textOf('deployment.yaml').matchAll(/\{ name: (\w+), containerPort:/g)]
  const admitted = [...textOf('service.yaml').matchAll(/ports: \[\{ port: (\w+) \}\]/g)]

  assert.deepEqual(
    admitted.map(([, port]) => port),
    ports.map(([, port]) => port),
  )
})

test('the database is migrated by a Job before a Pod of the new version starts', () => {
  const job = textOf('migrate.yaml')

  assert.match(job, /^ {4}helm\.sh\/hook: pre-install,pre-upgrade$/m)
  assert.match(job, /args: \[scripts\/migrate\.ts\]/)
  assert.match(readFileSync('docs/operating/install.md', 'utf8'), /helm install .*--timeout/)
})

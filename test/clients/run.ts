import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, type TestContext as Test, test } from 'node:test'
import { useApi } from '../api.ts'
import { givenBusiness, useContext } from '../support.ts'
import { givenFaults } from './faults.ts'

// Runs the tests of a client in another language against a real Cowrie and a proxy that loses
// answers: always in WebAssembly, and natively where this machine has the language. They print a
// line per test, `@{"test": …, "error": …}`, and a last one, `@{"end": VERSION}`. Each line becomes
// a test here.

type Language = {
  name: string
  /** A module in this folder. */
  inWasm: string
  testsAtLeast: number
  /**
   * The machine's command; arguments that succeed if it is usable; arguments that run the tests.
   */
  native: { command: string; check: string[]; tests: string[] }
}

const HANGS_AFTER_MS = 240_000

type Line = { test: string; error: string | null } | { end: string }

export function testLanguage({ name, inWasm, testsAtLeast, native }: Language): void {
  const context = useContext()
  const api = useApi(context)
  let env: Record<string, string> = {}
  let closeFaults = () => {}
  before(async () => {
    await context.opened
    const { keys } = await givenBusiness(context)
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const faults = await givenFaults(url)
    closeFaults = faults.close
    env = {
      COWRIE_URL: url,
      COWRIE_SECRET_KEY: keys.secretKey,
      COWRIE_FAULTS_URL: faults.url,
      PYTHONDONTWRITEBYTECODE: '1',
    }
  })
  after(() => closeFaults())

  const { command, check, tests } = native
  const isNative = spawnSync(command, check).status === 0
  const only = isNative ? '' : ` only: this machine has no ${command} that will do`
  test(`the ${name} client, in WebAssembly${only}`, async (t) => {
    const flags = ['--disable-warning=ExperimentalWarning']
    const script = join(import.meta.dirname, inWasm)
    await runElsewhere(t, [process.execPath, ...flags, script], { env, testsAtLeast })
  })
  if (isNative) {
    test(`the ${name} client, on the ${command} of this machine`, async (t) => {
      await runElsewhere(t, [command, ...tests], { env, testsAtLeast })
    })
  }
}

async function runElsewhere(
  t: Test,
  command: string[],
  { env, testsAtLeast }: { env: Record<string, string>; testsAtLeast: number },
): Promise<void> {
  const [program, ...args] = command
  const child = spawn(program!, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: HANGS_AFTER_MS,
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const closed = once(child, 'close')
  const names = new Set<string>()
  let version = ''
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('@{')) said += `${line}\n`
    else {
      const told = JSON.parse(line.slice(1)) as Line
      if ('end' in told) version = told.end
      else {
        names.add(told.test)
        await t.test(told.test, () => assert.equal(told.error, null, told.error ?? ''))
      }
    }
  }
  await closed
  assert.notEqual(version, '', `the tests came to their end: ${said}`)
  assert(names.size >= testsAtLeast, `${names.size} tests ran`)
  t.diagnostic(`${names.size} tests on ${version}`)
}

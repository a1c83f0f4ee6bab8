import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { startCowrie } from '@cowrie-pay/cowrie/testing'

// `node run.mjs`: one service for all test files, four of which run at once.

const cowrie = await startCowrie()
const files = globSync('*.test.mjs', { cwd: import.meta.dirname })
const tests = spawn(process.execPath, ['--test', '--test-concurrency=4', ...files], {
  cwd: import.meta.dirname,
  env: { ...process.env, COWRIE_URL: cowrie.url },
  stdio: 'inherit',
})
const [code] = await once(tests, 'exit')
await cowrie.stop()
process.exitCode = code

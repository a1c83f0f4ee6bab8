import { existsSync } from 'node:fs'
import { isWorker, sayReady, startProcesses } from '../src/start/processes.ts'

// A service of two processes that only start. Once the named file exists, no process can start. For
// processes.test.ts.

const say = (line: string) => void process.stdout.write(`${line}\n`)

if (isWorker()) {
  if (existsSync(process.argv[2]!)) process.exit(1)
  sayReady('http://127.0.0.1:1')
  setInterval(() => {}, 1_000)
} else {
  await startProcesses({
    count: 2,
    drainDelayMs: 0,
    address: { url: '' },
    role: null,
    machine: 'one',
    tell: say,
    lost: ({ message }) => {
      say(message)
      process.exit(1)
    },
  })
  say('ready')
}

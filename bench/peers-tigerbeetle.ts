import { join } from 'node:path'
import { type Sample, sample } from './measure.ts'
import { FIRST } from './numbers.ts'
import {
  type Bench,
  costOfPrograms,
  freePort,
  type PeerRow,
  runProgram,
  startProgram,
} from './peers-side.ts'
import type { Transferred, TransfersLoad } from './peers-transfers.ts'
import { startWorker } from './worker.ts'

const WORKS = ['posting', 'settlement', 'hot account'] as const

/** One replica, on a file that it writes around the system's cache. */
export async function startTigerBeetle(bench: Bench): Promise<PeerRow[]> {
  const { tigerbeetle, 'tigerbeetle-client': client } = bench.paths
  const file = join(bench.folder, 'tigerbeetle.data')
  const port = await freePort()
  const one = ['--cluster=0', '--replica=0', '--replica-count=1']
  await runProgram(bench, 'tigerbeetle-format', [tigerbeetle!, 'format', ...one, file])
  const command = [tigerbeetle!, 'start', `--addresses=127.0.0.1:${port}`, file]
  const program = startProgram(bench, 'tigerbeetle', command)
  const worker = startWorker<TransfersLoad, Transferred>(
    new URL('peers-transfers.ts', import.meta.url),
  )
  bench.onStop(async () => worker.stop())
  await worker.run({ step: 'open', client: client!, port })
  const cost = costOfPrograms([], [program], null)
  return WORKS.map((work) => {
    let next = FIRST
    const run = (connections: number, seconds: number): Promise<Sample> =>
      sample({ service: { cost } }, async () => {
        const numbers = { kind: 'next', first: next } as const
        const plan = { connections, warmUpSeconds: 0, seconds, perSecond: null }
        const { measured, cpuMicros } = await worker.run({ step: 'run', work, numbers, ...plan })
        if (measured === null) throw new Error('a run measures')
        next += measured.all
        return { ...measured, cpuMicros }
      })
    return { work, name: 'TigerBeetle', run }
  })
}

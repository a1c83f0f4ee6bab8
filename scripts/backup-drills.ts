import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { type Drill, drillOnce, isRight, startRehearsal } from './backup/drills.ts'

// `npm run backup:drills -- 20`: makes 20 restores at random moments of its own service, while it
// is paid. Exits with 1 if a restore is wrong or loses more than a minute.

const EVERY_MS = 20 * SECOND
const PAUSE_MS_MAX = 15 * SECOND
const RPO_SECONDS_MAX = 60

const say = (line: string) => process.stdout.write(`${line}\n`)
const count = Number(process.argv[2] ?? 20)
if (!(Number.isInteger(count) && count > 0 && count <= 1_000)) {
  process.stderr.write('Pass the number of drills: npm run backup:drills -- 20\n')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'cowrie-drills-'))
chmodSync(folder, 0o755)
const drills: Drill[] = []
const rehearsal = await startRehearsal(folder, {
  everyMs: EVERY_MS,
  baseEveryMs: 2 * MINUTE,
  say: () => {},
})
try {
  const columns = ['Drill', 'Restored to', 'Acknowledged before', 'Found', 'Later rows']
  say(`| ${[...columns, 'Wrong rows', 'RPO', 'RTO'].join(' | ')} |`)
  say('|---|---|---|---|---|---|---|---|')
  for (let number = 1; number <= count; number++) {
    await pause(randomInt(PAUSE_MS_MAX))
    const data = join(folder, `drill-${number}`)
    const kind = number % 2 === 1 ? 'the end of the archive' : 'an earlier moment'
    const drill = await drillOnce(rehearsal, kind, data)
    rmSync(data, { recursive: true, force: true })
    drills.push(drill)
    const { acknowledged, found, tooMany, wrong, rpoSeconds, rtoSeconds } = drill
    const [rpo, rto] = [`${rpoSeconds.toFixed(1)} s`, `${rtoSeconds.toFixed(1)} s`]
    say(
      `| ${[number, kind, acknowledged, found, tooMany, wrong, rpo, rto].join(' | ')} |` +
        `${isRight(drill) ? '' : ' WRONG'}`,
    )
  }
} finally {
  await rehearsal.stop()
  rmSync(folder, { recursive: true, force: true })
}
const right = drills.filter(isRight).length
const rpo = Math.max(...drills.map(({ rpoSeconds }) => rpoSeconds))
const rto = Math.max(...drills.map(({ rtoSeconds }) => rtoSeconds))
say(`${right} of ${count} passed. RPO at most ${rpo.toFixed(1)} s, RTO ${rto.toFixed(1)} s.`)
process.exit(right === count && rpo <= RPO_SECONDS_MAX ? 0 : 1)

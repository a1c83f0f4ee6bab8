import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { POSTGRES_CONNECTIONS } from './measure.ts'
import type { Numbers } from './numbers.ts'
import type { PostgresAddress } from './service.ts'

// PostgreSQL's own `pgbench`, where it is installed, runs the same statements in the same rounds:
// so one can see that our generator is not a slow one to be measured against.

const run = promisify(execFile)

export async function findPgbench(): Promise<string | null> {
  const found = await run('pgbench', ['--version']).catch(() => null)
  return found?.stdout.trim() ?? null
}

export type PgbenchLoad = {
  postgres: PostgresAddress
  connections: number
  seconds: number
  statement: string
  numbers: Numbers
  /** Where the script is written. */
  folder: string
}

/** Transactions a second. Each connection counts on from its own first number, in equal steps. */
export async function runPgbench(load: PgbenchLoad): Promise<number> {
  const { postgres, connections, seconds, numbers } = load
  const choose =
    numbers.kind === 'next'
      ? [
          '\\set turn :turn + 1',
          `\\set number ${numbers.first} + :turn * ${connections} + :client_id`,
        ]
      : [`\\set number random(${numbers.first}, ${numbers.end - 1})`]
  const statement = load.statement.replaceAll('$1', ':number').replace(/\s+/g, ' ')
  const script = join(load.folder, 'statement.pgbench')
  await writeFile(script, [...choose, `${statement};`, ''].join('\n'))
  return askPgbench(postgres, connections, seconds, ['--define=turn=0', `--file=${script}`])
}

/** One of the scripts that it brings, on tables that are there. */
export function runBuiltIn(
  postgres: PostgresAddress,
  name: string,
  seconds: number,
): Promise<number> {
  return askPgbench(postgres, POSTGRES_CONNECTIONS, seconds, [`--builtin=${name}`])
}

async function askPgbench(
  postgres: PostgresAddress,
  connections: number,
  seconds: number,
  what: string[],
): Promise<number> {
  const { stdout } = await run('pgbench', [
    ...['--no-vacuum', '--protocol=prepared', ...what],
    ...[`--client=${connections}`, '--jobs=1', `--time=${Math.max(1, Math.ceil(seconds))}`],
    ...[`--host=${postgres.host}`, `--port=${postgres.port}`, `--username=${postgres.user}`],
    postgres.database,
  ])
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (rate === undefined) throw new Error(`pgbench said no rate: ${stdout}`)
  return Number(rate)
}

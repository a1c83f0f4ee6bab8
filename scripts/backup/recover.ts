import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsOwner, type DatabaseAddress } from '../../src/platform/db.ts'
import {
  type Account,
  findPrograms,
  preparePrograms,
} from '../../src/platform/embedded-postgres-prepare.ts'
import type { Plan } from './plan.ts'
import { BackupError } from './sealed.ts'

// A server that recovers restored data on its own socket, and ends with this process.
//
// (1) The WAL is already in pg_wal, so restore_command finds nothing and nothing is copied.
// (2) Its settings are on its command line and override those of the backup: nothing is sent to an
//     archive or standby of the original server.

export type Recovered = { address: DatabaseAddress; stop: () => Promise<void> }

/** Settings that name commands or libraries; test/backup-forged.full.test.ts reads them. */
const NOTHING_ELSE_RUNS = {
  archive_cleanup_command: '',
  archive_command: '',
  archive_library: '',
  dynamic_library_path: '$libdir',
  local_preload_libraries: '',
  recovery_end_command: '',
  restore_command: 'false',
  session_preload_libraries: '',
  shared_preload_libraries: '',
  ssl_passphrase_command: '',
}
const LOGIN_TRIGGERS_SINCE = 170_000
const OAUTH_SINCE = 180_000
const PORT = 5432
const POLL_MS = 100
const END_OF_INPUT = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r _ <&3; while kill -INT $server; do sleep 1; done; } >/dev/null 2>&1 &
exec 3<&-
wait $server
code=$?
kill $! 2>/dev/null
exit $code
`

/** The folder of the programs. Refuses another major version than the backup's. */
export function programsFor(
  serverVersion: number,
  bin: string | null,
  account: Account,
  home: string,
): string {
  const major = String(Math.floor(serverVersion / 10_000))
  if (bin === null) {
    const found = findPrograms()
    if (found.major === major) return join(preparePrograms(found, account, home).native, 'bin')
    throw new BackupError(
      `The backup is from PostgreSQL ${major}: pass the folder of its programs as --bin, such as ` +
        `/usr/lib/postgresql/${major}/bin.`,
    )
  }
  let version: string
  try {
    version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  } catch {
    throw new BackupError(`--bin ${bin} has no working postgres program.`)
  }
  if (/\d+/.exec(version)?.[0] === major) return bin
  throw new BackupError(`--bin ${bin} is ${version.trim()}, the backup is of PostgreSQL ${major}.`)
}

/** Returns when recovery has ended, on a new timeline. */
export async function recover(
  data: string,
  { at, timeline, base }: Plan,
  options: { bin: string; account: Account; home: string; limit: AbortSignal },
): Promise<Recovered> {
  const { bin, account, home, limit } = options
  const own = (file: string, text: string) => {
    writeFileSync(join(home, file), text, { mode: 0o644 })
    return join(home, file)
  }
  chmodSync(home, 0o700)
  if (account) chownSync(home, account.uid, account.gid)
  const settings = {
    config_file: own('postgresql.conf', ''),
    hba_file: own('pg_hba.conf', 'local all all trust\n'),
    ident_file: own('pg_ident.conf', ''),
    listen_addresses: '',
    unix_socket_directories: home,
    port: PORT,
    ...nothingElseRuns(base.serverVersion),
    recovery_target_timeline: timeline,
    recovery_target_action: 'promote',
    ...(at && { recovery_target_time: at.toISOString().replace('Z', '+00') }),
    // So that nobody connects before recovery ends, and settings need not match the original's.
    hot_standby: 'off',
    archive_mode: 'off',
    synchronous_standby_names: '',
    primary_conninfo: '',
    ssl: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    dynamic_shared_memory_type: 'mmap',
    huge_pages: 'off',
    jit: 'off',
    timezone: 'UTC',
  }
  const log = join(home, 'log')
  const file = openSync(log, 'a', 0o600)
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(bin, 'postgres'), '-D', data, ...words]
  const child = spawn('/bin/sh', ['-c', END_OF_INPUT, 'cowrie', ...command], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: ['pipe', file, file],
  })
  child.stdin!.on('error', () => {})
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  const kill = () => {
    if (child.pid !== undefined && !isOver) process.kill(-child.pid, 'SIGKILL')
  }
  limit.addEventListener('abort', kill)
  if (limit.aborted) kill()
  const address = addressOf(home, base)
  const stop = async () => {
    child.stdin!.destroy()
    await exited
    limit.removeEventListener('abort', kill)
  }
  while (!(await answers(address))) {
    if (isOver) {
      const why = fatalOf(readFileSync(log, 'utf8'))
      await stop()
      throw new BackupError(`PostgreSQL could not recover the restored files: ${why}.`)
    }
    await pause(POLL_MS)
  }
  return { address, stop }
}

export function nothingElseRuns(serverVersion: number): Record<string, string> {
  if (serverVersion < OAUTH_SINCE) return NOTHING_ELSE_RUNS
  return { ...NOTHING_ELSE_RUNS, oauth_validator_libraries: '' }
}

/**
 * A database or a login can name libraries to load; only options of the connection override that.
 */
function addressOf(home: string, { user, database, serverVersion }: Plan['base']): DatabaseAddress {
  const settings = ['session_preload_libraries=', 'local_preload_libraries=']
  if (serverVersion >= LOGIN_TRIGGERS_SINCE) settings.push('event_triggers=off')
  const query = new URLSearchParams({
    host: home,
    port: String(PORT),
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  const [login, name] = [user, database].map(encodeURIComponent)
  return { url: `postgres://${login}@localhost/${name}?${query}` }
}

async function answers(address: DatabaseAddress): Promise<boolean> {
  const sql = connectAsOwner(address)
  try {
    const [row] = await sql`select pg_is_in_recovery() as is_recovering`
    return row!['isRecovering'] === false
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function fatalOf(log: string): string {
  const lines = Array.from(log.matchAll(/(?:FATAL|PANIC): {2}(.*)/g), ([, text]) => text!)
  return lines.find((text) => !/starting up|not accepting|shutting down/.test(text)) ?? 'see above'
}

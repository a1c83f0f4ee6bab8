import { totalmem } from 'node:os'
import { SERVER_NAME } from './embedded-postgres-claim.ts'

// How the embedded PostgreSQL is initialised and started.

export const PORT = 5432
export const USER = 'postgres'
const MEGABYTE = 1024 * 1024
const SHARE_OF_MEMORY = 8
const SHARED_MEGABYTES_MIN = 128
const SHARED_MEGABYTES_MAX = 2048
const IO_METHOD_SINCE = 18

const INITDB_OPTIONS = [
  `--username=${USER}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--set=dynamic_shared_memory_type=mmap',
  // All commits wait while a new WAL file is filled with zeros: 50 to 100 ms for 16 MB.
  '--wal-segsize=4',
]

const SETTINGS = {
  cluster_name: SERVER_NAME,
  listen_addresses: '',
  port: PORT,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 200,
  shared_buffers: `${sharedMegabytes()}MB`,
  max_wal_size: '1GB',
  // Existing WAL files are reused.
  min_wal_size: '1GB',
  // For backups that are not running: older WAL is dropped, so that the disk does not fill up.
  max_slot_wal_keep_size: '8GB',
  huge_pages: 'off',
  // Read-ahead workers would be three more processes.
  io_method: 'sync',
  // /dev/shm has 1 MB in some containers.
  dynamic_shared_memory_type: 'mmap',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Statements and the values of keys contain personal data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Never waits for the disk. */
const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export function initdbOptions(disposable: boolean): string[] {
  return disposable ? [...INITDB_OPTIONS, '--no-sync'] : INITDB_OPTIONS
}

export function settingsOf(disposable: boolean, major: string): Record<string, string | number> {
  const { io_method, ...common } = SETTINGS
  const settings = Number(major) < IO_METHOD_SINCE ? common : { ...common, io_method }
  return disposable ? { ...settings, ...DISPOSABLE } : settings
}

/**
 * shared_buffers: an eighth of the memory that this process may use. It is allocated page by page
 * as tables grow; the rest of a table is read from the system's cache.
 */
function sharedMegabytes(): number {
  const allowed = process.constrainedMemory()
  const memory = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
  const share = Math.floor(memory / SHARE_OF_MEMORY / MEGABYTE)
  return Math.min(Math.max(share, SHARED_MEGABYTES_MIN), SHARED_MEGABYTES_MAX)
}

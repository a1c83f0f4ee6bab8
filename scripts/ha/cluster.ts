import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsOwner } from '../../src/platform/db.ts'
import { processes } from '../../test/embedded-postgres.ts'

// Three simulated machines, each with etcd, Patroni and PostgreSQL, and the configuration of
// ops/patroni. As root, each is a network namespace, which can be cut off; otherwise each is an
// address of the loopback interface.

const NAMES = ['one', 'two', 'three'] as const
const CONFIGS = join(import.meta.dirname, '../../ops/patroni')
const PASSWORD = 'rehearsal'
const BRIDGE = 'cowrie-ha'
const PROXY_PORT = 5_000
const WAIT_MS_MAX = 120_000

export type Name = (typeof NAMES)[number]
export type Member = { name: Name; address: string; folder: string }
type Account = { uid: number; gid: number } | null

/** Something that a person can install or free. */
export class RehearsalError extends Error {}

export class Cluster {
  readonly folder: string
  readonly members: Member[]
  readonly isApart: boolean
  readonly url = `postgres://postgres:${PASSWORD}@127.0.0.1:${PROXY_PORT}/postgres`
  /** All hosts, without a proxy. */
  readonly hostsUrl: string
  readonly #running = new Map<string, ChildProcess>()
  readonly #account: Account
  readonly #bin: string

  constructor(bin: string) {
    this.#bin = bin
    this.#account = process.getuid?.() === 0 ? accountOf('postgres') : null
    this.isApart = this.#account !== null && canBeApart()
    this.folder = mkdtempSync(join(tmpdir(), 'cowrie-ha-'))
    chmodSync(this.folder, 0o755)
    const address = (i: number) => (this.isApart ? `10.77.0.1${i}` : `127.0.0.1${i}`)
    this.members = NAMES.map((name, i) => {
      const folder = join(this.folder, name)
      return { name, address: address(i + 1), folder }
    })
    const hosts = this.members.map((one) => `${one.address}:5432`)
    this.hostsUrl = `postgres://postgres:${PASSWORD}@${hosts}/postgres`
  }

  async start(): Promise<void> {
    if (this.isApart) this.#makeNetwork()
    for (const { folder, name, address } of this.members) {
      for (const path of [folder, join(folder, 'etcd'), join(folder, 'sockets')]) {
        this.#makeFolder(path)
      }
      const own = { NAME: name, ADDRESS: address, BIN: this.#bin, NETWORK: `${address}/24` }
      const passwords = { SUPERUSER_PASSWORD: PASSWORD, REPLICATION_PASSWORD: PASSWORD }
      const sockets = { SOCKETS: join(folder, 'sockets') }
      this.#write(folder, 'patroni.yml', { ...own, ...passwords, ...sockets, DATA: dataOf(folder) })
      this.#write(folder, 'etcd.yml', { ...own, DATA: join(folder, 'etcd') })
    }
    this.#write(this.folder, 'haproxy.cfg', {})
    for (const member of this.members) this.run(member, 'etcd')
    await until('etcd answers', async () => {
      const answer = await fetch(`http://${this.members[0]!.address}:2379/health`)
      return answer.ok && (await answer.text()).includes('true')
    })
    for (const member of this.members) this.run(member, 'patroni')
    await this.untilHealthy()
    const log = join(this.folder, 'haproxy.log')
    this.#spawn('haproxy', ['haproxy', '-db', '-f', join(this.folder, 'haproxy.cfg')], log)
  }

  run({ name, folder }: Member, program: 'etcd' | 'patroni'): void {
    const config = join(folder, `${program}.yml`)
    const line = program === 'etcd' ? ['etcd', `--config-file=${config}`] : ['patroni', config]
    const inside = this.isApart ? ['ip', 'netns', 'exec', `cowrie-ha-${name}`] : []
    const ids = this.#account && ['--reuid=postgres', '--regid=postgres', '--init-groups']
    const as = ids ? ['setpriv', ...ids] : []
    this.#spawn(`${program} ${name}`, [...inside, ...as, ...line], join(folder, `${program}.log`))
  }

  /** Sends the signal to the programs themselves; SIGKILL goes to children first. */
  signal({ name, folder }: Member, what: 'etcd' | 'patroni' | 'postgres', signal: NodeJS.Signals) {
    const root = what === 'postgres' ? postmasterOf(folder) : this.#pidOf(`${what} ${name}`)
    if (root === null) return
    const all = processes()
    const below = (pid: number): number[] =>
      all.filter(({ parent }) => parent === pid).flatMap((one) => [one.pid, ...below(one.pid)])
    // A stopped postmaster does not restart its children while they are killed.
    if (signal === 'SIGKILL') send(root, 'SIGSTOP')
    for (const pid of what === 'postgres' ? below(root) : []) send(pid, signal)
    send(root, signal)
    if (signal === 'SIGKILL' && what !== 'postgres') this.#running.delete(`${what} ${name}`)
  }

  /** Drops all packets to and from the machine. */
  cut({ name }: Member, isCut: boolean): void {
    sh('ip', 'link', 'set', `cowrie-ha-${name}`, isCut ? 'down' : 'up')
  }

  /** Cuts it off from the two other machines only. */
  cutFromPeers(member: Member, isCut: boolean): void {
    for (const { name, address } of this.members) {
      if (name === member.name) continue
      const route = ['route', isCut ? 'add' : 'del', 'blackhole', `${address}/32`]
      sh('ip', 'netns', 'exec', `cowrie-ha-${member.name}`, 'ip', ...route)
    }
  }

  async primary(): Promise<Member> {
    for (const member of this.members) {
      if ((await this.#ask(member, 'primary'))?.status === 200) return member
    }
    throw new Error('There is no primary.')
  }

  async standbys(): Promise<Member[]> {
    const { name } = await this.primary()
    return this.members.filter((member) => member.name !== name)
  }

  /**
   * Stops its Patroni, so that another machine takes over. Faster than Patroni's own switchover, in
   * which Patroni 3.0 lets the other standby sleep for 2 s.
   */
  async stopInOrder(primary: Member): Promise<void> {
    // Otherwise the primary would do it while writes are blocked.
    const sql = connectAsOwner({ url: this.url })
    await sql`checkpoint`
    await sql.end()
    this.signal(primary, 'patroni', 'SIGTERM')
  }

  /** One primary, and both standbys are synchronous. */
  async untilHealthy(): Promise<void> {
    await until('there are a primary and two synchronous standbys', async () => {
      const answer = await this.#ask(await this.primary(), 'cluster')
      const { members } = (await answer!.json()) as { members: { role: string; state: string }[] }
      const sync = members.filter(({ role }) => role === 'sync_standby')
      return sync.length === 2 && members.every(({ state }) => /running|streaming/.test(state))
    })
  }

  async stop(): Promise<void> {
    for (const member of this.members) {
      for (const what of ['patroni', 'postgres', 'etcd'] as const) {
        this.signal(member, what, 'SIGKILL')
      }
    }
    this.#running.get('haproxy')?.kill('SIGKILL')
    await pause(500)
    if (this.isApart) removeNetwork()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #ask({ address }: Member, path: string): Promise<Response | null> {
    const signal = AbortSignal.timeout(2_000)
    return fetch(`http://${address}:8008/${path}`, { signal }).catch(() => null)
  }

  #pidOf(key: string): number | null {
    const child = this.#running.get(key)
    return child && child.exitCode === null && child.signalCode === null ? child.pid! : null
  }

  #spawn(key: string, [command, ...words]: string[], log: string): void {
    const file = openSync(log, 'a')
    const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8' }
    const child = spawn(command!, words, { stdio: ['ignore', file, file], env, cwd: '/' })
    closeSync(file)
    this.#running.set(key, child)
  }

  #makeFolder(path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid)
  }

  #write(folder: string, file: string, own: Record<string, string>): void {
    const [FIRST, SECOND, THIRD] = this.members.map(({ address }) => address)
    const words: Record<string, string> = { ...own, FIRST: FIRST!, SECOND: SECOND!, THIRD: THIRD! }
    const text = readFileSync(join(CONFIGS, file), 'utf8')
      .replace(/^ *#.*\n/gm, '')
      .replace(/\b[A-Z][A-Z_]+\b/g, (word) => words[word] ?? word)
    writeFileSync(join(folder, file), text, { mode: 0o600 })
    if (this.#account) chownSync(join(folder, file), this.#account.uid, this.#account.gid)
  }

  #makeNetwork(): void {
    removeNetwork()
    sh('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
    sh('ip', 'addr', 'add', '10.77.0.1/24', 'dev', BRIDGE)
    sh('ip', 'link', 'set', BRIDGE, 'up')
    for (const { name, address } of this.members) {
      const [outer, inside] = [`cowrie-ha-${name}`, ['-n', `cowrie-ha-${name}`]]
      sh('ip', 'netns', 'add', outer)
      const peer = ['peer', 'name', 'eth0', 'netns', outer]
      sh('ip', 'link', 'add', outer, 'type', 'veth', ...peer)
      sh('ip', 'link', 'set', outer, 'master', BRIDGE, 'up')
      sh('ip', ...inside, 'link', 'set', 'lo', 'up')
      sh('ip', ...inside, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      sh('ip', ...inside, 'link', 'set', 'eth0', 'up')
    }
  }
}

/** Where PostgreSQL's programs are. Throws a sentence if something is not installed. */
export function findPrograms(): string {
  const missing = Object.entries({
    'etcd-server': ['/usr/bin/etcd'],
    patroni: ['/usr/bin/patroni'],
    'python3-etcd': ['/usr/lib/python3/dist-packages/etcd'],
    haproxy: ['/usr/sbin/haproxy'],
    postgresql: globSync('/usr/lib/postgresql/*/bin/postgres'),
  }).flatMap(([name, paths]) => (paths.some((path) => existsSync(path)) ? [] : [name]))
  if (missing.length > 0) {
    throw new RehearsalError(`Install Debian's packages: apt-get install ${missing.join(' ')}.`)
  }
  const versions = globSync('/usr/lib/postgresql/*/bin').sort()
  return versions.at(-1)!
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + WAIT_MS_MAX
  while (performance.now() < endsAt) {
    if (await isSo().catch(() => false)) return
    await pause(200)
  }
  throw new Error(`Not in ${WAIT_MS_MAX / 1_000} s: ${what}.`)
}

function accountOf(user: string): Account {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function canBeApart(): boolean {
  try {
    removeNetwork()
    sh('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
    sh('ip', 'netns', 'add', 'cowrie-ha-one')
    return true
  } catch {
    return false
  } finally {
    removeNetwork()
  }
}

function removeNetwork(): void {
  for (const name of NAMES) {
    quietly(() => sh('ip', 'netns', 'del', `cowrie-ha-${name}`))
    quietly(() => sh('ip', 'link', 'del', `cowrie-ha-${name}`))
  }
  quietly(() => sh('ip', 'link', 'del', BRIDGE))
}

function dataOf(folder: string): string {
  return join(folder, 'data')
}

function postmasterOf(folder: string): number | null {
  const path = join(dataOf(folder), 'postmaster.pid')
  if (!existsSync(path) || statSync(path).size === 0) return null
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  const isOurs = processes().some((one) => one.pid === pid && one.command.includes('postgres'))
  return isOurs ? pid : null
}

function send(pid: number, signal: NodeJS.Signals): void {
  quietly(() => process.kill(pid, signal))
}

function sh(command: string, ...words: string[]): void {
  execFileSync(command, words, { stdio: 'pipe' })
}

function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // It already is.
  }
}

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createBusiness } from '../src/accounts/businesses/businesses.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'

// `npm run image`: builds ops/Dockerfile on a Debian root that it creates, without a registry of
// images. Tries the image read-only, as its own user, with an external PostgreSQL.

const TOOLS = ['buildah', 'mmdebstrap', 'unshare', 'chroot']
const BASE = 'docker.io/library/debian:trixie-slim'
const MB_MAX = 250
const START_MS_MAX = 180_000
const POLL_MS = 250

const say = (line: string) => process.stdout.write(`${line}\n`)
const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  }).trim()

type Image = { entrypoint: string[]; command: string[]; environment: string[]; user: string }

const missing = TOOLS.filter((tool) => {
  const folders = (process.env['PATH'] ?? '').split(':')
  return !folders.some((folder) => existsSync(join(folder, tool)))
})
if (process.getuid?.() !== 0 || missing.length > 0) {
  const install = 'apt-get install -y --no-install-recommends buildah mmdebstrap util-linux'
  process.stderr.write(`Run this as root on Debian, after: ${install}\n`)
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync('/var/tmp/cowrie-image-')
chmodSync(folder, 0o755)
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
const buildah = (...words: string[]) => run('buildah', ...store, ...words)

try {
  makeBase()
  build()
  await tryIt()
  say('Not tested: a registry, Docker itself, container limits, other processors.')
} finally {
  try {
    buildah('rm', '--all')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeBase(): void {
  const started = performance.now()
  const tar = join(folder, 'debian.tar')
  run('mmdebstrap', '--quiet', '--variant=minbase', 'trixie', tar)
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, tar, '/')
  buildah('commit', '--quiet', '--rm', container, BASE)
  rmSync(tar)
  say(`Created a Debian 13 root in ${seconds(started)} s, in place of ${BASE}.`)
}

function build(): void {
  const started = performance.now()
  const file = ['-f', join(root, 'ops/Dockerfile')]
  const ignored = ['--ignorefile', join(root, 'ops/Dockerfile.dockerignore')]
  const how = ['--isolation', 'chroot', '--pull-never', '--network', 'host', '--quiet']
  buildah('build', ...how, ...npmOfThisMachine(), ...file, ...ignored, '-t', 'cowrie', root)
  say(`Built ops/Dockerfile in ${seconds(started)} s.`)
}

/** To install packages: this machine's registry, and the certificates that it trusts. */
function npmOfThisMachine(): string[] {
  const settings = join(folder, 'npmrc')
  const registry = run('npm', 'config', 'get', 'registry')
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const own = certificates ? 'cafile=/tmp/ca.pem\n' : ''
  writeFileSync(settings, `registry=${registry}\n${own}`)
  const mounts = [`${settings}:/root/.npmrc:ro`]
  if (certificates) mounts.push(`${certificates}:/tmp/ca.pem:ro`)
  return mounts.flatMap((mount) => ['--volume', mount])
}

async function tryIt(): Promise<void> {
  const container = buildah('from', '--pull-never', 'localhost/cowrie')
  const place = buildah('mount', container)
  const bytes = Number(run('du', '--summarize', '--bytes', place).split('\t')[0])
  const { OCIv1 } = JSON.parse(buildah('inspect', container)) as {
    OCIv1: { config: { Entrypoint: string[]; Cmd: string[]; Env: string[]; User: string } }
  }
  const { Entrypoint, Cmd, Env, User } = OCIv1.config
  const image = { entrypoint: Entrypoint, command: Cmd, environment: Env, user: User }
  const mb = Math.ceil(bytes / 1_000_000)
  say(`The image is ${mb} MB.`)
  if (mb > MB_MAX) throw new Error(`It is larger than ${MB_MAX} MB.`)
  for (const shell of ['bin/sh', 'usr/bin/sh', 'bin/bash']) {
    if (existsSync(join(place, shell))) throw new Error(`It has a shell: ${shell}.`)
  }
  // A container runtime creates these before the start.
  for (const name of ['proc', 'run/postgres', 'run/secrets']) {
    mkdirSync(join(place, name), { recursive: true })
  }
  const dataDirectory = join(folder, 'database')
  const postgres = await startEmbeddedPostgres({ dataDirectory, say: () => {} })
  try {
    // The image's user connects through the socket.
    chmodSync(postgres.host, 0o755)
    await payIn(place, image, postgres)
  } finally {
    await postgres.stop()
  }
}

async function payIn(
  place: string,
  image: Image,
  postgres: { host: string; port: number; user: string; database: string },
): Promise<void> {
  const { host, port, user, database } = postgres
  const secrets = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=/run/postgres`,
    COWRIE_MASTER_KEY: randomBytes(32).toString('base64'),
    COWRIE_SANDBOX_RAIL_SECRET: randomBytes(32).toString('base64'),
    COWRIE_TEST_SMTP_URL: 'smtp://127.0.0.1:9',
  }
  for (const [name, text] of Object.entries(secrets)) {
    writeFileSync(join(place, 'run/secrets', name), `${text}\n`, { mode: 0o444 })
  }
  const httpPort = '4390'
  const environment = Object.fromEntries(image.environment.map((line) => line.split(/=(.*)/s)))
  Object.assign(environment, { HOST: '127.0.0.1', PORT: httpPort })
  Object.assign(environment, { BASE_URL: 'https://pay.example.com' })
  Object.assign(environment, { COWRIE_MAIL_FROM: 'pay@example.com' })
  for (const name of Object.keys(secrets)) environment[`${name}_FILE`] = `/run/secrets/${name}`

  const started = performance.now()
  // In its own mount namespace, so that nothing stays mounted. `cd`: the image's WORKDIR.
  const steps = [
    'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0"',
    'mount -t proc proc proc && mount --bind "$1" run/postgres && user="$2" && shift 2',
    'exec chroot --userspec="$user" . "$@"',
  ].join(' && ')
  const inside = [...image.entrypoint, ...image.command.map((word) => join('/app', word))]
  const words = ['--mount', 'sh', '-c', steps, place, host, image.user, ...inside]
  const child = spawn('unshare', words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  try {
    const url = `http://127.0.0.1:${httpPort}`
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      const isLate = performance.now() - started > START_MS_MAX
      if (child.exitCode !== null || isLate) throw new Error(`It is not ready:\n${said}`)
      await pause(POLL_MS)
    }
    say(`It is ready after ${seconds(started)} s, read-only and as user ${image.user}.`)
    const sql = connectAsOwner(postgres)
    const made = { name: 'Image Store', email: 'image@example.com' }
    const { keys } = await sql.begin((own) => createBusiness(own, new Date(), made))
    await sql.end()
    say(`Paid a test payment: ${await pay(url, keys.secretKey)}.`)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  say(`It exited with ${child.exitCode}.`)
  if (child.exitCode !== 0) throw new Error(said)
}

async function pay(url: string, key: string): Promise<string> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as { data: { status: string } }
  }
  const payment = {
    amount: 500_000,
    name: 'Ada Example',
    email: 'ada@example.com',
    reference: 'image-1',
  }
  await call('POST', 'transactions/initialize', payment)
  await call('POST', `sandbox/transactions/${payment.reference}/pay`, { channel: 'card' })
  const { data } = await call('GET', `transactions/verify/${payment.reference}`)
  if (data.status !== 'success') throw new Error(`The payment is ${data.status}.`)
  return data.status
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(0)
}

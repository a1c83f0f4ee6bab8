// Keeps the address of the service and a secret test key for this user, in a file that nobody else
// may read: `listen` and `trigger` then need neither.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { messageOf, reasonOf } from './listen.mjs'

const path = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cowrie', 'login.json')

/** What was kept, or null. */
export function readLogin() {
  try {
    const { url, secret_key: key } = JSON.parse(readFileSync(path, 'utf8'))
    return { url, key }
  } catch {
    return null
  }
}

/** Tries the key first: a wrong one is not kept. */
export async function login({ base, key }) {
  const answer = await fetch(`${base}/api/v1/balance`, {
    headers: { authorization: `Bearer ${key}` },
  }).catch((error) => {
    throw new Error(`${base} is not responding: ${reasonOf(error)}`)
  })
  // A key without the scope for this is a key all the same.
  if (!answer.ok && answer.status !== 403) throw new Error(await messageOf(base, answer))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const text = JSON.stringify({ url: base, secret_key: key }, null, 2)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  // Of a file that was there before, too.
  chmodSync(path, 0o600)
  process.stdout.write(`Logged in to ${base}. To log out, delete ${path}.\n`)
}

/** On a terminal; what is secret is not shown while it is typed. */
export async function ask(question, { isSecret = false } = {}) {
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const answer = lines.question(question)
  isHidden = isSecret
  try {
    return (await answer).trim()
  } finally {
    lines.close()
    if (isSecret) process.stderr.write('\n')
  }
}

import { existsSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { armor, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Config } from '../../src/platform/config.ts'
import { findMasterKeys } from '../../src/platform/kept-secrets.ts'
import { isWithin } from './archive.ts'
import { BackupError, encrypterFor } from './sealed.ts'

// Encrypts the master key to people who can open it when the machine is lost. Keep it apart from
// the data and the backups: both together reveal everything.

export async function escrow(
  config: Config,
  { file, recipients }: { file: string; recipients: readonly string[] },
): Promise<void> {
  const encrypter = encrypterFor(recipients)
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new BackupError(`${folder} does not exist: create it first.`)
  const target = join(realpathSync(folder), basename(file))
  if (existsSync(target)) throw new BackupError(`${file} already exists: pass a new file as --to.`)
  const data = resolve(config.dataDirectory)
  if (isWithin(target, existsSync(data) ? realpathSync(data) : data)) {
    throw new BackupError(`${file} is in the data folder: keep the master key apart from the data.`)
  }
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, 'backup.json'))) {
      throw new BackupError(`${above} is a backup: keep the master key apart from the backups.`)
    }
    if (above === dirname(above)) break
  }
  if (config.masterKeys.length === 0 && !existsSync(join(data, 'master.key'))) {
    throw new BackupError(
      `There is no master key in ${data}: set COWRIE_MASTER_KEY or COWRIE_DATA.`,
    )
  }
  const keys = await findMasterKeys(config)
  const text = `${keys.map((key) => key.toString('base64')).join('\n')}\n`
  const sealed = armor.encode(await encrypter.encrypt(text))
  await writeFile(target, sealed, { flag: 'wx', mode: 0o600, flush: true })
}

/** Writes a new identity into a file; returns its recipient. */
export async function makeIdentity(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# recipient: ${recipient}\n${identity}\n`
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true })
  return recipient
}

import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, readValue } from './config.ts'
import type { SettingName } from './settings.ts'

// Secrets of this installation: from the environment, or created by the first start and stored in
// the data folder, readable by its owner only.

/** Newest first. The file may have several, separated by lines or commas. */
export async function findMasterKeys({ masterKeys, dataDirectory }: Config): Promise<Buffer[]> {
  if (masterKeys.length > 0) return masterKeys
  const file = join(dataDirectory, 'master.key')
  const kept = await keep(file, 'COWRIE_MASTER_KEY')
  if (kept !== '') return readValue('COWRIE_MASTER_KEY', kept)
  throw new ConfigError(`${file} is empty. Restore it, or remove it together with the data.`)
}

/** The secrets that the sandbox's bank signs with; each is valid. */
export async function findRailSecrets(config: Config): Promise<string[]> {
  if (config.sandboxRailSecrets.length > 0) return config.sandboxRailSecrets
  const file = join(config.dataDirectory, 'sandbox-rail.secret')
  const kept = await keep(file, 'COWRIE_SANDBOX_RAIL_SECRET')
  if (kept !== '') return [kept]
  throw new ConfigError(`${file} is empty. Remove it; Cowrie then creates a new one.`)
}

async function keep(file: string, name: SettingName): Promise<string> {
  const fresh = randomBytes(32).toString('base64')
  try {
    await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `Set ${name}, or COWRIE_DATA to a folder of this user: ${file} cannot be kept (${code}).`,
    )
  }
}

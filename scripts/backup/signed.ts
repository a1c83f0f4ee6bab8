import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { BackupError } from './sealed.ts'

// Records of a backup are signed (Ed25519): anybody who can write to its folder can encrypt to its
// recipients, and a forged database runs commands when it starts.
//
// A record is its JSON on the first line, and the signature of that line on the second. The process
// that makes backups has the private key; whoever restores has the signer (the public key). Each
// database has its own key.

/** `acceptUnsigned`: unsigned records count too. */
export type Trust = { signers: readonly KeyObject[]; acceptUnsigned: boolean }
export type RecordKind = 'base' | 'wal'

const PREFIX = 'ed25519:'

/** Creates the key file; returns its signer. */
export function makeSigningKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signer = signerOf(privateKey)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(file, `# signer: ${signer}\n${pem}`, { flag: 'wx', mode: 0o600, flush: true })
  return signer
}

/** The public key in the form of --signer. */
export function signerOf(key: KeyObject): string {
  return `${PREFIX}${createPublicKey(key).export({ format: 'jwk' }).x}`
}

export function readSigningKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file, 'utf8'))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new BackupError(`--sign ${file} does not exist: make it with signkey --to FILE.`)
    }
  }
  throw new BackupError(`--sign ${file} is not an Ed25519 key: make one with signkey --to FILE.`)
}

export function readSigner(text: string): KeyObject {
  const x = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : ''
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    throw new BackupError(`--signer ${text} is not a signer such as ${PREFIX}…, as signkey prints.`)
  }
}

export function signedText(kind: RecordKind, record: object, key: KeyObject): string {
  const line = JSON.stringify(record)
  return `${line}\n${sign(null, bytesOf(kind, line), key).toString('base64')}\n`
}

export function readSigned<Content>(
  kind: RecordKind,
  text: string,
  signers: readonly KeyObject[],
): { record: Content; isSigned: boolean } {
  const [line = '', signature = ''] = text.split('\n')
  const bytes = bytesOf(kind, line)
  const isSigned = signers.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64')))
  return { record: JSON.parse(line) as Content, isSigned }
}

/** With the kind, so that one record cannot stand for another. */
const bytesOf = (kind: RecordKind, line: string) => Buffer.from(`cowrie backup ${kind}\n${line}`)

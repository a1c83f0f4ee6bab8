import assert from 'node:assert/strict'
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { bytesOf, uuidOf } from './ids.ts'

// Encryption, hashing and codes. Each key becomes a KeyObject once: passing its bytes each time
// costs several times more on Node 24 and later. data-keys.ts stores the keys.

const NONCE_BYTES = 12
const TAG_BYTES = 16
const IDS_BYTES = 32
const CODE_LENGTH = 43
const KEY_BYTES = 32
const CHECK_LENGTH = 32
const FIRST_KEY_ID = 'k1'

/** Encrypts and decrypts. */
export type Sealer = {
  /** AES-256-GCM. Opening it needs the same `bound` (table, column, business, row). */
  seal(plain: string, bound: string): string
  open(sealed: string, bound: string): string
}

export type Keyring = Sealer & {
  /** This installation among several; '' is the first. See docs/operating/cells.md. */
  cell: string
  /** HMAC-SHA-256, for values to look up or compare that are too short for a plain hash. */
  fingerprint(text: string | Buffer): Buffer
  /** `cell`, then two ids as one unguessable code, which needs no random index in the database. */
  encryptIds(first: string, second: string): string
  decryptIds(code: string): { first: string; second: string } | null
}

/** The name of a cell that is not the first. */
export const CELL = /^[1-9a-z]$/

/** The form of encrypted text in the database: the key's id, then the rest. */
export const SEALED = /^(k[1-9][0-9]{0,5})\.([A-Za-z0-9_-]+)$/

export type SealingKey = { id: string; key: KeyObject }

/** Where a sealer finds its keys. Which ones there are, and which one encrypts, may change. */
type SealingKeys = {
  sealing(): SealingKey
  opening(id: string): KeyObject | undefined
}
type KeySource = SealingKeys & { cell: string; fingerprint: KeyObject; codes: KeyObject }

/** With the keys that a new database has, for those without a database. */
export function keyring(masterKey: Buffer, cell = ''): Keyring {
  const { seal, fingerprint, codes } = firstKeys(masterKey)
  const sealing = { id: FIRST_KEY_ID, key: createSecretKey(seal) }
  return keyringOf({
    sealing: () => sealing,
    opening: (id) => (id === sealing.id ? sealing.key : undefined),
    cell,
    fingerprint: createSecretKey(fingerprint),
    codes: createSecretKey(codes),
  })
}

export function sealerOf(source: SealingKeys): Sealer {
  return {
    seal(plain, bound) {
      const { id, key } = source.sealing()
      return `${id}.${encrypt(key, Buffer.from(plain), bound).toString('base64url')}`
    },

    open(sealed, bound) {
      const [, id = '', text = ''] = SEALED.exec(sealed) ?? []
      const key = source.opening(id)
      assert(key, `no key ${id} to decrypt this with`)
      return decrypt(key, Buffer.from(text, 'base64url'), bound).toString('utf8')
    },
  }
}

export function keyringOf(source: KeySource): Keyring {
  const zeros = Buffer.alloc(16)
  const { cell } = source
  return {
    ...sealerOf(source),
    cell,

    fingerprint(text) {
      return createHmac('sha256', source.fingerprint).update(text).digest()
    },

    // CBC chains the second block to the first, which is a unique id: without the key, no code can
    // be guessed, altered, or told from noise. A decrypted id that exists is the proof.
    encryptIds(first, second) {
      const cipher = createCipheriv('aes-256-cbc', source.codes, zeros).setAutoPadding(false)
      const bytes = cipher.update(Buffer.concat([bytesOf(first), bytesOf(second)]))
      return `${cell}${bytes.toString('base64url')}`
    },

    decryptIds(led) {
      // Codes from before the installation had a cell have no character for it.
      const code = led.length > CODE_LENGTH && CELL.test(led.charAt(0)) ? led.slice(1) : led
      const bytes = Buffer.from(code, 'base64url')
      // Base64url has several spellings of the same bytes; only one is accepted.
      if (bytes.length !== IDS_BYTES || bytes.toString('base64url') !== code) return null
      const decipher = createDecipheriv('aes-256-cbc', source.codes, zeros).setAutoPadding(false)
      const ids = decipher.update(bytes)
      return { first: uuidOf(ids.subarray(0, 16)), second: uuidOf(ids.subarray(16)) }
    },
  }
}

/**
 * The first keys of a database. They are derived from its master key, because before databases had
 * keys of their own, these were used directly.
 */
export function firstKeys(masterKey: Buffer): Record<'seal' | 'fingerprint' | 'codes', Buffer> {
  return {
    seal: derive(masterKey, 'seal'),
    fingerprint: derive(masterKey, 'fingerprint'),
    codes: derive(masterKey, 'access codes'),
  }
}

/** Identifies a master key without revealing it. */
export function checkOf(masterKey: Buffer): string {
  const key = derive(masterKey, 'check')
  return createHmac('sha256', key).update('cowrie').digest('hex').slice(0, CHECK_LENGTH)
}

/** A key encrypted under a master key, after the identifier of that. */
export function wrap(masterKey: Buffer, key: Buffer, bound: string): string {
  const wrapped = encrypt(createSecretKey(derive(masterKey, 'wrap')), key, bound)
  return `${checkOf(masterKey)}.${wrapped.toString('base64url')}`
}

/** Null if it was wrapped under another master key, or is altered. */
export function unwrap(masterKey: Buffer, wrapped: string, bound: string): Buffer | null {
  const [check, text = ''] = wrapped.split('.')
  if (check !== checkOf(masterKey)) return null
  const key = createSecretKey(derive(masterKey, 'wrap'))
  try {
    return decrypt(key, Buffer.from(text, 'base64url'), bound)
  } catch {
    // A wrong tag is the only possible error.
    return null
  }
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

/** `masterKey`: at least 32 random bytes. */
function derive(masterKey: Buffer, purpose: string): Buffer {
  assert(masterKey.length >= KEY_BYTES, 'the master key needs 32 bytes or more')
  return Buffer.from(hkdfSync('sha256', masterKey, 'cowrie', purpose, KEY_BYTES))
}

function encrypt(key: KeyObject, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, bytes: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(bound))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([plain, decipher.final()])
}

/** For secrets with at least 112 random bits, which need no slow hash. */
export function sha256(text: string | Buffer): Buffer {
  return hash('sha256', text, 'buffer')
}

/** In base64, as a key of maps: returning bytes takes longer than hashing. */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64')
}

/** Compares digests of equal length, so the time reveals neither content nor length. */
export function equalSecrets(left: string | Buffer, right: string | Buffer): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

/** An encrypted column, as its feature describes it, so that its key can be replaced. */
export type SealedColumn<Key extends string = string> = {
  table: string
  column: string
  /** The columns of the primary key, in the row type's spelling. */
  key: readonly Key[]
  /** How many are read at a time to be encrypted again, if they are long. */
  rowsMax?: number
  /** What the ciphertext of this row is bound to. */
  boundTo(row: Record<Key, string>): string
}

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

// Sealing, hashing and codes. A key is made once into a KeyObject: passing the bytes each time
// costs several times more on Node 24 and later. Where the keys are kept: data-keys.ts.

const NONCE_BYTES = 12
const TAG_BYTES = 16
const IDS_BYTES = 32
const KEY_BYTES = 32
const CHECK_LENGTH = 32
const FIRST_KEY_ID = 'k1'

/** What seals and opens, and nothing else. */
export type Sealer = {
  /** AES-256-GCM. `bound` (table, column, business, row) must be the same again to open it. */
  seal(plain: string, bound: string): string
  open(sealed: string, bound: string): string
}

export type Keyring = Sealer & {
  /** HMAC-SHA-256 for what must be looked up or compared but is too short for a plain hash. */
  fingerprint(text: string | Buffer): Buffer
  /** Two ids as one unguessable code, without a random index in the database. */
  encryptIds(first: string, second: string): string
  decryptIds(code: string): { first: string; second: string } | null
}

/** What a text of the database begins with that was sealed, and the rest of it. */
export const SEALED = /^(k[1-9][0-9]{0,5})\.([A-Za-z0-9_-]+)$/

export type SealingKey = { id: string; key: KeyObject }

/** Where a sealer finds its keys. Which of them seals, and which there are, may change. */
type SealingKeys = {
  sealing(): SealingKey
  opening(id: string): KeyObject | undefined
}
type KeySource = SealingKeys & { fingerprint: KeyObject; codes: KeyObject }

/** With the keys that a database begins with, for whoever has none. */
export function keyring(masterKey: Buffer): Keyring {
  const { seal, fingerprint, codes } = firstKeys(masterKey)
  const sealing = { id: FIRST_KEY_ID, key: createSecretKey(seal) }
  return keyringOf({
    sealing: () => sealing,
    opening: (id) => (id === sealing.id ? sealing.key : undefined),
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
  return {
    ...sealerOf(source),

    fingerprint(text) {
      return createHmac('sha256', source.fingerprint).update(text).digest()
    },

    // CBC chains the second block to the first, and the first is a unique id: without the key no
    // code can be guessed, altered or told from noise. A decrypted id that exists is the proof.
    encryptIds(first, second) {
      const cipher = createCipheriv('aes-256-cbc', source.codes, zeros).setAutoPadding(false)
      const bytes = cipher.update(Buffer.concat([bytesOf(first), bytesOf(second)]))
      return bytes.toString('base64url')
    },

    decryptIds(code) {
      const bytes = Buffer.from(code, 'base64url')
      // Of two spellings of the same bytes, one is the code.
      if (bytes.length !== IDS_BYTES || bytes.toString('base64url') !== code) return null
      const decipher = createDecipheriv('aes-256-cbc', source.codes, zeros).setAutoPadding(false)
      const ids = decipher.update(bytes)
      return { first: uuidOf(ids.subarray(0, 16)), second: uuidOf(ids.subarray(16)) }
    },
  }
}

/**
 * What a database begins with. They follow from the master key of that day, because before there
 * were keys of the database's own these were used as they are.
 */
export function firstKeys(masterKey: Buffer): Record<'seal' | 'fingerprint' | 'codes', Buffer> {
  return {
    seal: derive(masterKey, 'seal'),
    fingerprint: derive(masterKey, 'fingerprint'),
    codes: derive(masterKey, 'access codes'),
  }
}

/** Names a master key, and hides it. */
export function checkOf(masterKey: Buffer): string {
  const key = derive(masterKey, 'check')
  return createHmac('sha256', key).update('cowrie').digest('hex').slice(0, CHECK_LENGTH)
}

/** A key under a master key, whose name goes before it. */
export function wrap(masterKey: Buffer, key: Buffer, bound: string): string {
  const wrapped = encrypt(createSecretKey(derive(masterKey, 'wrap')), key, bound)
  return `${checkOf(masterKey)}.${wrapped.toString('base64url')}`
}

/** Null where it was wrapped under another master key, or is not what was wrapped. */
export function unwrap(masterKey: Buffer, wrapped: string, bound: string): Buffer | null {
  const [check, text = ''] = wrapped.split('.')
  if (check !== checkOf(masterKey)) return null
  const key = createSecretKey(derive(masterKey, 'wrap'))
  try {
    return decrypt(key, Buffer.from(text, 'base64url'), bound)
  } catch {
    // The tag does not fit: that is all that can go wrong here.
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

/** The same in base64: as a name, because to answer bytes takes more time than to hash. */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64')
}

/** Over digests of equal length, so that neither content nor length shows in the time taken. */
export function equalSecrets(left: string | Buffer, right: string | Buffer): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

/** An encrypted column, as its feature describes it, so that the key can be replaced. */
export type SealedColumn<Key extends string = string> = {
  table: string
  column: string
  /** The columns of the table's primary key, as its rows name them. */
  key: readonly Key[]
  /** What a text of this row is bound to. */
  boundTo(row: Record<Key, string>): string
}

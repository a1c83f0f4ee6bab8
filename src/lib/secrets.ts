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

// Everything that is derived from the master key, which lives outside the database. A key is made
// once into a KeyObject: passing the bytes each time costs several times more on Node 24 and later.

const NONCE_BYTES = 12
const TAG_BYTES = 16
const IDS_BYTES = 32
const KEY_ID = 'k1'

export type Keyring = {
  /** AES-256-GCM. `bound` (table, column, business, row) must be the same again to open it. */
  seal(plain: string, bound: string): string
  open(sealed: string, bound: string): string
  /** HMAC-SHA-256 for what must be looked up or compared but is too short for a plain hash. */
  fingerprint(text: string | Buffer): Buffer
  /** Two ids as one unguessable code, without a random index in the database. */
  encryptIds(first: string, second: string): string
  decryptIds(code: string): { first: string; second: string } | null
  /** Two services over one database must hold one master key: this tells, and hides it. */
  readonly check: string
}

/** `masterKey`: at least 32 random bytes. */
export function keyring(masterKey: Buffer): Keyring {
  assert(masterKey.length >= 32, 'the master key needs 32 bytes or more')
  const derive = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, 'cowrie', purpose, 32)))
  const sealing = derive('seal')
  const hashing = derive('fingerprint')
  const codes = derive('access codes')
  const zeros = Buffer.alloc(16)

  return {
    seal(plain, bound) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(bound))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${KEY_ID}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`
    },

    open(sealed, bound) {
      const [keyId, text = ''] = sealed.split('.')
      assert(keyId === KEY_ID, `no key ${keyId} to open this with`)
      const bytes = Buffer.from(text, 'base64url')
      const tag = bytes.subarray(-TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(bound))
        .setAuthTag(tag)
      const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    },

    fingerprint(text) {
      return createHmac('sha256', hashing).update(text).digest()
    },

    // CBC chains the second block to the first, and the first is a unique id: without the key no
    // code can be guessed, altered or told from noise. A decrypted id that exists is the proof.
    encryptIds(first, second) {
      const cipher = createCipheriv('aes-256-cbc', codes, zeros).setAutoPadding(false)
      const bytes = cipher.update(Buffer.concat([bytesOf(first), bytesOf(second)]))
      return bytes.toString('base64url')
    },

    decryptIds(code) {
      const bytes = Buffer.from(code, 'base64url')
      // Of two spellings of the same bytes, one is the code.
      if (bytes.length !== IDS_BYTES || bytes.toString('base64url') !== code) return null
      const decipher = createDecipheriv('aes-256-cbc', codes, zeros).setAutoPadding(false)
      const ids = decipher.update(bytes)
      return { first: uuidOf(ids.subarray(0, 16)), second: uuidOf(ids.subarray(16)) }
    },

    check: createHmac('sha256', derive('check')).update('cowrie').digest('hex').slice(0, 32),
  }
}

/** For secrets with at least 112 random bits, which need no slow hash. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Over digests of equal length, so that neither content nor length shows in the time taken. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

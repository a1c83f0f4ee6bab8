import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { DAY } from '../src/platform/clock.ts'

// Builds certificates byte by byte (X.509 in DER), because Node can read and use them but not
// create them. Keys are fresh each time, so no key is stored.

export type Certificate = { cert: string; key: string }
/** `sign` issues certificates under this authority. */
export type Authority = Certificate & { sign: (wish: Wish) => Certificate }
export type Wish = { name: string; from?: Date; until?: Date; mayVouch?: boolean }

const OIDS = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  subjectAltName: '0603551d11',
  basicConstraints: '0603551d13',
}

let serial = 0

/** Self-signed: trusted only by a client configured to trust it. */
export function givenAuthority(wish: Wish): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return authority(wish.name, certificate(wish, keys, wish.name, keys.privateKey), keys.privateKey)
}

function authority(name: string, own: Certificate, privateKey: KeyObject): Authority {
  return {
    ...own,
    sign(wish) {
      const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return certificate(wish, keys, name, privateKey)
    },
  }
}

/** An intermediate signed by `by` that signs others, whether or not it is allowed to. */
export function givenIntermediate(by: Certificate, byName: string, wish: Wish): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = certificate(wish, keys, byName, by.key)
  return authority(wish.name, own, keys.privateKey)
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject }

function certificate(
  { name, from, until, mayVouch = false }: Wish,
  { publicKey, privateKey }: Keys,
  issuer: string,
  issuerKey: KeyObject | string,
): Certificate {
  const now = new Date()
  const algorithm = sequence(hex(OIDS.ecdsaWithSha256))
  const toSign = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))), // Version 3.
    tagged(0x02, Buffer.from([0x10, ++serial])),
    algorithm,
    named(issuer),
    sequence(
      moment(from ?? new Date(now.getTime() - DAY)),
      moment(until ?? new Date(now.getTime() + DAY)),
    ),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(name, mayVouch))),
  )
  const signature = sign('sha256', toSign, issuerKey)
  const der = sequence(toSign, algorithm, tagged(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
}

function extensions(name: string, mayVouch: boolean): Buffer[] {
  const yes = tagged(0x01, Buffer.from([0xff]))
  const constraints = tagged(0x04, mayVouch ? sequence(yes) : sequence())
  const names = tagged(0x04, sequence(tagged(0x82, Buffer.from(name))))
  return [
    sequence(hex(OIDS.basicConstraints), yes, constraints),
    sequence(hex(OIDS.subjectAltName), names),
  ]
}

function named(name: string): Buffer {
  const value = tagged(0x0c, Buffer.from(name))
  return sequence(tagged(0x31, sequence(hex(OIDS.commonName), value)))
}

/** Formats GeneralizedTime: 20260131235959Z. */
function moment(at: Date): Buffer {
  return tagged(0x18, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`))
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content])
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}

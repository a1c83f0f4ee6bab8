import { createPrivateKey, sign } from 'node:crypto'
import { MINUTE, SECOND } from '../../platform/clock.ts'

// The client assertion that Safe Haven exchanges for a token (RFC 7523): a JWT of five claims,
// signed with the private key whose public key is in their dashboard. It needs no JWT library,
// because nothing is parsed or verified.

/** Issued this much earlier, because their clock may be behind ours. */
const BEFORE_MS = 30 * SECOND
const LIVES_MS = 5 * MINUTE

type Signer = {
  /** The company's URL, as in their dashboard. */
  companyUrl: string
  clientId: string
  /** PEM. */
  privateKey: string
}

/** `audience`: the base URL of the environment. */
export function clientAssertion(signer: Signer, audience: string, now: Date): string {
  const { companyUrl, clientId, privateKey } = signer
  const claims = {
    iss: companyUrl,
    sub: clientId,
    aud: audience,
    iat: Math.floor((now.getTime() - BEFORE_MS) / SECOND),
    exp: Math.floor((now.getTime() + LIVES_MS) / SECOND),
  }
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(privateKey))
  return `${signed}.${signature.toString('base64url')}`
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

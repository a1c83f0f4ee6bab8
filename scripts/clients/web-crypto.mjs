import { webcrypto } from 'node:crypto'

export { webcrypto as crypto }

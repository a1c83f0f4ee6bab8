import { once } from 'node:events'
import { createServer } from 'node:net'

// Whether the service will be able to listen, asked before anything is touched: a database is not
// opened, or migrated, for what cannot be served.

/** Why nothing can listen there, for who started it; null where it can. Port 0 is any free one. */
export async function whyNoPort(at: { host: string; port: number }): Promise<string | null> {
  const server = createServer().listen(at.port, at.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    return sentenceOf(error)
  }
  await new Promise((resolve) => server.close(resolve))
  return null
}

/** Of an error of `listen`; null for another. */
export function whyNotListening(error: unknown): string | null {
  return (error as NodeJS.ErrnoException).syscall === 'listen' ? sentenceOf(error) : null
}

function sentenceOf(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use, perhaps by another Cowrie. Set PORT to another, or 0 for any.`
    : `Nothing can listen there (${message}). Set HOST and PORT to what this user may use.`
}

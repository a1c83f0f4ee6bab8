import { once } from 'node:events'
import { createServer } from 'node:net'

// Checks that the service can listen before anything else starts: no database is opened or migrated
// for a service that cannot start.

/**
 * Why the service cannot listen there, as a sentence; null if it can. Port 0 means any free port.
 */
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

/** For an error of `listen`; null for others. */
export function whyNotListening(error: unknown): string | null {
  return (error as NodeJS.ErrnoException).syscall === 'listen' ? sentenceOf(error) : null
}

function sentenceOf(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use, perhaps by another Cowrie. Set PORT to another, or 0 for any.`
    : `Nothing can listen there (${message}). Set HOST and PORT to what this user may use.`
}

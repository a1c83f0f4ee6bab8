import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

// For tests: to which addresses this process tried to connect, reachable or not. Node tells of each
// socket that it makes, so that nothing has to be put in anybody's place.

/** `run` is given those that there were so far. */
export async function attemptsDuring(
  run: (soFar: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const addresses: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address: string) => addresses.push(address))
  }
  subscribe('net.client.socket', watch)
  try {
    await run(addresses)
  } finally {
    unsubscribe('net.client.socket', watch)
  }
  return addresses
}

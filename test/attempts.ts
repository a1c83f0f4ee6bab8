import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

// Records the addresses this process tried to connect to, reachable or not. Node publishes each new
// socket on a diagnostics channel, so nothing has to be mocked.

/** Passes `run` the addresses so far. */
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

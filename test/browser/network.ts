import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'

/** A network between browser and service, which can swallow what is sent without saying so. */
export type Network = { url: string; isSilent: boolean; close(): void }

export async function openNetwork(service: { baseUrl: string }): Promise<Network> {
  const { port: to } = new URL(service.baseUrl)
  const network: Network = { url: '', isSilent: false, close: () => server.close() }
  const server = createServer((browser) => {
    const ours = createConnection(Number(to), '127.0.0.1')
    const drop = () => [browser, ours].map((socket) => socket.destroy())
    for (const [from, into] of [
      [browser, ours],
      [ours, browser],
    ] as const) {
      from.on('error', drop)
      from.on('close', drop)
      from.on('data', (bytes) => !network.isSilent && into.write(bytes))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  network.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return network
}

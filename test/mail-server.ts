import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { Certificate } from './certificates.ts'

// A mail server that follows instructions at each step: it behaves, refuses, hangs or disconnects.

export type Step = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message'
/** An answer of the test's own, silence, or a closed connection. */
export type Conduct = `${number} ${string}` | 'hangs' | 'drops'

export type Arrival = { from: string; to: string[]; text: string }

export type MailServer = {
  port: number
  /** What to do at a step from now on; by default, the normal answer. */
  conduct: Partial<Record<Step, Conduct>>
  /** Every line received outside messages, over all connections. */
  lines: string[]
  arrivals: Arrival[]
  connections: () => number
  /** How often it stayed silent because it was told to hang. */
  hung: number
  /** Closes all connections. */
  hangUp(): void
  stop(): Promise<void>
}

type Options = {
  /** TLS from the first byte, or offered through STARTTLS. */
  tls?: 'first' | 'offered'
  certificate?: Certificate
}

const ANSWERS: Record<Step, string> = {
  greeting: '220 mail.test ready',
  EHLO: '250 mail.test',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 fine',
  RCPT: '250 2.1.5 fine',
  DATA: '354 go on',
  message: '250 2.0.0 kept',
}

/** Stops at the end of the test file, if not before. */
export async function givenMailServer({ tls, certificate }: Options = {}): Promise<MailServer> {
  const open = new Set<Socket>()
  let connections = 0
  const state: State = { conduct: {}, lines: [], arrivals: [], hung: 0 }
  const accept = (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    serve(state, socket, tls === 'offered' ? certificate : undefined)
  }
  const server: Server =
    tls === 'first' ? createTlsServer({ ...certificate }, accept) : createServer(accept)
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }
  const stop = async () => {
    hangUp()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  after(stop)
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { port, connections: () => connections, hangUp, stop })
}

type State = Pick<MailServer, 'conduct' | 'lines' | 'arrivals' | 'hung'>

function serve(state: State, socket: Socket, offered: Certificate | undefined): void {
  let arrival: Arrival = { from: '', to: [], text: '' }
  let isMessage = false
  let rest = ''

  /** True if the answer allows the client to go on. */
  function answer(step: Step, usual = ANSWERS[step]): boolean {
    const conduct = state.conduct[step] ?? usual
    if (conduct === 'hangs') {
      state.hung += 1
      return false
    }
    if (conduct === 'drops') {
      socket.destroy()
      return false
    }
    socket.write(`${conduct}\r\n`)
    return /^[23]/.test(conduct)
  }

  function take(line: string): void {
    state.lines.push(line)
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO') {
      const offers = [offered && 'STARTTLS', !offered && 'AUTH PLAIN'].filter(Boolean)
      answer('EHLO', ['250-mail.test', ...offers.map((offer) => `250 ${offer}`)].join('\r\n'))
    } else if (word === 'STAR') upgrade()
    else if (word === 'AUTH') answer('AUTH')
    else if (word === 'MAIL') {
      arrival = { from: between(line), to: [], text: '' }
      answer('MAIL')
    } else if (word === 'RCPT') {
      if (answer('RCPT')) arrival.to.push(between(line))
    } else if (word === 'DATA') isMessage = answer('DATA')
    else if (word === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 fine\r\n')
  }

  function takeText(line: string): void {
    if (line !== '.') {
      arrival.text += `${line.replace(/^\./, '')}\r\n`
      return
    }
    isMessage = false
    // Delivered, even if the client never gets the answer.
    if (!/^[45]/.test(state.conduct.message ?? '')) state.arrivals.push(arrival)
    answer('message')
  }

  function upgrade(): void {
    socket.removeAllListeners('data')
    socket.write('220 go on\r\n')
    const secured = new TLSSocket(socket, { isServer: true, ...offered })
    secured.on('error', () => socket.destroy())
    serve({ ...state, conduct: state.conduct }, asGreeted(secured), undefined)
  }

  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isMessage) takeText(line)
      else take(line)
    }
  })
  if (!greeted.has(socket)) answer('greeting')
}

const greeted = new WeakSet<Socket>()

/** No second greeting after STARTTLS. */
function asGreeted(socket: Socket): Socket {
  greeted.add(socket)
  return socket
}

function between(line: string): string {
  return /<(.*)>/.exec(line)?.[1] ?? ''
}

import { EventEmitter } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { getPHPLoaderModule } from '@php-wasm/node-8-1'
import { loadPHPRuntime, PHP } from '@php-wasm/universal'

// Runs the tests of clients/php on PHP 8.1 compiled to WebAssembly, in a process of its own. Its curl
// is the real one: what it takes for the WebSocket that carries a connection is a socket of Node.
// JavaScript, because these packages have no types that TypeScript finds.

class Connection extends EventEmitter {
  CONNECTING = 0
  OPEN = 1
  CLOSING = 2
  CLOSED = 3
  readyState = this.CONNECTING
  socket

  constructor(url) {
    super()
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
      .on('connect', () => this.reach(this.OPEN, 'open'))
      .on('data', (chunk) => this.emit('message', chunk, true))
      .on('error', (error) => this.emit('error', error))
      .on('close', () => this.reach(this.CLOSED, 'close'))
    this.on('error', () => {})
  }

  reach(state, event) {
    this.readyState = state
    this.emit(event)
  }

  send(chunk) {
    this.socket.write(Buffer.from(chunk))
  }

  close() {
    this.readyState = this.CLOSING
    this.socket.end()
  }

  setSocketOpt() {}

  addEventListener(event, listener) {
    this.on(event, listener)
  }

  removeEventListener(event, listener) {
    this.off(event, listener)
  }
}

const root = join(import.meta.dirname, '../..')
const runtime = await loadPHPRuntime(await getPHPLoaderModule(), {
  processId: 1,
  websocket: {
    url: (_, host, port) => `ws://${host}:${port}/`,
    subprotocol: 'binary',
    decorator: () => Connection,
  },
})
const php = new PHP(runtime)
for (const name of globSync(['{clients,examples}/**/*.php', 'docs/*.json'], { cwd: root })) {
  php.mkdir(`/cowrie/${dirname(name)}`)
  php.writeFile(`/cowrie/${name}`, readFileSync(join(root, name)))
}
const { text, errors } = await php.run({
  code: `<?php require '/cowrie/clients/php/tests/report.php';`,
  env: { ...process.env, COWRIE_IN_WASM: '1' },
})
process.stdout.write(text)
process.stderr.write(errors)
process.exit(0)

import { startRehearsal } from '../test/providers/rehearsal/start.ts'

// `npm run live-rehearsal`: live mode on this machine, in a browser, with stand-ins of the
// providers. Deletes everything at the end. docs/go-live.md.

const PORT = 4300

const say = (line: string) => process.stdout.write(`${line}\n`)

say('Starting stand-ins of all providers, a database and the service …')
const port = Number(process.env['PORT'] ?? PORT)
const { url, keys, dashboard, close } = await startRehearsal({ port }).catch((error: Error) => {
  const isTaken = (error as { code?: string }).code === 'EADDRINUSE'
  say(isTaken ? `Port ${port} is in use. Set PORT to another port.` : error.message)
  process.exit(1)
})
say(`
  The shop and the bank  ${url}/
  Dashboard              ${dashboard.url}/live
                         ${dashboard.email}  ${dashboard.password}
  live secret key        ${keys.secretKey}
  live public key        ${keys.publicKey}

No money moves. Ctrl-C stops everything and deletes it.`)

let ending = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (ending) return
    ending = true
    say('Stopping …')
    void close().then(() => process.exit(0))
  })
}

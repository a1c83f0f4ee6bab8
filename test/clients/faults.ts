import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

// A proxy before the service that loses, delays and changes answers. The URL selects the fault, so
// that a client in any language can request one through its base URL:
//
//   /lose/TIMES/ID            the request arrives, its answer is lost
//   /cut/TIMES/ID             half of the answer arrives
//   /hang/TIMES/ID            no answer
//   /say/STATUS/CODE/RETRY_AFTER/TIMES/ID   the proxy answers; without JSON if CODE is `-`
//   /redirect/ID, /page/ID    always: redirects to the service; an HTML page with 200
//   /future/ID                always: values that a later service could send
//   /seen/ID                  the requests made under this id

type Seen = { method: string; url: string; key: string | null }
type Fault = { name: string; words: string[]; times: number; id: string; path: string }

const ADDRESS = /^\/(lose|cut|hang|say|redirect|page|future)\/((?:[\w-]+\/)*?)([0-9a-f]{32})(\/.*)$/

export async function givenFaults(target: string): Promise<{ url: string; close(): void }> {
  const seen = new Map<string, Seen[]>()
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    const asked = /^\/seen\/(\w+)$/.exec(url)
    if (asked) return void response.end(JSON.stringify(seen.get(asked[1]!) ?? []))
    const fault = faultOf(url)
    if (fault === null) return void response.writeHead(404).end()
    const key = request.headers['idempotency-key']
    const before = seen.get(fault.id) ?? []
    seen.set(fault.id, [
      ...before,
      { method: request.method!, url, key: String(key ?? '') || null },
    ])
    void answer(target, fault, before.length < fault.times, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

function faultOf(url: string): Fault | null {
  const [, name, between, id, path] = ADDRESS.exec(url) ?? []
  if (!name || !id || !path) return null
  const words = between!.split('/').filter((word) => word !== '')
  return { name, words, times: Number(words.at(-1) ?? Number.POSITIVE_INFINITY), id, path }
}

async function answer(
  target: string,
  { name, words, path }: Fault,
  isNow: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks = await request.toArray()
  if (isNow && name === 'hang') return
  if (isNow && name === 'redirect') {
    response.writeHead(302, { location: target + path }).end()
    return
  }
  if (isNow && name === 'page') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    return
  }
  if (isNow && name === 'say') {
    const [status, code, after] = words
    const body = { status: 'error', code, message: 'Of the proxy.', request_id: 'of-the-proxy' }
    if (after !== '0') response.setHeader('retry-after', after!)
    response.writeHead(Number(status)).end(code === '-' ? '<h1>Bad</h1>' : JSON.stringify(body))
    return
  }
  const { headers, method } = request
  const sent = Object.entries(headers).filter(([one]) => !/^(host|connection|content-l)/.test(one))
  const got = await fetch(target + path, {
    method: method!,
    headers: sent as [string, string][],
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  const whole = Buffer.from(await got.arrayBuffer())
  const body = name === 'future' ? ofTheFuture(whole) : whole
  if (isNow && name === 'lose') return void response.destroy()
  const kept = [...got.headers].filter(
    ([one]) => !/^(content-(len|enc)|transfer|conn|keep)/.test(one),
  )
  response.writeHead(got.status, { ...Object.fromEntries(kept), 'content-length': body.length })
  if (!(isNow && name === 'cut')) return void response.end(body)
  response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

function ofTheFuture(body: Buffer): Buffer {
  const text = body.toString().replace('"pending"', '"in_review"')
  return Buffer.from(text.replace('"transaction_not_found"', '"transaction_archived"'))
}

// Connects to the service and forwards each event as it arrives: the same bytes, headers and
// signature. This machine needs no public address.
//
// After a lost connection the stream resumes some seconds before the last event, because an older
// event may have appeared after it. Each event is forwarded once. All times are the service's.

const DEADLINE_MS = 15_000
const WAIT_MS_FIRST = 500
const WAIT_MS_MAX = 10_000
const TOLD_MAX = 10_000
const OVERLAP_MS = 10_000

const say = (line) => process.stdout.write(`${line}\n`)

/** Runs until interrupted. A lost connection resumes where it ended. */
export async function listen(service, to) {
  const told = new Set()
  let since = null
  let waitMs = WAIT_MS_FIRST
  let hasBegun = false
  for (;;) {
    try {
      const { events, at } = await connect(service, since)
      since ??= at
      say(hasBegun ? 'Reconnected.' : await greeting(service, to))
      hasBegun = true
      waitMs = WAIT_MS_FIRST
      for await (const event of events) {
        if (told.has(event.id)) continue
        told.add(event.id)
        if (told.size > TOLD_MAX) told.delete(told.values().next().value)
        since = Math.max(since, momentOf(event.id) - OVERLAP_MS)
        say(await forward(to, event))
      }
    } catch (error) {
      if (error.isFinal) throw error
      const what = hasBegun ? 'Connection lost' : 'The service is not responding'
      say(`${what}: ${reasonOf(error)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)
  }
}

/** The creation time of an event, from its id: a body in Paystack's format does not have it. */
function momentOf(id) {
  return Number.parseInt(id.slice('evt_'.length).slice(0, 12), 16)
}

/** With the secret to verify with: the API shows its end only, so it is read from demo.json. */
async function greeting({ base, key, webhookSecret }, to) {
  const forwarding = `Forwarding test events to ${to}. Press Ctrl-C to stop.`
  const headers = { authorization: `Bearer ${key}` }
  const read = async (path) => {
    const answer = await fetch(`${base}/api/v1/${path}`, { headers }).catch(() => null)
    return (await answer?.json().catch(() => null))?.data
  }
  const settings = await read('webhooks')
  const hint = settings?.endpoints?.standard?.secret_hint
  if (hint === undefined) return forwarding
  if (settings.format === 'paystack') {
    const signer = await read('webhooks/signing-key')
    if (signer?.signs_with === 'secret_key') {
      return `${forwarding}\nFormat: Paystack's, signed with the secret key ${signer.hint}`
    }
  }
  const isSame = webhookSecret?.endsWith(hint.split('…').pop())
  const secret = isSame ? webhookSecret : `${hint} (copy it from the dashboard, under Webhooks)`
  return `${forwarding}\nWebhook secret: ${secret}`
}

/** `since` is null at first: from now on. */
async function connect({ base, key }, since) {
  const query = since === null ? '' : `?since=${new Date(since).toISOString()}`
  const answer = await fetch(`${base}/api/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    const at = Date.parse(answer.headers.get('x-service-since') ?? answer.headers.get('date'))
    return { events: eventsOf(answer.body), at }
  }
  const message = await messageOf(base, answer)
  // Only a busy or failing service is worth a retry.
  throw Object.assign(new Error(message), { isFinal: answer.status < 500 && answer.status !== 429 })
}

/** The service's own error message, or a hint that this is another server. */
export async function messageOf(base, answer) {
  const told = await answer.json().catch(() => null)
  return told?.message ?? `${base} returned status ${answer.status}. Is this the right URL?`
}

/** Parses server-sent events, each with an id and JSON. */
export async function* eventsOf(stream) {
  let text = ''
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop()
    for (const block of blocks) {
      const lines = block.split('\n')
      const field = (name) => lines.find((line) => line.startsWith(name))?.slice(name.length)
      const data = field('data: ')
      if (data !== undefined) yield { id: field('id: '), ...JSON.parse(data) }
    }
  }
}

/** Returns the line to print. */
async function forward(to, { id, headers, body }) {
  const { event } = JSON.parse(body)
  const begun = performance.now()
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const took = () => `${Math.round(performance.now() - begun)} ms`
  try {
    const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal })
    const text = (await answer.text()).slice(0, 200).replace(/\s+/g, ' ').trim()
    const isGood = answer.status >= 200 && answer.status < 300
    const shown = isGood || text === '' ? '' : `  ${JSON.stringify(text)}`
    return `${isGood ? ' ' : '!'} ${answer.status}  ${event}  ${id}  ${took()}${shown}`
  } catch (error) {
    return `! ---  ${event}  ${id}  ${took()}  ${reasonOf(error)}`
  }
}

export function reasonOf(error) {
  return error.cause?.code ?? error.cause?.message ?? error.message
}

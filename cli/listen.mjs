// Connects to the service, and passes each event on as it comes: the same bytes, the same headers,
// the same signature. Nothing needs to reach this machine from outside.
//
// A lost connection is made again from some seconds before the last event, because an older one may
// have appeared after it; what was passed on is passed on once. Time is the service's, not ours.

const DEADLINE_MS = 15_000
const WAIT_MS_FIRST = 500
const WAIT_MS_MAX = 10_000
const TOLD_MAX = 10_000
const OVERLAP_MS = 10_000

const say = (line) => process.stdout.write(`${line}\n`)

/** Until it is interrupted. A connection that is lost is made again, where it ended. */
export async function listen(service, to) {
  const told = new Set()
  let since = null
  let waitMs = WAIT_MS_FIRST
  let hasBegun = false
  for (;;) {
    try {
      const { events, at } = await connect(service, since)
      since ??= at
      say(hasBegun ? 'Connected again.' : `Listening. Test events go to ${to}. End with Ctrl-C.`)
      hasBegun = true
      waitMs = WAIT_MS_FIRST
      for await (const event of events) {
        if (told.has(event.id)) continue
        told.add(event.id)
        if (told.size > TOLD_MAX) told.delete(told.values().next().value)
        since = Math.max(since, Date.parse(JSON.parse(event.body).created_at) - OVERLAP_MS)
        say(await forward(to, event))
      }
    } catch (error) {
      if (error.isFinal) throw error
      const what = hasBegun ? 'The connection is lost' : 'The service does not answer'
      say(`${what}: ${reasonOf(error)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)
  }
}

/** `since` is null at first: what happens from now on. */
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
  // Asking again changes nothing, but where it is busy.
  throw Object.assign(new Error(message), { isFinal: answer.status < 500 && answer.status !== 429 })
}

/** What the service says is wrong; another server says nothing that helps. */
export async function messageOf(base, answer) {
  const told = await answer.json().catch(() => null)
  return told?.message ?? `${base} answers with status ${answer.status}. Is it the service?`
}

/** Server-sent events, each with an id and JSON. */
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

/** Answers the line that is shown. */
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

import {
  type Attributes,
  type Context,
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

// Traces by the OpenTelemetry API alone. The operator brings the SDK, which must be there before
// the service (`NODE_OPTIONS=--import`); where there is none, nothing is made and nothing is sent.
//
// (1) A span holds names, outcomes and counts: never a body, an address, a key or a person.
// (2) Of what others sent, only `traceparent` is read, and only that is sent on: whatever else a
//     stranger puts into a header (baggage, tracestate) stays with the stranger.

export type Traced = { span: Span; context: Context }

/** What a provider that nobody registered is made of: one object for the whole API. */
const NOTHING = new ProxyTracerProvider().getDelegate()
const tracer = trace.getTracer('cowrie')

export function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NOTHING
}

/**
 * `toOthers`: it asks another service. `isRoot`: a trace of its own, for what was not caused by
 * whatever runs just now.
 */
type Options = { toOthers?: boolean; isRoot?: boolean; attributes?: Attributes }

/** Within a span of this name, where anybody traces. `outcomeOf`: what it is called in the span. */
export async function inSpan<Result>(
  name: string,
  { toOthers = false, isRoot = false, attributes = {} }: Options,
  run: () => Promise<Result>,
  outcomeOf: (result: Result) => string | undefined = () => undefined,
): Promise<Result> {
  if (!isTraced()) return run()
  const kind = toOthers ? SpanKind.CLIENT : SpanKind.INTERNAL
  return tracer.startActiveSpan(name, { kind, root: isRoot, attributes }, async (span) => {
    try {
      const result = await run()
      const outcome = outcomeOf(result)
      if (outcome !== undefined) span.setAttribute('cowrie.outcome', outcome)
      return result
    } catch (error) {
      // Without its words: they may name a person.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Of a request that came: a child of what the caller has named. End it with `endRequest`. */
export function beginRequest(traceparent: unknown, attributes: Attributes): Traced {
  const carrier = typeof traceparent === 'string' ? { traceparent } : {}
  const caller = propagation.extract(ROOT_CONTEXT, carrier)
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, caller)
  return { span, context: trace.setSpan(caller, span) }
}

export function runTraced(traced: Traced, run: () => void): void {
  context.with(traced.context, run)
}

export function endRequest({ span }: Traced, name: string, attributes: Attributes, ok: boolean) {
  span.updateName(name)
  span.setAttributes(attributes)
  if (!ok) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The header that names what runs just now, for the other side. */
export function traceHeaders(): { traceparent?: string } {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  const { traceparent } = carrier
  return traceparent === undefined ? {} : { traceparent }
}

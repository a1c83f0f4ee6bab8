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

// Traces through the OpenTelemetry API. The operator brings the SDK, loaded before the service
// (`NODE_OPTIONS=--import`). Without one, nothing is created or sent.
//
// (1) A span has names, outcomes and counts: never bodies, addresses, keys or persons.
// (2) Of incoming headers only `traceparent` is read, and only that is passed on. Other trace
//     headers (baggage, tracestate) may contain anything.

export type Traced = { span: Span; context: Context }

/** Without an SDK, all tracers are this object. */
const NOTHING = new ProxyTracerProvider().getDelegate()
const tracer = trace.getTracer('cowrie')

export function isTraced(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NOTHING
}

/**
 * `toOthers`: a call of another service. `isRoot`: a trace of its own, if the current span did not
 * cause it.
 */
type Options = { toOthers?: boolean; isRoot?: boolean; attributes?: Attributes }

/** Runs in a span with this name, if tracing is on. `outcomeOf`: the outcome for the span. */
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
      // Without the message, which may name a person.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** For an incoming request: a child of the caller's span. End it with `endRequest`. */
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

/** The header that names the current span, for the other side. */
export function traceHeaders(): { traceparent?: string } {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  const { traceparent } = carrier
  return traceparent === undefined ? {} : { traceparent }
}

import type { WebhookEvent } from './generated.cjs';
export type VerifyOptions = {
    /** `whsec_…`. While you roll it, the old one and the new one. */
    secret: string | string[];
    /** Seconds that the timestamp may be from now. Default: 300. */
    tolerance?: number | undefined;
};
export type RawBody = string | ArrayBuffer | Uint8Array;
export type HeadersLike = Headers | Record<string, string | string[] | undefined>;
export type HandleOptions = VerifyOptions & {
    /** Gets what your handler throws. Default: `console.error`. */
    onError?: ((error: unknown) => void) | undefined;
};
/** What Express, Next.js (pages) and node:http hand to a handler. */
type NodeRequest = AsyncIterable<Uint8Array | string> & {
    headers: Record<string, string | string[] | undefined>;
    readableEnded: boolean;
    body?: unknown;
    rawBody?: unknown;
};
type NodeResponse = {
    statusCode: number;
    setHeader(name: string, value: string): unknown;
    end(text: string): unknown;
};
type FastifyRequest = {
    raw: NodeRequest;
    body: unknown;
    rawBody?: unknown;
};
type FastifyReply = {
    code(status: number): unknown;
    send(payload: string): unknown;
};
export type WebhookHandler = {
    /** Next.js (app), Bun, Deno, Hono: `export const POST = handler`. */
    (request: Request, ...rest: unknown[]): Promise<Response>;
    /** Fastify: `app.post('/webhooks', handler)`, with a parser that keeps the raw body. */
    (request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
    /** Express, Next.js (pages), node:http: `app.post('/webhooks', handler)`. */
    (request: NodeRequest, response: NodeResponse, ...rest: unknown[]): Promise<unknown>;
};
export declare const webhooks: {
    verify: typeof verify;
    handle: typeof handle;
};
/** The event, if signature and timestamp are right; otherwise rejects with a WebhookError. */
declare function verify({ body, headers, secret, tolerance, }: VerifyOptions & {
    body: RawBody;
    headers: HeadersLike;
}): Promise<WebhookEvent>;
/**
 * An endpoint. Answers 400 to what cannot be verified, 500 where `onEvent` throws, so that the
 * event is sent again, and 200 when `onEvent` is done. The same event can arrive twice: process
 * each `event.id` once.
 */
declare function handle(options: HandleOptions, onEvent: (event: WebhookEvent) => unknown): WebhookHandler;
export {};

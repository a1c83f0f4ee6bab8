import { type ListMeta, Resources } from './generated.cjs';
import { webhooks } from './webhooks.cjs';
export type CowrieOptions = {
    /** `sk_test_…` or `sk_live_…`. Default: the environment variable COWRIE_SECRET_KEY. */
    secretKey?: string | undefined;
    /** Where the service is. Default: the environment variable COWRIE_URL. */
    baseUrl?: string | undefined;
    /** Default: the platform's. */
    fetch?: typeof fetch | undefined;
} & CallOptions;
export type RequestOptions = {
    /** Default: a new one for each call. Give your own to repeat a call after a restart. */
    idempotencyKey?: string | undefined;
    /** The `etag` of the record as you read it. If it has changed since, the call rejects: 412. */
    ifMatch?: string | undefined;
    /** Ends the call; it rejects with `signal.reason`. */
    signal?: AbortSignal | undefined;
} & CallOptions;
type CallOptions = {
    /** Milliseconds for the whole call with its retries. Default: 60,000. */
    timeout?: number | undefined;
    /** Milliseconds for one attempt. Default: 30,000. */
    attemptTimeout?: number | undefined;
    /** Default: 3. */
    maxRetries?: number | undefined;
};
/** One page of a list. Iterating goes on to all pages behind it. */
export type Page<T> = AsyncIterable<T> & {
    data: T[];
    meta: ListMeta;
    hasMore: boolean;
    /** Null behind the last page. */
    nextPage(): Promise<Page<T> | null>;
};
/** `await` it for one page, or `for await (const one of …)` for all records of all pages. */
export type List<T> = Promise<Page<T>> & AsyncIterable<T>;
export declare class Cowrie extends Resources {
    readonly webhooks: Resources['webhooks'] & typeof webhooks;
    constructor(options?: CowrieOptions);
}
export {};

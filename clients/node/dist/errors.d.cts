import type { ErrorBody, FieldError } from './generated.cjs';
/** What all errors of this package are. Match on `code`; `message` is for people. */
export declare class CowrieError extends Error {
    readonly code: string;
    /** The HTTP status of the answer, if there was one. */
    readonly status: number | undefined;
    /** Quote it when you report a problem. */
    readonly requestId: string | undefined;
    /** Each invalid field of a 400. */
    readonly fields: FieldError[];
    /** What was sent: with it, the same call can be made again later and has one effect. */
    idempotencyKey: string | undefined;
    constructor(code: string, message: string, more?: {
        status?: number;
        requestId?: string | undefined;
        cause?: unknown;
    });
}
/** The service answered, and refused. All codes: docs/api/refusals.md. */
export declare class ApiError extends CowrieError {
    readonly status: number;
    readonly fields: FieldError[];
    /** How many seconds to wait before the next attempt, if the service said so. */
    readonly retryAfter: number | undefined;
    /** The whole answer, where it was JSON. */
    readonly body: ErrorBody | null;
    constructor(status: number, headers: Headers, body: ErrorBody | null);
}
/**
 * There was no answer: whether the call had an effect is unknown. `code` is `timeout`,
 * `connection_failed`, or `invalid_response` for one that was cut short.
 */
export declare class ConnectionError extends CowrieError {
}
/** Not an event of yours: answer with 400. `code` is `no_timestamp`, `stale` or `forged`. */
export declare class WebhookError extends CowrieError {
}

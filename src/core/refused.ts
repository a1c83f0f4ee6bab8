import type { RefusalCode } from '../platform/refusal.ts'

/** The meaning of each status of a refusal, its name in the document, and codes that have it. */
export const REFUSED: Record<number, { name: string; says: string; codes: RefusalCode[] }> = {
  400: {
    name: 'BadRequest',
    says: 'The request is not valid. `errors` lists every invalid field.',
    codes: ['invalid_request', 'invalid_json'],
  },
  401: {
    name: 'Unauthorized',
    says: 'The credential is missing or not valid.',
    codes: ['missing_key', 'invalid_key'],
  },
  402: {
    name: 'PaymentRequired',
    says: 'The available balance is too low. Nothing was charged.',
    codes: ['insufficient_balance'],
  },
  403: {
    name: 'Forbidden',
    says: 'This credential does not allow this.',
    codes: ['wrong_key_type', 'insufficient_scope'],
  },
  404: {
    name: 'NotFound',
    says: 'Unknown, or it belongs to another business or mode.',
    codes: ['not_found', 'transaction_not_found'],
  },
  409: {
    name: 'Conflict',
    says: 'The request conflicts with the current state.',
    codes: ['duplicate_reference', 'idempotency_key_in_use'],
  },
  410: {
    name: 'Gone',
    says: 'It has left the database. The operator of the service has it in the archive.',
    codes: ['archived'],
  },
  412: {
    name: 'PreconditionFailed',
    says: 'The record has changed since you read it: `If-Match` names another ETag.',
    codes: ['version_conflict'],
  },
  413: { name: 'ContentTooLarge', says: 'The body is too large.', codes: ['body_too_large'] },
  414: { name: 'UriTooLong', says: 'The URL is too long.', codes: ['uri_too_long'] },
  415: {
    name: 'UnsupportedMediaType',
    says: 'The body is not of the expected type.',
    codes: ['unsupported_media_type'],
  },
  422: {
    name: 'UnprocessableContent',
    says: 'The request is valid but cannot be carried out.',
    codes: ['idempotency_key_reused', 'invalid_split'],
  },
  429: {
    name: 'TooManyRequests',
    says: 'Too many requests. Wait for `Retry-After` seconds.',
    codes: ['rate_limited'],
  },
  500: {
    name: 'InternalError',
    says: 'The service failed. Quote `request_id` when you report it.',
    codes: ['internal_error'],
  },
  501: {
    name: 'NotImplemented',
    says: 'No provider configured for live mode offers this.',
    codes: ['not_available_live'],
  },
  503: {
    name: 'ServiceUnavailable',
    says:
      'Overloaded, or a provider is down. Retry after `Retry-After` seconds, with the same ' +
      '`Idempotency-Key`.',
    codes: ['overloaded', 'rail_unavailable', 'database_unavailable', 'outcome_unknown'],
  },
  504: {
    name: 'GatewayTimeout',
    says:
      'A provider did not respond in time. The outcome is unknown: fetch the record, do not ' +
      'repeat the call.',
    codes: ['rail_timeout'],
  },
}

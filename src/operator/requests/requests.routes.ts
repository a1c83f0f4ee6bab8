import { Type } from 'typebox'
import { record, under } from '../../core/route.ts'
import { Count, DayOrTime, Nullable, PublicId, Text, Timestamp } from '../../core/wire.ts'
import { isoOf } from '../../platform/clock.ts'
import { parsePublicId, publicId } from '../../platform/ids.ts'
import { readRange } from '../../platform/range.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import {
  type FoundRequest,
  findRequest,
  idOfLine,
  type Place,
  placeOfLine,
  type RequestFilter,
  searchRequests,
} from './search.ts'

// For people only. A page is as many calls as a search finds with its limited work, so it can have
// fewer rows than PAGE, or none, and still a next one.

const PAGE = 25
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const LENGTH_MAX = 100
const STATUS = /^[1-5](\d\d|xx)$/
const WRONG_STATUS = 'status must be a status such as 402, or a class such as 4xx.'
const WRONG_KEY = 'key must be the id of a key, such as key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f.'

const WRONG_CURSOR = 'cursor must be `next` of an earlier response.'

const Row = {
  id: Text('The id of this entry.', 'req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0'),
  created_at: Timestamp('When the response was sent.'),
  request_id: Text('`X-Request-Id` of the response.', '5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11'),
  method: Text('The method.', 'POST'),
  path: Text('Without the query.', '/api/v1/transactions/initialize'),
  status: Count('The HTTP status of the response.', 200),
  error_code: Nullable(Text('The code of an error.', 'insufficient_balance')),
  duration_ms: Type.Number({ description: 'How long the service took.', examples: [4.2] }),
  key_id: PublicId('api_key', 'The key of the call.'),
  replayed: Type.Boolean({ description: 'The kept response of an earlier call was sent.' }),
}
const Requests = Type.Object({
  requests: Type.Array(Type.Object(Row), { description: 'Newest first.' }),
  next: Nullable(Text('Send it as `cursor` to go on.', 'req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0')),
  searched_to: Nullable(Timestamp('The search ended here, with older calls left.')),
})
const Body = (of: string) =>
  Nullable(Type.String({ description: `What is kept of the ${of}, as JSON. null: nothing.` }))
const RequestDetail = Type.Object({
  ...Row,
  records: Type.Array(Type.String(), { description: 'References and ids that the call named.' }),
  idempotency_key: Nullable(Text('The `Idempotency-Key`.', 'order-1042')),
  user_agent: Nullable(Text('The program that called.', 'shop/1.0')),
  version: Nullable(Text('The version of the API that it got.', '2026-12-01')),
  query: Body('query'),
  request_body: Body('request'),
  response_body: Body('response'),
})

const Search = (description: string) =>
  Type.Optional(Type.String({ maxLength: LENGTH_MAX, description }))
const filters = {
  from: Type.Optional(DayOrTime('Calls at or after this time, or from this day in Lagos on.')),
  to: Type.Optional(DayOrTime('Calls before this time, or until the end of this day in Lagos.')),
  method: Type.Optional(Type.Enum([...METHODS], { description: 'Calls with this method.' })),
  status: Search('A status such as `402`, or a class such as `4xx`.'),
  key: Search('Calls of this key: its id.'),
  q: Search('A request id, a reference or id of a record, an error code, or a part of the path.'),
  cursor: Search('`next` of the previous page.'),
}

type Sent = { [Name in keyof typeof filters]?: string }

export const requestRoutes = under('Keys', [
  record('/requests', {
    needs: 'keys',
    load: 'list',
    operationId: 'listRequests',
    summary: 'List the API calls of your keys',
    description: 'The calls of the last 30 days, newest first.',
    query: filters,
    answer: Requests,
    message: 'Requests',
    refusals: [400],
    read: (query) => ({
      filter: filterOf(query),
      before: beforeOf(query.cursor),
    }),
    handle: async (context, { scope }, _reply, { filter, before }) => {
      const { rows, next, searchedTo } = await searchRequests(context, scope, filter, {
        before,
        limit: PAGE,
      })
      return {
        requests: rows.map(toWireRow),
        next: next && idOfLine(next),
        searched_to: searchedTo && isoOf(searchedTo),
      }
    },
  }),
  record('/requests/:id', {
    needs: 'keys',
    operationId: 'getRequest',
    summary: 'Fetch an API call',
    description: 'By its id, or the newest with this request id.',
    answer: RequestDetail,
    message: 'Request found',
    handle: async (context, { scope, params }) =>
      toWireDetail((await findRequest(context, scope, params.id)) ?? refuse('not_found')),
  }),
])

function filterOf(query: Sent): RequestFilter {
  const { method, status, key, q } = query
  if (status !== undefined && !STATUS.test(status)) {
    refuseFields([{ field: 'status', code: 'invalid_format', message: WRONG_STATUS }])
  }
  const keyId = key === undefined ? undefined : parsePublicId('api_key', key)
  if (keyId === null) {
    refuseFields([{ field: 'key', code: 'invalid_format', message: WRONG_KEY }])
  }
  return { ...readRange(query), method, status, keyId, q }
}

function beforeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  return (
    placeOfLine(cursor) ??
    refuseFields([{ field: 'cursor', code: 'invalid', message: WRONG_CURSOR }])
  )
}

function toWireRow(row: FoundRequest) {
  return {
    id: row.id,
    created_at: isoOf(new Date(row.at)),
    request_id: row.requestId,
    method: row.method,
    path: row.path,
    status: row.status,
    error_code: row.errorCode ?? null,
    duration_ms: row.ms,
    key_id: publicId('api_key', row.keyId),
    replayed: row.isReplayed ?? false,
  }
}

function toWireDetail(row: FoundRequest) {
  const textOf = (body: unknown) => (body === undefined ? null : JSON.stringify(body))
  return {
    ...toWireRow(row),
    records: row.records,
    idempotency_key: row.idempotencyKey ?? null,
    user_agent: row.userAgent ?? null,
    version: row.version ?? null,
    query: textOf(row.query),
    request_body: textOf(row.request),
    response_body: textOf(row.response),
  }
}

import type { EventId } from '../src/core/events/webhooks.sql.ts'
import { eventBody } from '../src/core/events/webhooks.ts'
import type { PostgresAddress } from './service.ts'

// What is measured side by side: something that keeps events until each has been delivered.

/** Each a business with a host of its own, as in life; all of them are one receiver. */
export const ENDPOINTS = 100

export const QUEUES = ['cowrie', 'pg-boss', 'graphile-worker'] as const
export type QueueName = (typeof QUEUES)[number]

export type Told = { id: EventId; endpoint: number; body: string }

export type QueueOptions = {
  postgres: PostgresAddress
  /** Of the receiver. */
  port: number
  /** Of every endpoint. */
  secret: string
}

export type Queue = {
  /** Durable when it resolves. While started, they are delivered from then on. */
  emit: (events: Told[]) => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Whether something is there that is not recorded as delivered. */
  isLeft: () => Promise<boolean>
}

export type OpenQueue = (options: QueueOptions) => Promise<Queue>

/** The same in every process of this machine. */
export function sharedClockMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000
}

export function urlOf(endpoint: number, port: number): string {
  return `http://127.0.0.${1 + endpoint}:${port}/webhooks`
}

/** Whose host this address is. */
export function endpointAt(address: string): number {
  return Number(address.slice(address.lastIndexOf('.') + 1)) - 1
}

const CARD =
  '"authorization_code":"AUTH_8dfhjjdt2k","bin":"408408","last4":"4081","exp_month":"12",' +
  '"exp_year":"2030","channel":"card","card_type":"visa","bank":"Example Bank",' +
  '"country_code":"NG","brand":"visa","reusable":true'

/** A `transaction.success` of some 1.3 KB: a card payment, with what a shop notes about it. */
export function bodyOf(number: number, now: Date): string {
  const at = now.toISOString()
  const data =
    `{"id":"0199c0de-0000-7000-8000-000${number}","domain":"test",` +
    `"reference":"order-${number}","status":"success","amount":1250000,` +
    '"requested_amount":1250000,"fees":30906,"fees_breakdown":[{"type":"service",' +
    '"amount":28750},{"type":"vat","amount":2156}],"net_amount":1219094,"currency":"NGN",' +
    '"channel":"card","gateway_response":"Approved by the bank","message":null,' +
    `"paid_at":"${at}","created_at":"${at}","expires_at":"${at}","ip_address":"203.0.113.7",` +
    '"callback_url":"https://shop.example.com/paid","metadata":{"order":"A-1042","cart":[' +
    '{"sku":"adire-2m","count":2},{"sku":"shea-500","count":1}],"note":"Leave at the gate"},' +
    `"customer":{"id":"cus_0199c0de0000700080000000${number}","customer_code":"CUS_${number}",` +
    '"first_name":"Ada","last_name":"Example","name":"Ada Example",' +
    `"email":"ada.${number}@example.com","phone":"+2348000000000"},"authorization":{${CARD}},` +
    '"split":null,"log":{"attempts":1,"errors":0,"history":[{"type":"action",' +
    '"message":"Attempted to pay with card","time":4},{"type":"success",' +
    '"message":"Paid with card","time":5}]}}'
  return eventBody('transaction.success', data, now)
}

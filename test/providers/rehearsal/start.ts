import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { openContext } from '../../../scripts/open-database.ts'
import { activate, askForLive } from '../../../src/accounts/activation/activation.ts'
import { addKey, createBusiness } from '../../../src/accounts/businesses/businesses.ts'
import type { BusinessId, Context } from '../../../src/core/context.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from '../../process.ts'
import { type AllStandIns, CALLBACK_TOKEN, environmentOf } from '../environment.ts'
import { startFlutterwaveStandIn } from '../flutterwave.ts'
import { startMonnifyStandIn } from '../monnify.ts'
import { startMonoStandIn } from '../mono.ts'
import { startPaystackStandIn } from '../paystack.ts'
import { startSafehavenStandIn } from '../safehaven.ts'
import { answerPage } from './acts.ts'
import { Relay } from './relay.ts'

// Live mode without real providers: the service as `npm start` runs it, with settings that lead to
// stand-ins of all providers, one activated business, and a page that plays the bank and the shop.
// All share a clock, which the page can move.

const HOST = '127.0.0.1'
const CLOCK = new URL('clock.ts', import.meta.url).href
/** Safe Haven accepts https only, so its stand-in sends to the real URL instead. */
const CALLBACK = 'https://rehearsal.example/notify/safehaven'
/** A new key is known to all processes after a second. */
const KEYS_SEEN_MS = 1_500

export type Stage = AllStandIns & {
  relay: Relay
  now: () => Date
  /** Advances every clock, and applies what is due by then. */
  advance(ms: number): Promise<void>
  /** The URLs of the service and of the page. */
  baseUrl: string
  url: string
  keys: { secretKey: string; publicKey: string }
  keysOfOthers: { secretKey: string; publicKey: string }[]
}
export type Rehearsal = Stage & {
  dashboard: Started['demo']['dashboard']
  service: Started
  close(): Promise<void>
}

/** `settings`: more settings of the service. `others`: more businesses. */
export async function startRehearsal({
  port = 0,
  settings = {},
  others = 0,
}: {
  port?: number
  settings?: Record<string, string>
  others?: number
} = {}): Promise<Rehearsal> {
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const relay = new Relay(now)
  const stage = { relay, now } as Stage
  const page = createServer((request, response) => void answerPage(stage, request, response))
  await new Promise<void>((ready, fail) => {
    page.once('error', fail)
    page.listen(port, HOST, ready)
  })
  const url = `http://${HOST}:${(page.address() as AddressInfo).port}`
  const monnify = await startMonnifyStandIn({ now, notifyUrl: `${url}/notify/monnify` })
  const paystack = await startPaystackStandIn({ now, notifyUrl: `${url}/notify/paystack` })
  const safehaven = await startSafehavenStandIn({
    now,
    webhookUrl: `${CALLBACK}/${CALLBACK_TOKEN}`,
    reach: (to) => `${url}${new URL(to).pathname}`,
  })
  const notifyUrl = `${url}/notify/flutterwave`
  const flutterwave = await startFlutterwaveStandIn({ now, notifyUrl })
  const mono = await startMonoStandIn({ now })
  const all: AllStandIns = { flutterwave, monnify, mono, paystack, safehaven }
  Object.assign(stage, all, { url })
  const folder = newFolder()
  const environment = {
    ...environmentOf(all, CALLBACK),
    COWRIE_MAIL_FROM: 'receipts@pay.example.com',
    ...settings,
    NODE_OPTIONS: `--import=${CLOCK}`,
  }
  const end = async () => {
    page.closeAllConnections()
    page.close()
    for (const standIn of Object.values(all)) await standIn.close()
    removeFolder(folder)
  }
  const service = await startService(folder, environment).catch(async (error: unknown) => {
    await end()
    throw error
  })
  relay.to = service.baseUrl
  const { business_id: businessId, dashboard } = service.demo
  const environmentHere = { ...settings, COWRIE_DATA: folder }
  const [keys, ...keysOfOthers] = await openLive(environmentHere, businessId as BusinessId, others)
  await setTimeout(KEYS_SEEN_MS)
  Object.assign(stage, {
    baseUrl: service.baseUrl,
    keys,
    keysOfOthers,
    async advance(ms: number) {
      aheadMs += ms
      await new Promise((sent) => service.child.send({ aheadMs }, sent))
      monnify.controls.tick()
      paystack.controls.tick()
      safehaven.controls.settle()
      flutterwave.controls.tick()
    },
  })
  const close = async () => {
    await stopService(service)
    await end()
  }
  return Object.assign(stage, { dashboard, service, close })
}

type Keys = Stage['keys']

/** Activates the business and as many others, and makes a key of each kind for each. */
async function openLive(
  environment: Record<string, string>,
  first: BusinessId,
  others: number,
): Promise<Keys[]> {
  const { context, close } = await openContext(() => {}, environment)
  const all = [first]
  try {
    for (let i = 0; i < others; i++) {
      const business = { name: `Shop ${i + 2}`, email: `shop${i + 2}@example.com` }
      const { businessId } = await context.sql.begin((sql) =>
        createBusiness(sql, context.now(), business),
      )
      all.push(businessId)
    }
    const made: Keys[] = []
    for (const businessId of all) made.push(await openOne(context, businessId))
    return made
  } finally {
    await close()
  }
}

async function openOne(context: Context, businessId: BusinessId): Promise<Keys> {
  await askForLive(context, businessId, {
    legalName: 'Example Stores Limited',
    registrationNumber: 'RC1234567',
    contactPhone: '+2348000000000',
    website: null,
    bvn: '22222222221',
    nin: null,
  })
  await activate(context, businessId)
  const live = { businessId, mode: 'live' } as const
  const { key: secretKey } = await addKey(context, live, 'secret')
  const { key: publicKey } = await addKey(context, live, 'public')
  return { secretKey, publicKey }
}

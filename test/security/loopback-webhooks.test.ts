import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Environment, readConfig } from '../../src/platform/config.ts'
import { useApi } from '../api.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// A webhook to a loopback address makes the service call its own machine. A developer needs that on
// a laptop. Where others can reach the service it would show them ports that only it can see.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const READY = { DATABASE_URL: 'postgres://db.example/cowrie', COWRIE_MASTER_KEY: 'ab'.repeat(32) }
const PUBLIC = { BASE_URL: 'https://pay.example.com' }

const CASES: [what: string, allowed: boolean, environment: Environment][] = [
  ['nothing set', true, {}],
  ['a database and a master key on a laptop', true, READY],
  ['another loopback address', true, { HOST: '::1', BASE_URL: 'http://localhost:4000' }],
  ['a public BASE_URL', false, PUBLIC],
  ['a public BASE_URL, a database and a master key', false, { ...PUBLIC, ...READY }],
  ['a BASE_URL that only looks local', false, { BASE_URL: 'https://localhost.example.com' }],
  ['all interfaces', false, { HOST: '0.0.0.0' }],
  ['all interfaces, a local BASE_URL', false, { HOST: '::', BASE_URL: 'http://127.0.0.1:4000' }],
  ['an address of the local network', false, { HOST: '192.168.1.20' }],
  ['a laptop that forbids it', false, { COWRIE_ALLOW_PRIVATE_WEBHOOKS: '0' }],
  ['a public service that allows it', true, { ...PUBLIC, COWRIE_ALLOW_PRIVATE_WEBHOOKS: '1' }],
]
for (const [what, allowed, environment] of CASES) {
  test(`webhooks to loopback are ${allowed ? 'taken' : 'refused'} with ${what}`, async () => {
    const { allowsPrivateWebhooks } = readConfig(environment)
    context.config.allowsPrivateWebhooks = allowsPrivateWebhooks

    for (const url of ['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/']) {
      const { status } = await api.put('/api/v1/webhooks', {
        key: business.keys.secretKey,
        body: { url },
      })
      assert.equal(status, allowed ? 200 : 400, url)
    }
  })
}

test('a private network is refused whatever is set', async () => {
  context.config.allowsPrivateWebhooks = true
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[fd00::1]/']) {
    const body = { url }
    const { status } = await api.put('/api/v1/webhooks', { key: business.keys.secretKey, body })
    assert.equal(status, 400, url)
  }
})

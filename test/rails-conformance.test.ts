import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankCases } from './conformance/bank.ts'
import { cardCases } from './conformance/card.ts'
import { mandateCases } from './conformance/mandates.ts'
import { otherCases } from './conformance/others.ts'
import { NotOffered } from './conformance/world.ts'
import { type ProviderName, worlds } from './conformance/worlds.ts'

// What every rail promises (rails.ts), of each capability case by case, on all providers that offer
// it: the sandbox, and the others before their stand-ins. At the end it is told as a table. What
// only a rail promises that knows every key again for ever is in bank-conformance.ts and its like.

const CASES = [...bankCases, ...cardCases, ...mandateCases, ...otherCases]
const PROVIDERS = Object.keys(worlds) as ProviderName[]
/** So many cases each provider passes: what is not offered is not forgotten. */
const PASSED: Record<ProviderName, number> = {
  sandbox: 53,
  monnify: 41,
  safehaven: 38,
  paystack: 66,
  flutterwave: 59,
  mono: 4,
}

type Mark = 'passed' | 'failed' | '–'
const marks = new Map<string, Mark>()
const markOf = (provider: string, capability: string, name: string) =>
  marks.get(`${provider} ${capability} ${name}`) ?? '–'

for (const provider of PROVIDERS) {
  for (const { capability, offered, name, run } of CASES) {
    test(`${provider}: ${capability}: ${name}`, async (t) => {
      const world = await worlds[provider]()
      const place = `${provider} ${capability} ${name}`
      try {
        if (!offered(world.provider)) return t.diagnostic('not offered')
        marks.set(place, 'failed')
        await run(world)
        marks.set(place, 'passed')
      } catch (error) {
        if (!(error instanceof NotOffered)) throw error
        marks.set(place, '–')
        t.diagnostic('not offered')
      } finally {
        await world.close()
      }
    })
  }
}

test('each case is passed by some provider, and each provider passes as many as it should', (t) => {
  const width = Math.max(...CASES.map(({ name }) => name.length)) + 4
  const row = (head: string, cells: string[]) =>
    head.padEnd(width) + cells.map((cell) => cell.padEnd(13)).join('')
  t.diagnostic(row('', PROVIDERS))
  for (const [capability, cases] of Map.groupBy(CASES, (one) => one.capability)) {
    const passed = PROVIDERS.map((provider) => {
      const own = cases.map(({ name }) => markOf(provider, capability, name))
      const asked = own.filter((mark) => mark !== '–')
      const count = asked.filter((mark) => mark === 'passed').length
      return asked.length === 0 ? 'not offered' : `${count} of ${asked.length}`
    })
    t.diagnostic(row(capability, passed))
    for (const { name } of cases)
      t.diagnostic(
        row(
          `  ${name}`,
          PROVIDERS.map((one) => markOf(one, capability, name)),
        ),
      )
  }
  for (const { capability, name } of CASES) {
    const all = PROVIDERS.map((provider) => markOf(provider, capability, name))
    assert(all.includes('passed'), `${capability}: ${name}`)
  }
  for (const provider of PROVIDERS) {
    const own = CASES.filter((one) => markOf(provider, one.capability, one.name) === 'passed')
    assert.equal(own.length, PASSED[provider], provider)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RailSet } from '../src/providers/rails.ts'
import type { Answer } from './api.ts'
import { assertBooksTie } from './books.ts'
import type { TestContext } from './support.ts'

// A rail call that gets no answer: its effect, and what happens once the rail is back.

export type Said = 'unavailable' | 'unknown' | 'not_found'
export type Told = [status: number, code?: string]
type CallOf<Name extends keyof RailSet> = {
  [Method in keyof RailSet[Name] & string]-?: RailSet[Name][Method] extends (
    ...request: never[]
  ) => Promise<{ kind: infer Kind }>
    ? { call: `${Name}.${Method}`; told: Record<Extract<Kind, Said>, Told> }
    : never
}[keyof RailSet[Name] & string]
export type Case = { [Name in keyof RailSet]: CallOf<Name> }[keyof RailSet] & {
  given: () => Promise<unknown>
  act: (given: never) => Promise<Answer>
  /** Runs while the rail is silent. */
  meanwhile?: (given: never, said: Said, answer: Answer) => Promise<void>
  /** Runs once the rail is back. */
  after: (given: never, said: Said) => Promise<void>
}

export function testSilences(context: TestContext, cases: Case[]): void {
  for (const { call, given, act, told, meanwhile, after } of cases) {
    for (const [kind, [status, code]] of Object.entries(told)) {
      const said = kind as Said
      const by = act.toString().includes('resend') ? `${call}, a second time,` : call
      test(`${by} says ${said}: told ${[status, code].join(' ')}, and it goes on after`, async () => {
        const prepared = (await given()) as never
        const [railName, method] = call.split('.') as [keyof RailSet, string]
        const rail = context.rails.test[railName] as unknown as Record<string, unknown>
        const real = rail[method]
        rail[method] = async () => ({ kind: said })
        const answer = await act(prepared).finally(() => {
          rail[method] = real
        })
        assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text)
        await meanwhile?.(prepared, said, answer)
        await assertBooksTie(context)

        await after(prepared, said)

        await assertBooksTie(context)
      })
    }
  }
}

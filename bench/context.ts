import { sandboxMessages } from '../packages/devkit/sandbox/messages.ts'
import { sandboxMemory } from '../packages/devkit/sandbox/sandbox.ts'
import type { Context } from '../src/core/context.ts'
import { BatchWaits } from '../src/platform/batch.ts'
import { monotonicMs } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { APPLICATION_ROLE, connect, connectHot } from '../src/platform/db.ts'
import { pubSub } from '../src/platform/pub-sub.ts'
import { keyring } from '../src/platform/secrets.ts'
import { sandboxRails } from '../src/providers/sandbox/sandbox.ts'
import type { PostgresAddress } from './service.ts'

/** As the service makes it, over its database, with its keys: for a feature without HTTP. */
export function openContext(postgres: PostgresAddress, masterKey: string): Context {
  const [sql, hot] = [connect(postgres, APPLICATION_ROLE), connectHot(postgres, APPLICATION_ROLE)]
  const keys = keyring(Buffer.from(masterKey, 'base64'))
  const now = () => new Date()
  const baseUrl = () => ''
  const test = sandboxRails({
    memory: sandboxMemory(sql),
    messages: sandboxMessages(hot, keys, now),
    baseUrl,
    now,
  })
  const say = (fields: object, message: string) => {
    process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
  }
  return {
    config: readConfig({}),
    sql,
    hot,
    keys,
    rails: { test, live: [] },
    now,
    monotonicMs,
    log: { info: () => {}, warn: say, error: say },
    batchWaits: new BatchWaits(),
    pubSub: pubSub(),
    baseUrl,
  }
}

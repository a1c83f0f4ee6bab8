import { parseArgs } from 'node:util'
import { ConfigError, type Environment } from '../platform/environment.ts'

// The arguments of the command line. Everything else is a setting.

export const USAGE =
  'Usage: start [--ephemeral] [--port PORT] [--json] [--seed SEED]\n' +
  '  --ephemeral   for test suites: keeps nothing, and its clock can be moved\n' +
  '  --port PORT   the port to listen on; 0 picks a free one\n' +
  '  --json        prints the address and the keys of the demo store as one line\n' +
  '  --seed SEED   for test suites: makes keys, references and account numbers repeatable'

export type Arguments = {
  environment: Environment
  /** Standard output has one line of JSON, once the service is ready. */
  isJson: boolean
  /** Whoever started it wants it gone when it is gone itself. */
  endsWithParent: boolean
}

export function readArguments(sent: string[], environment: Environment): Arguments {
  const { port, ephemeral = false, json = false, seed } = valuesOf(sent)
  return {
    environment: {
      ...environment,
      ...(port !== undefined && { PORT: port }),
      ...(ephemeral && { COWRIE_EPHEMERAL: '1' }),
      ...(seed !== undefined && { COWRIE_SANDBOX_SEED: seed }),
    },
    isJson: json,
    endsWithParent: ephemeral || json,
  }
}

function valuesOf(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        ephemeral: { type: 'boolean' },
        json: { type: 'boolean' },
        seed: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`)
  }
}

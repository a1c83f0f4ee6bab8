import { parseArgs } from 'node:util'
import { ConfigError, type Environment } from '../platform/environment.ts'

// The arguments of the command line. Everything else is a setting.

export const USAGE =
  'Usage: start [--ephemeral] [--port PORT] [--json]\n' +
  '  --ephemeral   for test suites: keeps nothing, and its clock can be moved\n' +
  '  --port PORT   the port to listen on; 0 picks a free one\n' +
  '  --json        prints the address and the keys of the demo store as one line'

export type Arguments = {
  environment: Environment
  /** Standard output has one line of JSON, once the service is ready. */
  isJson: boolean
  /** Whoever started it wants it gone when it is gone itself. */
  endsWithParent: boolean
}

export function readArguments(sent: string[], environment: Environment): Arguments {
  const { port, ephemeral = false, json = false } = valuesOf(sent)
  return {
    environment: {
      ...environment,
      ...(port !== undefined && { PORT: port }),
      ...(ephemeral && { COWRIE_EPHEMERAL: '1' }),
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
      },
    })
    return values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`)
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { type Config, ConfigError } from './config.ts'
import { isLoopback } from './networks.ts'
import { LAPTOP_THINGS, type LaptopThing } from './settings.ts'

// On a laptop everything is at hand: a demo store with its password in the terminal, codes and
// links to read, webhooks to the next port. If others can reach the service, each of these is a way
// in. So the service does not start with them, unless its operator accepts them by name.

/** What is not in the settings. */
export type Found = { hasDemoLogin: boolean; dumpsCore: boolean }

const THINGS: Record<LaptopThing, { is(config: Config, found: Found): boolean; says: string }> = {
  'demo-store': {
    is: ({ makesDemoStore }, { hasDemoLogin }) => makesDemoStore || hasDemoLogin,
    says:
      'The password of the demo store, whose owner is an operator, is printed and stored in ' +
      'demo.json. Set DATABASE_URL and COWRIE_DEMO=0, and use a database without a demo store.',
  },
  'key-beside-data': {
    is: ({ masterKeys }) => masterKeys.length === 0,
    says:
      'The master key is in the data folder, so a copy of that folder can decrypt ' +
      'everything. Move the key to COWRIE_MASTER_KEY.',
  },
  docs: {
    is: ({ servesDocs }) => servesDocs,
    says:
      '/docs runs third-party code on the origin of the dashboard, and its policy allows ' +
      'unsafe-inline. Set COWRIE_DOCS=0.',
  },
  'private-webhooks': {
    is: ({ allowsPrivateWebhooks }) => allowsPrivateWebhooks,
    says:
      'A business can make this machine call its own ports through a webhook to a loopback ' +
      'address. Set COWRIE_ALLOW_PRIVATE_WEBHOOKS=0.',
  },
  messages: {
    is: ({ mail }) => mail.testUrl === null,
    says:
      "No mail server is configured, so every operator can read other people's invitation " +
      'and password links. Set COWRIE_MAIL_FROM and COWRIE_TEST_SMTP_URL.',
  },
  'core-dumps': {
    is: (_config, { dumpsCore }) => dumpsCore,
    says:
      'A crash writes the memory of the process to disk, including cards that are being ' +
      'charged. Start it with `ulimit -c 0`, or set LimitCORE=0 in the systemd unit.',
  },
}

/** Names all of them at once. */
export function refuseLaptopSettings(config: Config, found: Found): void {
  if (!config.isProduction) return
  const open = LAPTOP_THINGS.filter((name) => THINGS[name].is(config, found))
  const refused = open.filter((name) => !config.accepted.includes(name))
  if (refused.length === 0) return
  throw new ConfigError(
    [
      'This service runs in production (COWRIE_ENV=production, or BASE_URL is not this ' +
        'machine) with development settings:',
      ...refused.map((name) => `- ${name}: ${THINGS[name].says}`),
      `Change each of them. To start anyway, set COWRIE_ACCEPT=${open.join(',')}.`,
    ].join('\n'),
  )
}

/**
 * A warning for a service on a network that is not declared as production.
 */
export function whyReachable({ isProduction, host }: Config): string[] {
  if (isProduction || isLoopback(host)) return []
  return [
    `HOST=${host} lets other machines reach this service, and it runs with development settings. ` +
      'Everyone who reaches it can use them. On a network that you do not trust, set ' +
      'COWRIE_ENV=production.',
  ]
}

/** From Linux. False on other systems, which do not tell. */
export function dumpsCore(limits = '/proc/self/limits'): boolean {
  if (!existsSync(limits)) return false
  const soft = /^Max core file size +(\S+)/m.exec(readFileSync(limits, 'utf8'))?.[1]
  return soft !== '0'
}

import { existsSync, readFileSync } from 'node:fs'
import { type Config, ConfigError, LAPTOP_THINGS, type LaptopThing } from './config.ts'

// On a laptop everything is at hand: a store with its password in the terminal, codes and links to
// read, webhooks to the next port. Where others can reach the service, each of these is a way in,
// so it does not start with them unless its operator accepts them by name.

/** What no setting says. */
export type Found = { hasDemoLogin: boolean; dumpsCore: boolean }

const THINGS: Record<LaptopThing, { is(config: Config, found: Found): boolean; says: string }> = {
  'demo-store': {
    is: ({ makesDemoStore }, { hasDemoLogin }) => makesDemoStore || hasDemoLogin,
    says:
      'The password of the demo store, whose owner is an operator, is printed and kept in ' +
      'demo.json. Set COWRIE_DEMO=0 and use a database that has no demo store.',
  },
  'key-beside-data': {
    is: ({ masterKeys }) => masterKeys.length === 0,
    says:
      'The master key lies in the data folder, so one copy of the folder opens all that is ' +
      'sealed. Move it to COWRIE_MASTER_KEY.',
  },
  docs: {
    is: ({ servesDocs }) => servesDocs,
    says:
      "/docs runs a third party's program on the origin of the dashboard, and its policy allows " +
      'unsafe-inline. Set COWRIE_DOCS=0.',
  },
  'private-webhooks': {
    is: ({ allowsPrivateWebhooks }) => allowsPrivateWebhooks,
    says:
      'A business can make this machine call its own ports, by a webhook to a loopback address. ' +
      'Set COWRIE_ALLOW_PRIVATE_WEBHOOKS=0.',
  },
  messages: {
    is: ({ mail }) => mail.testUrl === null,
    says:
      'No mail server is set: every operator can read the links by which others accept ' +
      'invitations and set passwords. Set COWRIE_MAIL_FROM and COWRIE_TEST_SMTP_URL.',
  },
  'core-dumps': {
    is: (_config, { dumpsCore }) => dumpsCore,
    says:
      'If the process crashes, its memory is written to disk, with the cards that are being ' +
      'charged. Start it with `ulimit -c 0`, or LimitCORE=0 in a systemd unit.',
  },
}

/** Names all at once. */
export function refuseLaptopSettings(config: Config, found: Found): void {
  if (!config.isProduction) return
  const open = LAPTOP_THINGS.filter((name) => THINGS[name].is(config, found))
  const refused = open.filter((name) => !config.accepted.includes(name))
  if (refused.length === 0) return
  throw new ConfigError(
    [
      'This service is in production (COWRIE_ENV=production, or a BASE_URL that is not this ' +
        'machine), and is set up for a laptop:',
      ...refused.map((name) => `- ${name}: ${THINGS[name].says}`),
      'Change each as it says. To start with them all the same, set ' +
        `COWRIE_ACCEPT=${open.join(',')}.`,
    ].join('\n'),
  )
}

/** As Linux says. Elsewhere nothing says it, and this answers false. */
export function dumpsCore(limits = '/proc/self/limits'): boolean {
  if (!existsSync(limits)) return false
  const soft = /^Max core file size +(\S+)/m.exec(readFileSync(limits, 'utf8'))?.[1]
  return soft !== '0'
}

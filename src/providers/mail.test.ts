import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { givenMailServer } from '../../test/mail-server.ts'
import { HOSTILE_TEXTS } from '../../test/receipts.ts'
import type { Mail, MessageRail } from './rails.ts'
import { memoryOf, type SandboxMessage, sandboxRails } from './sandbox/sandbox.ts'
import { smtpRail } from './smtp.ts'

// The promises of mail providers (rails.ts): the sandbox, an SMTP server, and the sandbox with an
// SMTP server.

type World = {
  rail: MessageRail
  /** The messages in the mailbox, each once. */
  read: () => string[]
  /** Makes sending fail; null if that is not possible. */
  breakDown: (() => void) | null
}

const KEY = '019c0000-0000-7000-8000-000000000001'
const ANOTHER_KEY = '019c0000-0000-7000-8000-000000000002'

function givenMail(differing: Partial<Mail> = {}): Mail {
  return {
    key: KEY,
    onBehalfOf: '019c0000-0000-7000-8000-00000000000b',
    fromName: 'Adire Studio',
    to: 'ada@example.com',
    subject: 'Receipt',
    text: 'You paid.',
    html: '<p>You paid.</p>',
    ...differing,
  }
}

async function smtpWorld(): Promise<World> {
  const server = await givenMailServer()
  const url = `smtp://127.0.0.1:${server.port}`
  const rail = smtpRail({ url, from: 'receipts@pay.example', wholeMs: 1_000 })
  after(() => rail.close())
  return {
    rail,
    // By Message-ID, as mail programs do.
    read: () => [
      ...new Set(server.arrivals.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)![1]!)),
    ],
    breakDown: () => {
      server.conduct.RCPT = '451 4.3.0 later'
    },
  }
}

function sandboxWorld(mail: MessageRail | null): World & { outbox: Map<string, SandboxMessage> } {
  const outbox = new Map<string, SandboxMessage>()
  const { message: rail } = sandboxRails({
    memory: memoryOf(new Map()),
    messages: {
      async send(message) {
        if (!outbox.has(message.key)) outbox.set(message.key, message)
      },
      wasSent: async ({ key }) => outbox.has(key),
    },
    mail,
    baseUrl: () => 'https://pay.example',
    now: () => new Date('2026-03-15T12:00:00Z'),
  })
  return { rail, outbox, read: () => [...outbox.keys()], breakDown: null }
}

async function sandboxAndSmtp(): Promise<World> {
  const behind = await smtpWorld()
  return { ...behind, rail: sandboxWorld(behind.rail).rail }
}

const worlds: [name: string, make: () => Promise<World>][] = [
  ['sandbox', async () => sandboxWorld(null)],
  ['smtp', smtpWorld],
  ['sandbox with smtp', sandboxAndSmtp],
]
for (const [name, make] of worlds) {
  test(`${name}: one key is one message, however often it is sent; another key is another`, async () => {
    const { rail, read } = await make()

    for (let i = 0; i < 3; i++) assert.deepEqual(await rail.sendMail(givenMail()), { kind: 'sent' })
    await Promise.all([1, 2].map(() => rail.sendMail(givenMail())))
    assert.equal(read().length, 1)
    await rail.sendMail(givenMail({ key: ANOTHER_KEY }))

    assert.equal(read().length, 2)
  })

  test(`${name}: what makes no sense is answered, and never thrown at`, async () => {
    const { rail } = await make()
    for (const text of ['', ' ', '\u0000', '\ud83d', ...HOSTILE_TEXTS]) {
      const outcome = await rail.sendMail(
        givenMail({ fromName: text, to: text, subject: text, text, html: text }),
      )
      assert(['sent', 'refused', 'unavailable'].includes(outcome.kind), outcome.kind)
    }
  })
}

for (const [name, make] of worlds.slice(1)) {
  test(`${name}: after unavailable nobody has read anything, and the key is free`, async () => {
    const { rail, read, breakDown } = await make()
    breakDown!()

    assert.deepEqual(await rail.sendMail(givenMail()), { kind: 'unavailable' })

    assert.deepEqual(read(), [])
  })
}

test('in test mode a mail is in the outbox also while the mail server is down', async () => {
  const behind = await smtpWorld()
  const { rail, outbox } = sandboxWorld(behind.rail)
  behind.breakDown!()

  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await rail.sendMail(givenMail()), { kind: 'unavailable' })
  }

  assert.equal(outbox.size, 1)
  const { channel, to } = outbox.get(KEY)!
  assert.deepEqual([channel, to], ['email', 'ada@example.com'])
})

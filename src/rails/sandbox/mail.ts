import type { MessageRail } from '../rails.ts'
import { countedMessages, type SandboxOptions } from './memory.ts'

// The sandbox's mail: every one is kept where whoever tests can read it, and goes no further unless
// the operator has named an SMTP server for test mode.

export function sandboxMail({
  messages = countedMessages(),
  mail = null,
}: SandboxOptions): MessageRail {
  return {
    name: 'sandbox',

    async sendMail(request) {
      const { key, onBehalfOf, to, subject, text, html } = request
      await messages.send({ channel: 'email', key, onBehalfOf, to, subject, text, html })
      return mail === null ? { kind: 'sent' } : mail.sendMail(request)
    },
  }
}

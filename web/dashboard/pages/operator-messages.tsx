import { HousePage } from './house-page.tsx'
import { MessageList } from './message-list.tsx'

/**
 * Letters that open logins, where no mail server takes them. Not read again by itself: each reading
 * wants the password of the last five minutes.
 */
export function OperatorMessagesPage() {
  return (
    <HousePage
      title="Letters"
      intro={
        'Invitations and new passwords that no mail server has taken, because none is ' +
        'set up. Whoever has such a letter can sign in with it: give it to the person it ' +
        'is for, and to nobody else.'
      }
    >
      <MessageList
        path="/operator/messages"
        label="Letters, newest first"
        empty={{
          sentence:
            'Invite somebody, or ask for a new password, and the letter stands here. ' +
            'With a mail server set up (COWRIE_SMTP_URL) it is mailed instead.',
        }}
      />
    </HousePage>
  )
}

// What each error means to a person, and what to do now.
import texts from '@countersign/api/messages/en/errors.json' with { type: 'json' }
import type { ErrorTexts, ErrorWords } from '../error-words.ts'

/** For any fault of the message, to the person who signs: they never wrote it. */
export const alteredMessage: ErrorWords = {
  title: 'The message was altered on its way.',
  action: 'Try again; if it stays, use another wallet.',
}

export const errors: ErrorTexts = {
  ...texts,
  network: {
    offline: {
      title: 'You are offline.',
      action: 'Check your connection, then try again.',
    },
    unreachable: {
      title: 'The server does not answer.',
      action: 'Your connection may be slow, or the server may be restarting. Try again in a moment.',
    },
    cancelled: {
      title: 'This was cancelled.',
      action: 'Try again whenever you like.',
    },
  },
}

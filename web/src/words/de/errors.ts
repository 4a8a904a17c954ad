// What each error means to a person, in German, and what to do now.
import texts from '@countersign/api/messages/de/errors.json' with { type: 'json' }
import type { ErrorTexts, ErrorWords } from '../error-words.ts'

/** For any fault of the message, to the person who signs: they never wrote it. */
export const alteredMessage: ErrorWords = {
  title: 'Die Nachricht wurde unterwegs verändert.',
  action: 'Versuchen Sie es noch einmal; bleibt es dabei, nehmen Sie eine andere Wallet.',
}

export const errors: ErrorTexts = {
  ...texts,
  network: {
    offline: {
      title: 'Sie sind offline.',
      action: 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann noch einmal.',
    },
    unreachable: {
      title: 'Der Server antwortet nicht.',
      action:
        'Vielleicht ist Ihre Verbindung langsam, oder der Server startet neu. Versuchen Sie es gleich noch einmal.',
    },
    cancelled: {
      title: 'Das wurde abgebrochen.',
      action: 'Versuchen Sie es wieder, wann Sie möchten.',
    },
  },
}

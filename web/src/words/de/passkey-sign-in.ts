// The words of the sign-in page once a passkey is used: what came in between, and that it is done.
import type { Chapters } from '../shape.ts'

export const passkeySignIn: Chapters['passkeySignIn'] = {
  waiting: { title: 'Warten auf Ihren Passkey.', action: 'Ihr Browser sagt, was zu tun ist.' },
  checking: { title: 'Wird geprüft …', action: 'Diese Website prüft, ob der Passkey Ihrer ist.' },
  troubles: {
    cancelled: {
      title: 'Sie haben abgebrochen und sind nicht angemeldet.',
      action: 'Hat Ihr Browser keinen Passkey angeboten, so hat er für diese Website keinen.',
    },
    unsupported: {
      title: 'Dieser Browser kann hier keinen Passkey benutzen.',
      action: 'Nehmen Sie einen anderen Browser oder eine Wallet.',
    },
    failed: {
      title: 'Ihr Browser konnte keinen Passkey benutzen.',
      action: 'Versuchen Sie es noch einmal, oder nehmen Sie eine Wallet.',
    },
    'challenge.unusable': {
      title: 'Diese Anfrage ist abgelaufen.',
      action: 'Hier ist eine neue: Benutzen Sie Ihren Passkey noch einmal.',
    },
  },
  reasonGiven: (reason) => `Als Grund wurde angegeben: ${reason}`,
  done: {
    title: (name) => (name === null ? 'Mit Ihrem Passkey angemeldet.' : `Angemeldet als ${name}.`),
    text: (application) => (application === null ? 'Es geht weiter …' : `Weiter zu ${application} …`),
    main: 'Weiter',
  },
}

// The words of what helps a person who has no wallet in this browser, or none anywhere.
import type { Chapters } from '../shape.ts'

export const noWallet: Chapters['noWallet'] = {
  title: 'In diesem Browser ist keine Wallet.',
  text: 'Eine Wallet ist eine App oder Browser-Erweiterung mit einem Schlüssel, den nur Sie benutzen können. Nehmen Sie Ihr Telefon oder einen Passkey, oder besorgen Sie sich eine Wallet.',
  onPhone: {
    title: 'Öffnen Sie diese Seite in Ihrer Wallet-App',
    text: 'Dieser Browser erreicht Ihre Wallet nicht. Der Browser in der Wallet-App schon.',
  },
  answering: {
    title: 'In diesem Browser ist keine Wallet.',
    text: 'Eine Wallet ist eine App oder Browser-Erweiterung mit einem Schlüssel, den nur Sie benutzen können.',
    onPhone: {
      title: 'Öffnen Sie diese Seite in Ihrer Wallet-App',
      text: 'Dieser Browser erreicht Ihre Wallet nicht. Der Browser in der Wallet-App schon; er fragt noch einmal nach dem Paar.',
    },
  },
  usePhone: 'Mit dem Telefon',
  reload: 'Seite neu laden',
  lost: 'Wallet verloren? Was jetzt hilft',
  copyLink: 'Link kopieren',
  copyText: 'Kopieren Sie den Link dieser Seite, und öffnen Sie ihn im Browser Ihrer Wallet-App:',
  open: (wallet) => `In ${wallet} öffnen`,
  more: 'Weitere Wallets',
  nothing:
    'Der Link hat nichts geöffnet? Installieren Sie die App, oder kopieren Sie den Link dieser Seite und öffnen Sie ihn dort.',
  none: 'Ich habe keine',
  whatTitle: 'Was eine Wallet ist',
  what: [
    'Eine Wallet ist eine App oder eine Erweiterung Ihres Browsers, die einen geheimen Schlüssel für Sie verwahrt.',
    'Damit unterschreiben Sie eine Nachricht, und daran erkennt eine Website ohne jedes Passwort, dass Sie dieselbe Person sind wie beim letzten Mal.',
    'Am Anfang zeigt Ihnen die Wallet einige Wörter: Schreiben Sie sie auf Papier und sagen Sie sie niemandem, denn sie sind der Schlüssel, und niemand kann ihn Ihnen wiedergeben.',
    'Sie kostet nichts, und zum Anmelden muss kein Geld darin sein.',
  ],
  getTitle: 'Eine vom Hersteller besorgen',
  getExtension:
    'Jeder Link öffnet die Website des Herstellers. Kommen Sie dann hierher zurück: Diese Seite findet Ihre Wallet von selbst.',
  getApp:
    'Jeder Link öffnet die Website des Herstellers. Kommen Sie dann hierher zurück, und öffnen Sie diese Seite in der App.',
  getNowhere: 'Für diesen Browser kennen wir keine. Nehmen Sie Chrome, Edge, Brave oder Firefox, oder Ihr Telefon.',
  getNowhereOnPhone: 'Für dieses Telefon kennen wir keine.',
  back: 'Zurück',
  passkey: {
    title: 'Oder ohne Wallet beginnen',
    text: 'Ein Passkey ist ein Schlüssel, den dieses Gerät oder Ihr Passwortmanager für Sie verwahrt. Sie benutzen ihn mit dem, womit Sie das Gerät entsperren. Eine Wallet können Sie später hinzufügen.',
    make: 'Mit einem Passkey beginnen',
    have: 'Waren Sie schon einmal hier? Dann benutzen Sie Ihren Passkey oben: Mit einem neuen beginnen Sie eine neue, getrennte Identität.',
    toldNone: (application) =>
      `${application} fragt nach einer Wallet. Sie können ohne eine weitergehen; dann erfährt die Anwendung keine und weist Sie vielleicht ab.`,
    notTaken: (application) => `${application} lässt keine Anmeldung mit einem Passkey zu: Verlangt wird eine Wallet.`,
    waiting: 'Warten …',
    checking: 'Wird geprüft …',
    troubles: {
      cancelled: {
        title: 'Es wurde kein Passkey angelegt.',
        action: 'Sie oder Ihr Browser haben abgebrochen. Gespeichert wurde nichts.',
      },
      unsupported: {
        title: 'Dieser Browser kann hier keinen Passkey anlegen.',
        action: 'Nehmen Sie einen anderen Browser oder eine Wallet.',
      },
      'registered-already': {
        title: 'Für diese Website gibt es schon einen Passkey.',
        action: 'Benutzen Sie ihn: Der Knopf dafür ist oben.',
      },
      failed: {
        title: 'Ihr Browser konnte keinen Passkey anlegen.',
        action: 'Versuchen Sie es noch einmal, oder nehmen Sie eine Wallet.',
      },
      'passkey.refused': {
        action:
          'Versuchen Sie es noch einmal, oder nehmen Sie eine Wallet. Entfernen können Sie ihn dort, wo Ihr Gerät Passkeys verwahrt.',
      },
      'challenge.unusable': {
        title: 'Das hat zu lange gedauert.',
        action:
          'Versuchen Sie es noch einmal. Den angelegten Passkey können Sie dort entfernen, wo Ihr Gerät sie verwahrt.',
      },
      'sign_up.off': {
        title: 'Mit einem Passkey kann man hier nicht mehr beginnen.',
        action: 'Besorgen Sie sich eine Wallet, und melden Sie sich damit an.',
      },
    },
  },
}

// The words with which the sign-in screen begins, in German; those that are needed once a wallet is chosen are a chapter of
// their own. People are addressed as "Sie".
import type { Words } from '../shape.ts'

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  to: (site) => `bei ${site}`,
  choose: 'Wählen Sie Ihre Wallet',
  looking: 'Wallets werden gesucht …',
  aboutWallets:
    'Eine Wallet ist eine App oder Browser-Erweiterung mit einem Schlüssel, den nur Sie benutzen können. Die Anmeldung kostet nichts.',
  lost: 'Ihre verloren?',
  missingWallets: 'Einige Wallets konnten nicht geladen werden.',
  lastUsed: 'Zuletzt benutzt',
  browserWallet: 'Wallet des Browsers',
  whichAccount: (wallet, chains) =>
    `${wallet} hat Konten bei ${chains.slice(0, -1).join(', ')} und ${chains.at(-1)}. Welches soll es sein?`,
  cancel: 'Abbrechen',
  anotherWallet: 'Andere Wallet',
  connecting: ({ wallet }) => `${wallet} wird gefragt. Stimmen Sie dort der Verbindung zu.`,
  connectingSlow: 'Nichts zu sehen? Klicken Sie auf das Symbol in der Leiste; vielleicht ist die Wallet gesperrt.',
  offlineText: 'Es geht weiter, sobald Sie wieder verbunden sind.',
  goesOnByItself: 'Diese Seite versucht es von selbst noch einmal.',
  tryNow: 'Jetzt versuchen',
  trying: 'Wird versucht …',
  tooManyTriesText: 'Diese Seite macht von selbst weiter, wenn die Zeit um ist.',
  againIn: (time) => `Wieder in ${time}`,
  anotherDevice: 'Anderes Gerät',
  passkey: {
    use: 'Passkey benutzen',
    hint: 'Noch keiner? Sobald Sie angemeldet sind, können Sie einen hinzufügen.',
    waiting: 'Warten …',
    checking: 'Wird geprüft …',
  },
  offlineNotice: 'Sie sind offline. Es geht weiter, sobald Sie wieder verbunden sind.',
}

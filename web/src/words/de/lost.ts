// The words of the page for whoever lost something, or wants to be ready for it.
import type { Chapters } from '../shape.ts'

export const lost: Chapters['lost'] = {
  title: 'Wenn Sie etwas verlieren',
  intro: (site) =>
    `${site} kennt Sie an dem, was Sie haben: Wallets und Passkeys. Es gibt kein Passwort und keine E-Mail, womit Sie jemand einlassen könnte. Darum lohnt sich mehr als ein Zugang, bevor Sie ihn brauchen.`,
  ways: {
    some: (wallets, passkeys) => `Sie haben ${wallets} und ${passkeys}.`,
    wallets: (count) => (count === 0 ? 'keine Wallet' : count === 1 ? '1 Wallet' : `${count} Wallets`),
    passkeys: (count) => (count === 0 ? 'keinen Passkey' : count === 1 ? '1 Passkey' : `${count} Passkeys`),
    safe: 'Verlieren Sie davon eines, sind Sie nicht ausgesperrt.',
    alone: 'Das ist ein einziger Zugang. Verlieren Sie ihn, kann Sie niemand einlassen.',
    addPasskey: 'Passkey hinzufügen',
    addAnotherPasskey: 'Weiteren Passkey hinzufügen',
    linkWallet: 'Wallet verknüpfen',
    linkAnotherWallet: 'Weitere Wallet verknüpfen',
  },
  before: {
    title: 'Bevor es geschieht',
    list: [
      'Fügen Sie einen Passkey hinzu, am besten einen, den Ihr Telefon oder Passwortmanager auf all Ihren Geräten bereithält.',
      'Verknüpfen Sie eine zweite Wallet, die auf einem anderen Gerät ist als die erste.',
      'Schreiben Sie die Wiederherstellungsphrase jeder Wallet (12 oder 24 Wörter, auch Seed-Phrase genannt) auf Papier und verwahren Sie es, wo niemand sonst hinsieht. Tippen Sie sie nie in eine Website: Keine ehrliche fragt danach, und diese tut es nie.',
      'Sehen Sie ab und zu nach Ihren Sitzungen, und beenden Sie, was Sie nicht brauchen.',
    ],
  },
  cases: {
    device: {
      title: 'Ich habe mein Telefon oder meinen Computer verloren',
      text: [
        'Wer es findet, muss es erst entsperren, und oft auch die Wallet. Melden Sie sich trotzdem auf einem anderen Gerät an und beenden Sie die Sitzungen des verlorenen: Es ist sofort abgemeldet, auch bei Anwendungen, die darauf hören.',
        'Ihre Wallet bekommen Sie zurück, indem Sie sie auf dem neuen Gerät mit ihrer Wiederherstellungsphrase einrichten. Oder Sie melden sich mit einer anderen Wallet oder einem Passkey an, verknüpfen eine neue Wallet und lösen die verlorene.',
      ],
    },
    wallet: {
      title: 'Ich habe eine Wallet oder ihre Wiederherstellungsphrase verloren',
      text: [
        'Geht die Wallet noch irgendwo auf? Dann schreiben Sie jetzt ihre Wiederherstellungsphrase auf, oder verknüpfen Sie eine weitere Wallet, solange es geht.',
        'Ist sie fort: Melden Sie sich mit einer anderen Ihrer Wallets oder mit einem Passkey an, verknüpfen Sie eine neue Wallet und lösen Sie die verlorene. Hier und für jede Anwendung bleiben Sie, wer Sie sind.',
        'Was in der verlorenen Wallet ist, etwa Münzen, kann diese Seite nicht zurückholen. Das kann nur die Wiederherstellungsphrase.',
      ],
    },
    passkey: {
      title: 'Ich habe das Gerät mit meinem Passkey verloren',
      text: [
        'Steht in der Liste Ihrer Passkeys „Auf mehreren Geräten“, ist er auf den anderen noch da; ein neues Gerät bekommt ihn, wenn Sie sich dort bei demselben Passwortmanager oder Dienst des Herstellers anmelden.',
        'Steht dort „Nur auf einem Gerät“, ist er mit dem Gerät fort. Melden Sie sich mit einer Wallet oder einem anderen Passkey an, entfernen Sie ihn aus der Liste und fügen Sie einen neuen hinzu.',
      ],
    },
    'stolen-wallet': {
      title: 'Jemand anderes hat meine Wallet oder ihre Wiederherstellungsphrase',
      text: [
        'Er kann sich als Sie anmelden und bestätigen, dass er Sie ist: Diese Seite kann Sie beide nicht unterscheiden. Seien Sie schnell.',
        'Melden Sie sich mit einer anderen Wallet oder einem Passkey an, lösen Sie die Wallet, die er hat, und beenden Sie alle anderen Sitzungen. Sehen Sie dann Ihren Verlauf und Ihre Listen von Wallets und Passkeys durch: Entfernen Sie, was Sie nicht hinzugefügt haben.',
        'Bringen Sie, was etwas wert ist, aus dieser Wallet in eine, die er nicht kennt. Ist sie Ihr einziger Zugang, fügen Sie zuerst einen Passkey hinzu und verknüpfen Sie dann eine neue Wallet.',
      ],
    },
    signature: {
      title: 'Ich habe auf einer Seite, der ich nicht traue, eine Nachricht unterschrieben',
      text: [
        'Eine solche Seite kann versuchen, sich mit der Unterschrift hier als Sie anzumelden. Ein Browser, der so hereinkam, kann Ihre Wallets und Passkeys nicht ändern; er kann Ihr Konto sehen und sich als Sie bei Anwendungen anmelden.',
        'Ihr Konto fragt Sie nach jedem neuen Browser. Sagen Sie „Nein, beenden“ zu denen, die nicht Ihre sind, und sehen Sie nach Ihren Sitzungen, Ihrem Verlauf und Ihren Anwendungen.',
      ],
    },
    everything: {
      title: 'Ich habe alles verloren',
      text: [
        'Ohne Wallet und ohne Passkey kann niemand beweisen, dass er Sie ist, und darum kann Sie niemand einlassen: nicht der Betreiber dieser Seite, und nicht, wer sie gemacht hat. Eben das hält auch andere draußen.',
        'Der Betreiber dieser Seite kann Ihre Identität sperren, damit niemand sie benutzt, und sie löschen, wenn das Gesetz Ihnen dieses Recht gibt und er sicher ist, dass sie Ihre ist. Er kann sich weder als Sie anmelden noch Ihre Identität einer anderen Wallet geben.',
        'Mit einer neuen Wallet können Sie sich als jemand Neues anmelden. Anwendungen, die Ihnen wichtig sind, haben vielleicht eigene Wege, Sie zu erkennen: Fragen Sie dort.',
      ],
    },
  },
  casesTitle: 'Wenn es geschehen ist',
  account: 'Zu Ihrem Konto',
  signInPage: 'Zur Anmeldung',
}

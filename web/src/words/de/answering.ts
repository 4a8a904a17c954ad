// The words with which a browser answers another one, in German.
import type { Chapters } from '../shape.ts'

export const answering: Chapters['answering'] = {
  elsewhere: 'in einem anderen Browser',
  here: 'in einem anderen Fenster',
  title: {
    'sign-in': (to, where) => `Bei ${to} ${where} anmelden?`,
    'step-up': (_, where) => `Bestätigen Sie ${where}, dass Sie es sind?`,
    link: (_, where) => `Eine Wallet mit der Person verknüpfen, die ${where} angemeldet ist?`,
    merge: (_, where) => `Die Identität einer Wallet mit der Person zusammenführen, die ${where} angemeldet ist?`,
  },
  means: {
    'sign-in': 'Wer dort am Browser sitzt, ist danach als Sie angemeldet.',
    'step-up': 'Wer dort am Browser sitzt, kann danach einige Minuten lang Ihre Wallets, Passkeys und Daten ändern.',
    link: 'Die Wallet, mit der Sie unterschreiben, wird dort zu einem Zugang: Sie meldet von da an die Person an, die in jenem Browser angemeldet ist. Sind das nicht Sie, gehört sie hier jener Person.',
    merge:
      'Alles, was die Identität dieser Wallet hier hat, ihre Wallets, Passkeys und Anwendungen, geht an die Person, die in jenem Browser angemeldet ist. Sind das nicht Sie, verlieren Sie es an sie.',
  },
  staysOut: 'Hier bleiben Sie abgemeldet.',
  unchanged: 'In diesem Browser ändert sich nichts.',
  sameBrowser: 'Die Anfrage kommt aus diesem Browser: Was Sie dort anmelden, ist auch hier angemeldet.',
  yours: 'Bekannt als Ihr Browser',
  thisBrowser: 'Dieser Browser selbst',
  sameNetwork: 'dasselbe wie hier',
  otherNetwork: 'nicht dasselbe wie hier',
  left: 'Gültig noch',
  sent: 'Hat Ihnen das jemand geschickt? Dann lehnen Sie ab.',
  sentText: 'Machen Sie nur weiter, wenn Sie selbst damit begonnen haben, an einem Bildschirm, den Sie gerade sehen.',
  goOn: 'Das bin ich, weiter',
  refuse: 'Ablehnen und melden',
  refusing: 'Wird abgelehnt …',
  pair: {
    title: 'Welches davon zeigt der andere Bildschirm?',
    text: 'Sehen Sie dort nach und wählen Sie dasselbe. Ein falsches beendet den Vorgang.',
    none: 'Er zeigt keines davon? Dann fragt ein anderer Bildschirm: Lehnen Sie ab.',
  },
  prove: {
    title: {
      'sign-in': 'Zeigen Sie nun, dass Sie es sind',
      'step-up': 'Zeigen Sie nun, dass Sie es sind',
      link: 'Unterschreiben Sie nun mit der Wallet, die verknüpft wird',
      merge: 'Unterschreiben Sie nun mit der Wallet der anderen Identität',
    },
    summary: {
      'sign-in': (to, browser) => `Zur Anmeldung bei ${to} in einem anderen Browser: ${browser}.`,
      'step-up': (_, browser) => `Zur Bestätigung in einem anderen Browser, dass Sie es sind: ${browser}.`,
      link: (_, browser) =>
        `Sie wird zu einem Zugang für die Person, die in einem anderen Browser angemeldet ist: ${browser}.`,
      merge: (_, browser) =>
        `Um ihre Identität mit der Person zusammenzuführen, die in einem anderen Browser angemeldet ist: ${browser}.`,
    },
    passkeyHint: 'Das geht, wenn Sie für diese Website einen angelegt haben.',
    passkeyWaiting: 'Warten auf Ihren Passkey …',
    passkeyTroubles: {
      cancelled: {
        title: 'Es wurde kein Passkey benutzt.',
        action: 'Hat Ihr Browser keinen angeboten, so hat er für diese Website keinen.',
      },
      unsupported: {
        title: 'Dieser Browser kann hier keinen Passkey benutzen.',
        action: 'Nehmen Sie eine Wallet oder einen anderen Browser.',
      },
      failed: {
        title: 'Der Passkey hat nicht geantwortet.',
        action: 'Versuchen Sie es noch einmal, oder nehmen Sie eine Wallet.',
      },
    },
  },
  handedOver: {
    title: 'Am anderen Bildschirm geht es weiter.',
    text: 'Er hat, was Sie unterschrieben haben, und reicht es ein. Diese Seite sagt, wenn das geschehen ist.',
  },
  taken: {
    signedIn: (time) => `Der andere Browser ist angemeldet bis ${time}.`,
    endable: 'Beenden können Sie das jederzeit hier oder unter „Sitzungen“.',
    'step-up': {
      title: 'Im anderen Browser ist es bestätigt.',
      text: 'Dort lassen sich nun einige Minuten lang Ihre Wallets, Passkeys und Daten ändern.',
    },
    link: {
      title: 'Die Wallet ist verknüpft.',
      text: 'Sie meldet die Person an, die dort angemeldet ist. Lösen lässt sie sich dort unter „Wallets“. Sie können diese Seite schließen.',
    },
    merge: {
      title: 'Der andere Browser hat Ihre Unterschrift.',
      text: 'Zusammengeführt wird erst, wenn es dort bestätigt ist. Sie können diese Seite schließen.',
    },
  },
  end: 'Beenden',
  ending: 'Wird beendet …',
  ended: {
    title: 'Beendet.',
    text: 'Was von hier aus begonnen wurde, gilt dort nicht mehr. Sie können diese Seite schließen.',
  },
  failed: { title: 'Es hat nicht geklappt.', text: 'Der andere Bildschirm sagt, warum.' },
  refused: {
    title: 'Abgelehnt und gemeldet.',
    text: 'Der Code gilt nicht mehr, und was gefragt war, ist nicht geschehen. Die Website hat festgehalten, dass hier abgelehnt wurde und woher die Anfrage kam.',
  },
  wrongPair: {
    title: 'Das war ein anderes Paar. Wir haben den Vorgang beendet.',
    text: 'Am anderen Bildschirm neu beginnen.',
  },
  secondDevice: {
    title: 'Ein zweites Gerät hat diesen Code geöffnet.',
    text: 'Wir haben den Vorgang sicherheitshalber beendet. Am anderen Bildschirm neu beginnen.',
  },
  passedOn: {
    title: 'Diese Seite ist fertig.',
    text: 'Haben Sie Ihre Wallet geöffnet, geht es dort weiter, und nach dem Paar wird dort noch einmal gefragt. Sonst am anderen Bildschirm neu beginnen.',
  },
}

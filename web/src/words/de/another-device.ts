// The words of the browser that waits while another device proves something for it, in German.
import type { Chapters } from '../shape.ts'

const onlyYou = {
  'sign-in': ['Nur für Sie: Wer ihn scannt, meldet ', 'diesen', ' Browser an.'],
  'step-up': ['Nur für Sie: Was dort unterschrieben wird, bestätigt Sie in ', 'diesem', ' Browser.'],
  link: ['Nur für Sie: Die Wallet, die dort unterschreibt, wird mit ', 'Ihrem', ' Konto verknüpft.'],
  merge: ['Nur für Sie: Was dort unterschrieben wird, gilt in ', 'diesem', ' Browser.'],
} as const

const notDone = {
  'sign-in': 'Sie sind nicht angemeldet.',
  'step-up': 'Noch ist nichts bestätigt.',
  link: 'Es wurde nichts verknüpft.',
  merge: 'Es wurde nichts zusammengeführt.',
} as const

export const anotherDevice: Chapters['anotherDevice'] = {
  scan: 'Scannen Sie den Code mit der Kamera Ihres Telefons.',
  codeLabel: (address) => `QR-Code, der zu ${address} führt`,
  typeIt: 'Oder dort diese Adresse öffnen und den Code eingeben:',
  onlyYou: (purpose) => onlyYou[purpose],
  validFor: (time) => `Gültig noch ${time}`,
  asking: 'Code wird erstellt …',
  renewed: 'Der letzte Code ist abgelaufen. Hier ist ein neuer.',
  opened: {
    title: 'Auf einem anderen Gerät geöffnet. Machen Sie dort weiter.',
    text: 'Dort stehen drei Zeichenpaare; wählen Sie das von hier. Haben nicht Sie den Code geöffnet, brechen Sie ab.',
  },
  picked: {
    title: 'Machen Sie am anderen Gerät weiter.',
    text: 'Dort wurde das richtige Paar gewählt. Ist unterschrieben, geht es hier von selbst weiter.',
  },
  pair: 'Die zwei Zeichen zum Vergleichen',
  confirming: {
    title: (address) => `${address} hat auf dem anderen Gerät unterschrieben. Verknüpfen?`,
    text: 'Wer diese Wallet hat, kann sich dann als Sie anmelden. Vergleichen Sie die ganze Adresse:',
    main: 'Verknüpfen',
    disown: 'Das ist nicht meine',
  },
  checking: {
    title: 'Wird geprüft …',
    text: 'Diese Website prüft, was auf dem anderen Gerät unterschrieben wurde.',
  },
  awaiting: {
    title: 'Das ist eine gemeinsame Wallet: Ihre Eigentümer müssen zustimmen.',
    text: 'Lassen Sie diese Seite offen. Solange Sie sie ansehen, fragt sie von selbst, ob alle zugestimmt haben.',
    notYet: 'Als zuletzt gefragt wurde, hatten noch nicht alle zugestimmt. Es wird weiter gefragt.',
    trouble: 'Ob sie zugestimmt haben, war gerade nicht zu erfahren. Es wird weiter gefragt.',
    check: 'Jetzt nachsehen',
    checking: 'Wird geprüft …',
  },
  done: {
    title: (purpose, name) =>
      purpose !== 'sign-in' ? 'Bestätigt.' : name === null ? 'Angemeldet.' : `Angemeldet als ${name}.`,
    text: (application) => (application === null ? 'Es geht weiter …' : `Weiter zu ${application} …`),
    main: 'Weiter',
  },
  ended: {
    refused: {
      title: 'Auf dem anderen Gerät wurde abgelehnt.',
      action: 'Waren Sie das selbst, so beginnen Sie mit einem neuen Code noch einmal.',
    },
    'wrong-pair': {
      title: 'Auf dem anderen Gerät wurde ein anderes Paar gewählt.',
      action:
        'Zur Sicherheit haben wir den Vorgang beendet. Sehen Sie auf das Paar auf diesem Bildschirm, wenn Sie dort gefragt werden.',
    },
    'second-device': {
      title: 'Ein zweites Gerät hat diesen Code geöffnet.',
      action: 'Zur Sicherheit wurde er beendet. Achten Sie darauf, dass niemand sonst diesen Bildschirm sieht.',
    },
    'ran-out': { title: 'Dieser Code ist abgelaufen.', action: 'Nehmen Sie einen neuen, wenn Sie so weit sind.' },
    over: { title: 'Dieser Code gilt nicht mehr.', action: 'Er wurde schon benutzt oder beendet.' },
    'not-mine': {
      title: 'Es wurde nichts verknüpft.',
      action:
        'Vielleicht hat jemand Ihren Bildschirm gesehen. Der Code ist beendet; nehmen Sie einen neuen, wenn Sie allein sind.',
    },
  },
  troubles: {
    'cross_device.over': {
      title: 'Dieser Code gilt nicht mehr.',
      action: 'Er wurde benutzt, beendet oder ist abgelaufen. Beginnen Sie mit einem neuen noch einmal.',
    },
    'challenge.unusable': {
      title: 'Was auf dem anderen Gerät unterschrieben wurde, gilt nicht mehr.',
      action: 'Es wurde schon benutzt oder ist zu alt. Beginnen Sie mit einem neuen Code noch einmal.',
    },
    'signature.refused': {
      action:
        'Sehen Sie in der Wallet nach, welches Konto gewählt ist, und beginnen Sie mit einem neuen Code noch einmal.',
    },
    'wallet.not_this': {
      title: 'Auf dem anderen Gerät hat eine andere Wallet unterschrieben.',
      action:
        'Es gilt nur die, mit der Sie begonnen haben. Wählen Sie dort diese, und beginnen Sie mit einem neuen Code.',
    },
    'wallet.held': {
      title: 'Der Vertrag dieser Wallet hat sich geändert, seit Sie sie hier zuletzt benutzt haben.',
      action: 'Bestätigen Sie mit einem anderen Ihrer Wege: einer anderen Wallet oder einem Passkey.',
    },
  },
  notDone: (purpose) => notDone[purpose],
  reasonGiven: (reason) => `Als Grund wurde angegeben: ${reason}`,
  newCode: 'Neuer Code',
  local: {
    text: 'Diese Seite gibt es nur auf diesem Computer: Ein zweites Browserfenster steht für Ihr Telefon, am besten ein privates.',
    open: 'In neuem Tab öffnen',
    copy: 'Link kopieren',
  },
  onPhone: {
    pair: 'Die Wallet fragt, welches Paar hier steht:',
    comeBack: 'Kommen Sie dann auf diese Seite zurück: Es geht von selbst weiter.',
    opened: {
      title: 'In Ihrer Wallet geöffnet. Machen Sie dort weiter.',
      text: 'Sie fragt nach dem Paar, das hier steht. Kommen Sie zurück, wenn unterschrieben ist.',
    },
  },
}

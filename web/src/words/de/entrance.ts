// The words of the pages that are open to everybody: the front page, signed out, errors, nothing found.
import type { Chapters } from '../shape.ts'

export const entrance: Chapters['entrance'] = {
  front: {
    title: 'Hier melden Sie sich an',
    intro: (site) =>
      `${site} kennt Sie an Ihrer Wallet. Es gibt kein Passwort, das man sich merken muss oder verlieren kann.`,
    signIn: 'Anmelden',
    account: 'Ihr Konto',
    setup: {
      title: 'Dieser Server ist neu',
      text: 'Er hat noch keinen Eigentümer. Haben Sie ihn gestartet, übernehmen Sie ihn jetzt: Sein Terminal zeigt einen Code für Sie.',
      button: 'Server einrichten',
    },
    signedInAs: 'Sie sind angemeldet als',
    howTitle: 'So geht es',
    steps: [
      {
        title: 'Wallet wählen',
        text: 'Eine Wallet ist eine App oder Browser-Erweiterung mit einem Schlüssel, den nur Sie benutzen können.',
      },
      {
        title: 'Eine Nachricht lesen und unterschreiben',
        text: 'Darin steht, welche Seite fragt und bis wann. Der Schlüssel unterschreibt und bleibt in der Wallet.',
      },
      {
        title: 'Sie sind angemeldet',
        text: 'Diese Seite prüft, ob die Unterschrift zu Ihrer Wallet gehört. Niemand sonst wird gefragt.',
      },
    ],
    facts: [
      {
        title: 'Was es kostet',
        text: 'Nichts. Eine Nachricht zu unterschreiben ist keine Transaktion: nichts wird bewegt, keine Gebühr fällt an.',
      },
      {
        title: 'Was diese Seite erfährt',
        text: 'Die Adresse dieser Wallet, den Namen Ihres Browsers und das Netz, aus dem Sie kommen. Nicht Ihren Schlüssel, nicht Ihre E-Mail-Adresse.',
      },
    ],
    inspector: 'Für Entwickler: eine Nachricht prüfen',
    about:
      'Für die Anmeldung sorgt hier Countersign, das der Betreiber dieser Seite selbst betreibt. Keine andere Firma steht dazwischen.',
  },
  signedOut: {
    'signed-out': {
      title: 'Sie sind abgemeldet',
      text: 'Dieser Browser hat keinen Zugang mehr. Ihre Wallet bleibt Ihre und meldet Sie jederzeit wieder an.',
    },
    ended: {
      title: 'Ihre Sitzung ist zu Ende',
      text: 'Sie ist abgelaufen, oder Sie haben sie in einem anderen Tab oder Browser beendet. Sonst hat sich nichts geändert.',
    },
    'contract-ended': {
      title: 'Ihre Sitzung ist zu Ende',
      text: 'Sie hatte mit einer Vertrags-Wallet begonnen. Meist haben deren Eigentümer gewechselt, sodass sie nicht mehr hinter dem steht, was unterschrieben wurde, oder ihre Chain war zu lange nicht erreichbar. Was es war, sagt Ihre Aktivität, sobald Sie wieder angemeldet sind.',
    },
    'way-in-gone': {
      title: 'Sie sind abgemeldet',
      text: 'Die Wallet oder der Passkey, womit Sie hier angemeldet waren, meldet Sie nicht mehr als dieselbe Person an. Nehmen Sie etwas anderes, womit Sie sich hier anmelden.',
    },
    merged: {
      title: 'Die beiden Identitäten sind jetzt eine',
      text: 'Melden Sie sich mit einer Ihrer Wallets oder einem Ihrer Passkeys neu an: Sie kommen als die Identität herein, in die Sie zusammengeführt haben. Dort lässt sich das eine Woche lang rückgängig machen.',
    },
    erased: {
      title: 'Sie sind hier gelöscht',
      text: 'Nichts führt hier noch zu Ihnen. Anwendungen können noch wissen, was sie vorher erfuhren: Verlangen Sie auch dort die Löschung.',
    },
    back: (name: string) => `Zurück zu ${name}`,
    signIn: 'Wieder anmelden',
    signInNew: 'Als jemand Neues anmelden',
    front: 'Startseite',
  },
  error: {
    front: 'Startseite',
    signIn: 'Zur Anmeldung',
    account: 'Ihr Konto',
    inspector: 'Ein Beispiel in der Prüfstelle ansehen',
    deviceCode: 'Code neu eingeben',
    application:
      'Sie haben nichts falsch gemacht, und nichts über Sie wurde weitergegeben. Nur die Anwendung kann das beheben.',
    requestId: 'Kennung der Anfrage',
    copyRequestId: 'Kennung der Anfrage kopieren',
    tell: 'Mit dieser Kennung findet der Betreiber dieser Seite, was geschehen ist.',
  },
  notFound: {
    title: 'Unter dieser Adresse ist nichts',
    text: 'Der Link ist vielleicht alt, oder ein Buchstabe fehlt.',
    front: 'Startseite',
  },
}

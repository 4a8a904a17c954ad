// The words of a person's own data: taking a copy, and being deleted.
import type { Chapters } from '../shape.ts'

export const myData: Chapters['myData'] = {
  intro: 'Was hier über Sie gespeichert ist, gehört Ihnen: Nehmen Sie es mit, oder lassen Sie es löschen.',
  copy: {
    title: 'Eine Kopie holen',
    text: 'Eine Datei mit allem, was über Sie gespeichert ist, so geschrieben, dass andere Programme sie lesen können (JSON).',
    inIt: 'Was darin steht',
    parts: [
      'wer Sie hier sind: Name, Bild, seit wann',
      'Ihre Wallets, auch die gelösten, und Ihre Passkeys (was von ihnen öffentlich ist)',
      'jede Nachricht, die Sie hier unterschrieben haben, mit ihrer Unterschrift',
      'Ihre Sitzungen und Browser, die noch aufbewahrt werden, mit den Netzen, aus denen sie kamen',
      'jede Anwendung, die Sie benutzt haben: was sie erfuhr und unter welchem Namen sie Sie kennt',
      'Ihr Verlauf, Zeile für Zeile, jede mit dem Beweis, dass sie im Protokoll stand; der Inspektor dieser Site prüft sie',
    ],
    notInIt:
      'Kein Schlüssel und kein Passwort ist darin: Diese Seite hat nie einen. Behalten Sie die Datei trotzdem für sich.',
    get: 'Datei holen',
    getting: 'Wird gesammelt …',
    got: 'Ihr Browser hat die Datei gespeichert.',
    fileName: (day) => `countersign-${day}.json`,
    format: 'Das Format ist countersign-export, Version 1. Das Nachschlagewerk von Countersign beschreibt es.',
  },
  kept: {
    title: 'Wie lange es aufbewahrt wird',
    text: 'Ihr Verlauf, mit den Nachrichten, die Sie unterschrieben haben, bis Sie gelöscht werden. Nur eine Zeit lang:',
    refusedAttempts: (days) => `abgelehnte Versuche, auch die anderer im Namen Ihrer Wallets: ${days} Tage`,
    endedSessions: (days) => `Sitzungen, nachdem sie geendet haben: ${days} Tage`,
    browsers: (days) =>
      `Browser, nachdem Sie sich dort zuletzt angemeldet haben: ${days} Tage; solche, die nie als Ihre bekannt wurden, gehen mit ihren Sitzungen`,
    unread: 'Wie lange, lässt sich gerade nicht sagen.',
  },
  erase: {
    title: 'Mich löschen',
    text: 'Niemand kann das zurücknehmen. Lesen Sie darum zuerst, was geschieht.',
    goes: 'Was sofort verschwindet',
    goesList: [
      'Ihr Name und Ihr Bild',
      'Ihre Wallets und Passkeys hier: Keines davon führt zu dieser Identität zurück',
      'jede Sitzung, in jedem Browser, auch diese',
      'was Sie Anwendungen erlaubt haben, und die Namen, unter denen diese Sie kennen',
      'die Nachrichten, die Sie unterschrieben haben, und von wo Sie sich angemeldet haben',
    ],
    told: 'Was Anwendungen erfahren',
    toldText:
      'Wer darum gebeten hat, hört, dass Sie abgemeldet sind. Was Anwendungen über Sie wissen, behalten sie, bis Sie dort die Löschung verlangen.',
    stays: 'Was bleibt',
    staysText:
      'Die Zeilen des Protokolls, jede mit Zeit und Art, aber ohne etwas über Sie, damit niemand das Protokoll unbemerkt ändern kann. Ihre Wallets selbst und was darin ist: Damit hat diese Seite nichts zu tun.',
    again: 'Melden Sie sich mit derselben Wallet noch einmal an, sind Sie jemand Neues, hier und für jede Anwendung.',
    ask: 'Mich löschen …',
    erasing: 'Wird gelöscht …',
    mergeOpen: (day) =>
      `Sie haben zwei Identitäten zusammengeführt, und das lässt sich bis zum ${day} rückgängig machen. Bis dahin kann nichts davon gelöscht werden. Machen Sie es auf der Seite Ihrer Wallets rückgängig, oder warten Sie.`,
    confirmTitle: 'Sich hier löschen?',
    confirmText: 'Niemand kann es rückgängig machen. Wollen Sie eine Kopie Ihrer Daten, holen Sie sie vorher.',
    word: 'löschen',
    label: (word) => `Schreiben Sie „${word}“, um fortzufahren`,
    mismatch: (word) => `Schreiben Sie das Wort ${word}, Buchstabe für Buchstabe.`,
    confirm: 'Endgültig löschen',
  },
}

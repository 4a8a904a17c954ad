// The words of a merge that waits, in German.
import type { Catalogue } from '../shape.ts'

export const pendingMerge: Catalogue['pendingMerge'] = {
  asked: {
    title: (when) => `Ihre Identität geht am ${when} in einer anderen auf.`,
    text: 'Eine Ihrer Wallets hat das unterschrieben. Noch hat sich nichts geändert. Wenn das nicht Sie waren, lehnen Sie ab: Jemand kann Sie zu der Unterschrift verleitet haben.',
    sessions: (count) =>
      count === 1 ? 'Diese Identität und ihre 1 Sitzung.' : `Diese Identität und ihre ${count} Sitzungen.`,
    refuse: 'Zusammenführung ablehnen',
    refusing: 'Wird abgelehnt …',
    refused: 'Die Zusammenführung ist abgelehnt. Es hat sich nichts geändert.',
    now: 'Jetzt zusammenführen',
    confirming: 'Wird zusammengeführt …',
    confirmTitle: 'Jetzt zusammenführen?',
    confirmText:
      'Was übergeht, kommt zur anderen Identität, und jede Sitzung dieser Identität endet, auch diese hier. Melden Sie sich danach neu an; dort lässt es sich eine Woche lang rückgängig machen.',
    elsewhere:
      'Dieser Browser ist für diese Identität neu und kann deshalb nicht bestätigen. Soll es sofort geschehen, bestätigen Sie in einem Browser, in dem Sie diese Identität schon benutzen, oder melden Sie sich hier mit einem ihrer Passkeys an.',
  },
  asking: {
    title: (when) => `Ihre Zusammenführung wird am ${when} wirksam.`,
    text: 'Bis dahin kann die andere Identität ablehnen. Noch hat sich nichts geändert.',
    now: 'Soll es sofort geschehen, melden Sie sich mit der anderen Identität in einem Browser an, in dem Sie sie schon benutzen, oder irgendwo mit ihrem Passkey, und bestätigen Sie die Zusammenführung dort.',
    cancel: 'Zusammenführung abbrechen',
    canceling: 'Wird abgebrochen …',
    canceled: 'Die Zusammenführung ist abgebrochen. Es hat sich nichts geändert.',
  },
  preview: {
    nothingYet: 'Noch ist nichts geschehen. Das würde geschehen:',
    staysTitle: 'Sie bleiben, wer Sie sind',
    stays: 'Ihre Sitzungen und Ihre Anwendungen bleiben, wie sie sind.',
    walletsTitle: 'Das kommt zu Ihnen',
    passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
    endsTitle: 'Das endet',
    sessions: (count) =>
      count === 0
        ? 'Die andere Identität. Sie hat keine offene Sitzung.'
        : count === 1
          ? 'Die andere Identität, und ihre 1 offene Sitzung.'
          : `Die andere Identität, und ihre ${count} offenen Sitzungen.`,
    displayName: (name) => `Ihr Name, ${name}. Der Name, den Sie jetzt tragen, bleibt.`,
    nameNotTaken: (name) => `Ihr Name, ${name}, wird nicht übernommen. Sie können sich einen geben.`,
    applicationsTitle: 'Ihre Anwendungen',
    noApplications: 'Keine Anwendung kennt die andere Identität.',
    outcomes: {
      stays: 'Kennt nur Sie und macht weiter wie bisher.',
      moves: 'Kennt nur die andere Identität. Sie macht weiter wie bisher und meint von jetzt an Sie.',
      'known-twice':
        'Kennt beide. Von jetzt an sind Sie dort nur noch, wer Sie jetzt sind; was sie für die andere aufbewahrt, bleibt dort zurück.',
      'starts-anew':
        'Kennt nur die andere Identität, und es lässt sich ihr nicht sagen, dass Sie es sind. Sie wird Sie als jemand Neues kennenlernen.',
    },
    undoUntil: (day) =>
      `Bis zum ${day} können Sie es rückgängig machen. Bis dahin kann keine Wallet und kein Passkey weggehen, und Sie können nicht gelöscht werden.`,
    accept: 'Zusammenführen',
    accepting: 'Wird zusammengeführt …',
    notNow: 'Jetzt nicht',
    waitTitle: (when) => `Wirksam wird das am ${when}`,
    wait: 'Eine Unterschrift allein genügt dafür nicht sofort, denn eine andere Website könnte sie Ihnen entlockt haben. Bis dahin ändert sich nichts, und die andere Identität kann ablehnen.',
    waitNow:
      'Soll es sofort geschehen, melden Sie sich mit der anderen Identität in einem Browser an, in dem Sie sie schon benutzen, oder irgendwo mit ihrem Passkey, und bestätigen Sie die Zusammenführung dort.',
    secondAbout:
      'Oder unterschreiben Sie hier mit einer zweiten Wallet dieser Identität, die Sie schon in einem Ihrer Browser benutzt haben.',
    second: 'Mit einer zweiten Wallet unterschreiben',
    request: 'Zusammenführung anfragen',
    requesting: 'Wird angefragt …',
    requested: 'Die Zusammenführung steht aus. Noch hat sich nichts geändert.',
  },
  facts: {
    asker: 'Geht über an',
    callsItself: (name) => `Nennt sich „${name}“`,
    noWallet: 'Sie hat keine Wallet.',
    requested: 'Angefragt',
    moves: 'Geht über',
    passkeys: (count) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
    applications: (names) => `Anwendungen: ${names.join(', ')}`,
    ends: 'Endet',
  },
}

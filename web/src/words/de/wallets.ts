// The words of the wallets of an account in German: the list, linking one, and merging two identities of one person.
import type { Chapters } from '../shape.ts'

export const wallets: Chapters['wallets'] = {
  intro: 'Mit jeder davon melden Sie sich hier an. Eine Wallet gehört immer nur zu einer Person.',
  introNone: 'Mit einer Wallet, die Sie verknüpfen, melden Sie sich hier an. Sie gehört immer nur zu einer Person.',
  lost: 'Was hilft, wenn Sie eine verlieren',
  primary: 'Hauptwallet',
  current: 'Damit jetzt angemeldet',
  contractOn: (chain) => `Vertrag auf ${chain}`,
  ownName: (name) => `Nennt sich ${name}`,
  linked: 'Verknüpft',
  lastUsed: 'Zuletzt benutzt',
  emptyTitle: 'Keine Wallet ist verknüpft',
  emptyText:
    'Sie melden sich mit einem Passkey an. Eine Wallet wäre ein weiterer Weg, und eine Adresse, die Sie Anwendungen zeigen können.',
  link: 'Weitere Wallet verknüpfen',
  linkFirst: 'Wallet verknüpfen',
  linkAbout:
    'Wählen Sie die Wallet, und in ihr das Konto, das Sie verknüpfen möchten. Von da an meldet sie Sie hier an wie die anderen.',
  linkContract:
    'Ist es ein Vertrag (ein Smart-Konto oder eine gemeinsame Wallet), kommt herein, wer ihn beherrscht. Ändern sich seine Eigentümer, wird er angehalten, bis Sie ihn auf einem anderen Ihrer Wege bestätigen.',
  linkedMark: (address) => `Verknüpft: ${address}`,
  linkedMarkAbout:
    'Eine Wallet, die als verknüpft gekennzeichnet ist, kann weitere Konten haben. Wählen Sie sie, und wechseln Sie in ihr zu einem anderen.',
  two: {
    label: 'Zwei Unterschriften',
    text: 'Dafür braucht es zwei Unterschriften, eine gleich nach der anderen. Beide sind kostenlos, und keine Wallet öffnet sich, bevor Sie sie wählen.',
    you: 'Zuerst, dass Sie es sind:',
    byWallet: 'mit einer Wallet, die schon verknüpft ist.',
    byPasskey: 'mit Ihrem Passkey.',
    byEither: 'mit einer Wallet, die schon verknüpft ist, oder Ihrem Passkey.',
    wallet: 'Dann, dass die neue Wallet Ihnen gehört:',
    walletText: 'mit dieser Wallet.',
    done: 'erledigt.',
  },
  linkedNow: (address) => `${address} ist verknüpft.`,
  linkedText:
    'Von jetzt an meldet sie Sie hier an. Dass sie und Ihre anderen Wallets zusammengehören, sehen nur Sie, und Anwendungen, denen Sie sie zeigen.',
  full: (most) => `Es ist Platz für ${most} Wallets. Lösen Sie zuerst eine, die Sie nicht mehr brauchen.`,
  giveName: 'Namen geben',
  giveNameNamed: (name) => `Namen geben: ${name}`,
  rename: 'Umbenennen',
  renameNamed: (name) => `${name} umbenennen`,
  name: 'Name der Wallet',
  nameHint: 'Nur Sie sehen ihn.',
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saved: (name) => `Die Wallet heißt jetzt ${name}.`,
  makePrimary: 'Zur Hauptwallet machen',
  makePrimaryNamed: (name) => `Zur Hauptwallet machen: ${name}`,
  isPrimaryNow: (name) => `${name} ist jetzt Ihre Hauptwallet. Sie steht für Sie, wo nur eine gezeigt wird.`,
  unlink: 'Lösen',
  unlinkNamed: (name) => `${name} lösen`,
  unlinking: 'Wird gelöst …',
  unlinked: (name) => `${name} meldet Sie nicht mehr an.`,
  lastWayIn: 'Dies ist Ihr letzter Zugang. Verknüpfen Sie zuerst eine andere Wallet, oder legen Sie einen Passkey an.',
  lastWayInBesideHeld:
    'Dies ist Ihr letzter Zugang: Eine angehaltene Wallet ist keiner. Verknüpfen Sie zuerst eine andere Wallet, oder legen Sie einen Passkey an.',
  held: {
    badge: 'Angehalten',
    title: (name) => `Gehört ${name} noch Ihnen?`,
    text: (since) =>
      `Seit ${since} gehorcht ihr Vertrag anderen als bei Ihrer letzten Anmeldung: Die Eigentümer oder der Code haben sich geändert. Bis Sie sie bestätigen, kann sich niemand mit ihr anmelden, und keine Anwendung erfährt von ihr.`,
    until: (until) =>
      `Wenn Sie sie weggegeben haben, lösen Sie sie. Unbestätigt wird sie am ${until} von selbst gelöst; wer sie dann beherrscht, beginnt hier neu.`,
    decide: 'Unter Wallets entscheiden',
    confirm: 'Sie gehört noch mir',
    confirmNamed: (name) => `Sie gehört noch mir: ${name}`,
    confirming: 'Wird bestätigt …',
    confirmed: (name) => `${name} dient Ihnen wieder zur Anmeldung.`,
    unlink: 'Lösen',
    unlinkNamed: (name) => `Lösen: ${name}`,
    proveTitle: 'Mit der angehaltenen Wallet unterschreiben',
    proveAgain: 'Unterschreiben Sie mit der Wallet, wie sie jetzt ist. Ihre Unterschrift bestätigt sie.',
  },
  onlyContract:
    'Dieser Vertrag ist Ihr einziger Weg herein: Wer ihn beherrscht, sind hier Sie, auch wenn seine Eigentümer wechseln. Verknüpfen Sie eine weitere Wallet oder fügen Sie einen Passkey hinzu, dann fällt ein Wechsel auf.',
  mergeOpen: 'Nicht, solange sich Ihre Zusammenführung rückgängig machen lässt.',
  confirmTitle: (name) => `${name} lösen?`,
  confirmText:
    'Sie meldet Sie dann nicht mehr an, und jede Sitzung endet, die mit ihr begonnen hat. Wer sich danach mit ihr anmeldet, ist hier jemand Neues.',
  confirmPrimary: 'Sie ist Ihre Hauptwallet; eine andere tritt an ihre Stelle.',
  confirmOnly: 'Sie ist Ihre einzige Wallet. Von da an meldet Sie nur noch ein Passkey an.',
  confirmSignedOut: 'Sie sind jetzt mit ihr angemeldet und werden hier deshalb sofort abgemeldet.',
  confirm: 'Lösen',
  taken: {
    text: 'Eine Wallet gehört immer nur zu einer Person. Gehört auch diese Identität Ihnen, können Sie beide zu einer machen: Die Wallet unterschreibt noch einmal, und Sie sehen alles, was sich ändern würde, bevor sich etwas ändert.',
    mine: 'Sie gehört auch mir',
    notMine: 'Gehört sie nicht Ihnen, kann sie hier nur ihr Besitzer verknüpfen.',
  },
  merge: {
    proofTitle: 'Die andere Identität beweisen',
    proofAbout:
      'Unterschreiben Sie noch einmal mit dieser Wallet, jetzt für die Zusammenführung. Damit ändert sich noch nichts:',
    title: 'Beide zusammenführen?',
    done: 'Die beiden Identitäten sind jetzt eine.',
  },
  openMerge: {
    title: 'Sie haben zwei Identitäten zusammengeführt.',
    text: (until) =>
      `Sie können das rückgängig machen, bis ${until}. Bis dahin lässt sich keine Wallet und kein Passkey wegnehmen, damit beide Wege zurück offen bleiben.`,
    undo: 'Rückgängig machen',
    undoing: 'Wird rückgängig gemacht …',
    confirmTitle: 'Die Zusammenführung rückgängig machen?',
    confirmText:
      'Wallets, Passkeys und Anwendungen gehen zu der Identität zurück, von der sie kamen, und jede andere Sitzung endet, auf beiden Seiten.',
    confirmSignedOut:
      'Sie sind mit einer Wallet angemeldet, die zurückgeht, und werden hier deshalb sofort abgemeldet.',
    confirm: 'Rückgängig machen',
    undone: 'Die Zusammenführung ist rückgängig gemacht. Die beiden Identitäten sind wieder getrennt.',
  },
}

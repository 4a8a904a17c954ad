// The words of the user name: chosen where an application first asks for it, and changed on the page of the account.
import type { Chapters } from '../shape.ts'

export const userName: Chapters['userName'] = {
  label: 'Wie sollen Programme Sie nennen?',
  hint: 'Kleine Buchstaben, Ziffern, „-“ und „_“. Es ist ein Name für alle Anwendungen, denen Sie ihn zeigen.',
  free: 'Dieser Name ist frei.',
  taken: 'Diesen Namen können Sie nicht haben. Wählen Sie einen anderen.',
  unusable: 'Nehmen Sie 2 bis 30 kleine Buchstaben, Ziffern, „-“ und „_“, und zuerst einen Buchstaben.',
  take: (name) => `„${name}“ nehmen`,
  ofWallet: 'So heißt Ihre Wallet: Wer den Namen liest, kann nachsehen, was sie enthält und getan hat.',
  you: (name) => `Sie heißen „${name}“.`,
  title: 'Benutzername',
  about:
    'So nennen Sie Programme, die einen Anmeldenamen brauchen. Niemand sonst bekommt ihn je, auch nicht nach Ihnen.',
  none: 'Sie haben noch keinen.',
  choose: 'Benutzernamen wählen',
  change: 'Benutzernamen ändern',
  former: (names) => `Früher: ${names}. Diese bleiben Ihre.`,
  warning: 'Programme können Sie für jemand Neuen halten',
  warningText:
    'Manche legen das, was Ihnen gehört, unter dem alten Namen ab. Anwendungen erfahren den neuen bei Ihrer nächsten Anmeldung. Der alte bleibt Ihrer, und niemand sonst bekommt ihn.',
  left: (count) =>
    count === 0
      ? 'Sie hatten schon so viele Namen, wie man hier haben kann. Sie können zu einem davon zurück.'
      : count === 1
        ? 'Sie können noch einen neuen Namen nehmen, und danach keinen mehr.'
        : `Sie können insgesamt noch ${count} neue Namen nehmen.`,
  save: 'Diesen Namen nehmen',
  saving: 'Wird genommen …',
  done: (name) => `Ihr Benutzername ist jetzt ${name}.`,
}

// What an application can learn of a person or be allowed to do, each in one line. Said before it is shared, and after.
import type { Chapters } from '../shape.ts'

export const scopes: Chapters['scopes'] = {
  openid: {
    title: 'Ein Name für Sie',
    text: (application) => `Eine Folge von Zeichen, an der nur ${application} Sie erkennt.`,
  },
  profile: {
    title: 'Ihr Anzeigename und Ihr Bild',
    text: () => 'So, wie sie hier stehen. Jede Anwendung, der Sie sie zeigen, sieht dieselben.',
  },
  user_name: {
    title: 'Ihr Benutzername',
    text: () =>
      'Derselbe Name bei jeder Anwendung, der Sie ihn zeigen: Daran können sie erkennen, dass sie dieselbe Person kennen.',
  },
  email: {
    title: 'Ihre E-Mail-Adresse',
    text: () =>
      'Die, die Sie hier bestätigt haben. Sie ist bei jeder Anwendung dieselbe: Diese können Ihnen dort schreiben und erkennen, dass sie dieselbe Person kennen.',
  },
  email_alias: {
    title: 'Eine ausgedachte E-Mail-Adresse',
    text: (application) =>
      `Nur für ${application}. Niemand liest, was dorthin geschickt wird: Es erreicht Sie nicht, und niemand findet Sie daran anderswo.`,
  },
  wallet: {
    title: 'Die Adresse Ihrer Wallet',
    text: () =>
      'Dazu ihr eigener Name, wo sie einen hat. Mit der Adresse kann jeder nachsehen, was die Wallet enthält und getan hat.',
  },
  groups: {
    title: 'Ihre Gruppen',
    text: () => 'Die Gruppen, zu denen Sie hier gehören, mit ihren IDs.',
  },
  proof: {
    title: 'Die Nachricht, die Sie unterschrieben haben, als Beweis',
    text: () => 'Sie enthält die Adresse Ihrer Wallet.',
  },
  offline_access: {
    title: 'Angemeldet bleiben, auch wenn Sie nicht da sind',
    text: () => 'Bis Sie sich hier abmelden oder es widerrufen.',
  },
}

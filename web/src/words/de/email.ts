// The words of the e-mail address: added on the page of the account, and shared where an application asks for it.
import type { Chapters } from '../shape.ts'

export const email: Chapters['email'] = {
  title: 'E-Mail-Adresse',
  about:
    'Für Anwendungen, die eine brauchen, wenn Sie sie ihnen zeigen. Mit ihr meldet man sich nie an, und niemand kommt durch sie wieder hinein.',
  none: 'Sie haben keine hinzugefügt.',
  notOffered: 'Diese Website verschickt keine Post; es kann keine hinzugefügt werden.',
  add: 'E-Mail-Adresse hinzufügen',
  change: 'E-Mail-Adresse ändern',
  remove: 'Entfernen',
  removing: 'Wird entfernt …',
  removed: 'Ihre E-Mail-Adresse wurde entfernt.',
  removeText: 'Anwendungen erfahren von jetzt an keine mehr. Was sie schon wissen, können sie behalten.',
  label: 'E-Mail-Adresse',
  hint: 'Dorthin wird ein Code geschickt.',
  send: 'Code schicken',
  sending: 'Wird verschickt …',
  sent: (address) => `Falls es die Adresse gibt, ist ein Code an ${address} unterwegs.`,
  code: 'Code aus der E-Mail',
  codeHint: 'Acht Ziffern. Er gilt nur in diesem Browser.',
  confirm: 'Bestätigen',
  confirming: 'Wird geprüft …',
  again: 'Andere Adresse oder neuer Code',
  done: (address) => `Ihre E-Mail-Adresse ist jetzt ${address}.`,
  yours: (address) => `Sie erfährt ${address}.`,
  missing:
    'Sie haben hier keine hinzugefügt: Jetzt wird nichts gesagt. Sobald Sie eine hinzufügen, wird sie gesagt, wenn Sie das Häkchen lassen.',
  signInAgain: 'Noch einmal anmelden und hierher zurückkehren',
}

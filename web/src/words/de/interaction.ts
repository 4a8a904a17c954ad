// The words of the sign-in page where an application asks for the sign-in.
import type { Chapters } from '../shape.ts'

export const interaction: Chapters['interaction'] = {
  to: (application) => `um weiter zu ${application} zu kommen`,
  destination: (destination) => `Danach geht es zu ${destination}`,
  expected: (application, address) => `${application} erwartet die Wallet ${address}.`,
  reading: 'Es wird nachgesehen, welche Anwendung fragt …',
  deny: (application) => `Abbrechen und zurück zu ${application}`,
  denying: 'Es geht zurück …',
  front: 'Startseite',
}

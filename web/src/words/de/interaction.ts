// The words of the sign-in page where an application asks for the sign-in.
import type { Chapters } from '../shape.ts'

export const interaction: Chapters['interaction'] = {
  to: (application) => `um weiter zu ${application} zu kommen`,
  destination: (destination) => `Danach geht es zu ${destination}`,
  expected: (application, address) => `${application} erwartet die Wallet ${address}.`,
  wantsPasskey: (application) => `${application} bittet Sie, einen Passkey zu benutzen.`,
  wantsWallet: (application) => `${application} bittet Sie, mit einer Wallet zu unterschreiben.`,
  wantsOther: 'Sie können auch anders weitergehen, aber dann lässt sie Sie vielleicht nicht hinein.',
  accepts: (application) => `${application} lässt nicht jede Art der Anmeldung gelten.`,
  ways: { key: 'eine Wallet mit eigenem Schlüssel', contract: 'eine Contract-Wallet', passkey: 'ein Passkey' },
  sufficient: (ways, chains) => `Es genügt: ${ways.join(' oder ')}${chains.length === 0 ? '' : ` (Contract-Wallets nur auf ${chains.join(', ')})`}.`,
  reading: 'Es wird nachgesehen, welche Anwendung fragt …',
  deny: (application) => `Abbrechen und zurück zu ${application}`,
  denying: 'Es geht zurück …',
  front: 'Startseite',
}

// The demonstration wallet's own words. It is built with those of every language, since it shares no file with the page around it.
import type { Chapters } from '../shape.ts'

export const demonstrationWallet: Chapters['demonstrationWallet'] = {
  mark: 'Wallet zum Ausprobieren',
  connect: 'Mit dieser Seite verbinden?',
  connectText: (origin, chain) => `${origin} fragt, welche ${chain}-Adresse Sie haben.`,
  sign: 'Diese Nachricht unterschreiben?',
  signText: (origin) => `${origin} bittet Sie, genau dies zu unterschreiben:`,
  foreign: (domain, origin) => `Vorsicht: Diese Nachricht gilt für ${domain}, aber ${origin} fragt danach.`,
  address: (chain) => `Ihre ${chain}-Adresse hier`,
  message: 'Die Nachricht',
  newKey: 'Neuen Schlüssel machen',
  approveConnection: 'Verbinden',
  approveSignature: 'Unterschreiben',
  decline: 'Ablehnen',
  about:
    'Nur zum Ausprobieren auf diesem Rechner. Die Schlüssel liegen ungeschützt in diesem Browser: Senden Sie nie etwas von Wert dorthin.',
}

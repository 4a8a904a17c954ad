// The demonstration wallet's own words, in the languages of the page around it.

export interface DemonstrationWords {
  readonly mark: string
  readonly connect: string
  readonly connectText: (origin: string) => string
  readonly sign: string
  readonly signText: (origin: string) => string
  readonly foreign: (domain: string, origin: string) => string
  readonly address: string
  readonly message: string
  readonly newKey: string
  readonly approveConnection: string
  readonly approveSignature: string
  readonly decline: string
  readonly about: string
}

const en: DemonstrationWords = {
  mark: 'Demonstration wallet',
  connect: 'Connect to this page?',
  connectText: (origin) => `${origin} asks which address you have.`,
  sign: 'Sign this message?',
  signText: (origin) => `${origin} asks you to sign exactly this:`,
  foreign: (domain, origin) => `Careful: this message is for ${domain}, but ${origin} asks for it.`,
  address: 'Your address here',
  message: 'The message',
  newKey: 'Make a new key',
  approveConnection: 'Connect',
  approveSignature: 'Sign',
  decline: 'Decline',
  about:
    'For trying out on this machine only. Its key lies unprotected in this browser: never send anything of value to it.',
}

const de: DemonstrationWords = {
  mark: 'Wallet zum Ausprobieren',
  connect: 'Mit dieser Seite verbinden?',
  connectText: (origin) => `${origin} fragt, welche Adresse Sie haben.`,
  sign: 'Diese Nachricht unterschreiben?',
  signText: (origin) => `${origin} bittet Sie, genau dies zu unterschreiben:`,
  foreign: (domain, origin) => `Vorsicht: Diese Nachricht gilt für ${domain}, aber ${origin} fragt danach.`,
  address: 'Ihre Adresse hier',
  message: 'Die Nachricht',
  newKey: 'Neuen Schlüssel machen',
  approveConnection: 'Verbinden',
  approveSignature: 'Unterschreiben',
  decline: 'Ablehnen',
  about:
    'Nur zum Ausprobieren auf diesem Rechner. Der Schlüssel liegt ungeschützt in diesem Browser: Senden Sie nie etwas von Wert dorthin.',
}

/** @param language of the page, such as `de` or `de-AT` */
export function wordsFor(language: string): DemonstrationWords {
  return language.toLowerCase().split('-')[0] === 'de' ? de : en
}

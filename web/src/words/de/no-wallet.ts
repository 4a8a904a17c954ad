// The words of what helps a person who has no wallet in this browser.
import type { Chapters } from '../shape.ts'

export const noWallet: Chapters['noWallet'] = {
  phoneTitle: 'Mit dem Telefon',
  phoneText: 'Öffnen Sie diese Adresse im Browser Ihrer Wallet-App:',
  getTitle: 'Eine Wallet besorgen',
  getText:
    'Installieren Sie eine als Erweiterung dieses Browsers, von der Seite ihres Herstellers. Laden Sie dann diese Seite neu.',
  lost: 'Wallet verloren? Was jetzt hilft',
  copyLink: 'Link kopieren',
  open: (wallet) => `In ${wallet} öffnen`,
  nothing:
    'Der Link hat nichts geöffnet? Installieren Sie die App, oder kopieren Sie den Link dieser Seite und öffnen Sie ihn dort.',
}

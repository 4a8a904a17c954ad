// The words around the preview of a page, in German.
import type { Chapters } from '../shape.ts'

export const pagePreview: Chapters['pagePreview'] = {
  title: 'Vorschau der Anmeldeseite',
  light: 'Im hellen Modus',
  dark: 'Im dunklen Modus',
  device: 'Gezeigt, wie sie ist',
  phone: 'Auf dem Telefon',
  computer: 'Am Computer',
  wallet: 'Eine Wallet',
  otherWallet: 'Eine andere Wallet',
}

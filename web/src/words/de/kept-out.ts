// The words of a wallet that this browser keeps out of the page, or that is not there any more.
import type { Chapters } from '../shape.ts'

export const keptOut: Chapters['keptOut'] = {
  extension: {
    title: 'Dieser Browser lässt eine Erweiterung nicht auf diese Seite.',
    text: 'Wenn es Ihre Wallet ist, können Sie sie hier nicht benutzen.',
  },
  wallet: {
    title: (wallet) => `Dieser Browser lässt ${wallet} anscheinend nicht auf diese Seite.`,
    text: 'Diese Wallet haben Sie hier zuletzt benutzt.',
  },
  missing: {
    title: (wallet) => `${wallet} wurde nicht gefunden.`,
    text: 'Diese Wallet haben Sie hier zuletzt benutzt. Vielleicht ist sie ausgeschaltet, oder dieser Browser lässt sie nicht zu.',
  },
  instead: 'Nehmen Sie Ihr Telefon, einen Passkey oder einen anderen Browser.',
  insteadOnPhone:
    'Öffnen Sie diese Seite in Ihrer Wallet-App, oder nehmen Sie einen Passkey oder einen anderen Browser.',
}

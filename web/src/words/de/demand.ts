// The words for an application that asks for one way of signing in, or lets nobody in by another.
import type { Chapters } from '../shape.ts'

export const demand: Chapters['demand'] = {
  wantsPasskey: (application) => `${application} bittet Sie, einen Passkey zu benutzen.`,
  wantsWallet: (application) => `${application} bittet Sie, mit einer Wallet zu unterschreiben.`,
  wantsOther: 'Sie können auch anders weitergehen, aber dann lässt sie Sie vielleicht nicht hinein.',
  accepts: (application) => `${application} lässt nicht jede Art der Anmeldung gelten.`,
  ways: {
    key: 'eine Ethereum-Wallet mit eigenem Schlüssel',
    contract: 'eine Contract-Wallet',
    solana: 'eine Solana-Wallet',
    bitcoin: 'eine Bitcoin-Wallet',
    passkey: 'ein Passkey',
  },
  sufficient: (ways, chains) =>
    `Es genügt: ${[ways.slice(0, -1).join(', '), ways.at(-1)].filter(Boolean).join(' oder ')}${chains.length === 0 ? '' : ` (Contract-Wallets nur auf ${chains.join(', ')})`}.`,
}

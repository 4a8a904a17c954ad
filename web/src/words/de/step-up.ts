// The words of the dialog in which a person confirms that it is them, in German.
import type { Chapters } from '../shape.ts'

export const stepUp: Chapters['stepUp'] = {
  title: 'Bestätigen Sie, dass Sie es sind',
  text: 'Was nun kommt, ist nur Ihnen erlaubt. Zeigen Sie deshalb noch einmal, dass Sie es sind. Danach werden Sie einige Minuten lang nicht wieder gefragt.',
  usePasskey: 'Passkey benutzen',
  waiting: 'Warten auf Ihren Passkey …',
  orWallet: 'Oder unterschreiben Sie mit einer Ihrer Wallets:',
  thisWallet: 'Es muss die Wallet sein, mit der Sie sich hier anmelden:',
  anyWallet: 'Es muss eine der Wallets sein, mit denen Sie sich hier anmelden.',
  cancelled: {
    title: 'Es wurde kein Passkey benutzt.',
    action: 'Noch ist nichts bestätigt. Hat Ihr Browser keinen Passkey angeboten, so hat er für diese Website keinen.',
  },
  failed: {
    title: 'Der Passkey hat nicht geantwortet.',
    action: 'Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
  },
  unsupported:
    'Dieser Browser kann keine Passkeys benutzen, und keine Wallet meldet Sie an. Nehmen Sie den Browser, in dem Sie sich angemeldet haben.',
}

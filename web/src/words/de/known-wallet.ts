// The words for which of a person's wallets an application knows: where it asks, and in the account.
import type { Chapters } from '../shape.ts'

export const knownWallet: Chapters['knownWallet'] = {
  told: (application) => `Diese Wallet erfährt ${application}`,
  which: (application) => `Welche Ihrer Wallets darf ${application} kennen?`,
  none: 'Sie haben hier keine Wallet, die dort angenommen wird; es wird also keine weitergegeben.',
  known: 'Ist dort bekannt',
  signedInWith: 'Damit angemeldet',
  contractOn: (chain) => `Vertrag auf ${chain}`,
  keeps: (application) =>
    `Sie haben sich mit einer anderen Wallet angemeldet als mit der, die ${application} kennt. Von der anderen erfährt es nur, wenn Sie sie hier wählen.`,
  learnsBoth: (application) => `${application} weiß danach, dass beide Wallets Ihnen gehören.`,
  paused: (application) =>
    `Diese Vertrags-Wallet wird nur genannt, solange Sie irgendwo mit ihr angemeldet sind. Bis dahin erfährt ${application} keine.`,
  proofLeftOut:
    'Die signierte Nachricht bleibt weg: Sie ist von der Wallet, mit der Sie sich angemeldet haben. Um eine weiterzugeben, melden Sie sich mit der gewählten Wallet an.',
  title: 'Bekannte Wallet',
  notYet: 'Noch keine. Bei der nächsten Anmeldung dort wird eine genannt.',
  unlinked: 'Nicht mehr verknüpft und daher nicht mehr genannt. Sie werden gefragt, welche es stattdessen sein soll.',
  change: 'Ändern',
  changeNamed: (application) => `Ändern, welche Wallet ${application} kennt`,
  changeText: 'Ab jetzt wird die genannt, die Sie wählen. Was dort schon bekannt ist, bleibt es vielleicht.',
  onlySome: (application) => `Ihre anderen Wallets gehören zu Blockchains, die ${application} nicht annimmt.`,
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saved: (application, wallet) => `Für ${application} gilt ab jetzt ${wallet}.`,
}

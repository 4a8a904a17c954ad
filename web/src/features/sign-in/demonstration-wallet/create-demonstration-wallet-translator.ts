// Translations of the demonstration wallet, which is built without the pages' message formatter.
import type { Messages } from '../../../i18n/messages.generated.d.ts'

type DemonstrationWalletMessages = Messages['demonstrationWallet']

const messages = import.meta.glob<Readonly<Record<keyof DemonstrationWalletMessages, string>>>(
  '../../../i18n/messages/*/demonstration-wallet.json',
  { eager: true, import: 'demonstrationWallet' },
)
const findMessages = (language: string) => messages[`../../../i18n/messages/${language}/demonstration-wallet.json`]

/** @param language a language tag such as `de` or `de-AT`; falls back to English */
export function createDemonstrationWalletTranslator(language: string) {
  const found = findMessages(language.toLowerCase().split('-')[0] ?? '') ?? findMessages('en')
  if (!found) throw new Error('The demonstration wallet was built without its English messages.')
  return (key: keyof DemonstrationWalletMessages, values: Readonly<Record<string, string>> = {}): string =>
    found[key].replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

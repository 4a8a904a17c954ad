// Text about a blocked or missing wallet, or null if there is none (decision 0067).
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { WalletDiscoverySnapshot } from '../wallet/list-discovered-wallets.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import type { WalletProofPhaseText } from './wallet-proof-text-placeholders.ts'

interface BlockedWalletContext extends Pick<WalletDiscoverySnapshot, 'missing'> {
  readonly isBlocked: boolean
  readonly isPhone: boolean
  readonly purpose: WalletProofPurpose
}

export function describeBlockedOrMissingWallet(
  t: Translate,
  { missing, isBlocked, isPhone, purpose }: BlockedWalletContext,
): WalletProofPhaseText | null {
  if (missing === null) return null
  // Linking needs a different wallet than the one that was used last.
  const name = purpose.for === 'link' ? null : missing.name
  if (!isBlocked && name === null) return null
  const instead = isPhone ? t('keptOut.insteadOnPhone') : t('keptOut.instead')
  if (name === null) return { title: t('keptOut.extension.title'), text: `${t('keptOut.extension.text')} ${instead}` }
  const found = isBlocked ? 'wallet' : 'missing'
  return { title: t(`keptOut.${found}.title`, { wallet: name }), text: `${t(`keptOut.${found}.text`)} ${instead}` }
}

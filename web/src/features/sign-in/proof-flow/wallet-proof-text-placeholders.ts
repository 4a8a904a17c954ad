import { findBitcoinNetworkByChainReference } from '@countersign/message/bip122/bitcoin-chains'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { chainFamilyNames } from '../../../i18n/chain-family-names.ts'
import { getWalletAddressNamespace } from '../wallet/get-wallet-address-namespace.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { isAcceptedChainFamily, listAcceptedChainFamilies } from '../wallet/wallet-proof-purpose.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { getConnectedWalletOfProof, getChosenWalletOfProof } from '../wallet/wallet-proof-phases.ts'
import type { WalletMessageToSign, WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import { findChainName } from './find-chain-name.ts'

export interface WalletProofPhaseText {
  readonly title: string
  readonly text: string
}

export type WalletProofTextPlaceholders = ReturnType<typeof getWalletProofTextPlaceholders>

const maxListedAddresses = 3

/** @returns empty strings where a phase has no wallet or address */
export function getWalletProofTextPlaceholders(
  phase: WalletProofPhase,
  purpose: WalletProofPurpose,
  t: Translate,
  locale: string,
) {
  const connected = getConnectedWalletOfProof(phase)
  const draft = getMessageDraft(phase)
  const chainId = draft?.message.chainId ?? connected?.chainId ?? ''
  const expected = listExpectedAddresses(purpose, connected?.address ?? '')
  return {
    wallet: getChosenWalletOfProof(phase)?.name ?? '',
    address: shortenWalletAddress(connected?.address ?? ''),
    chain: draft?.chainName ?? findChainName(chainId) ?? t('proving.chain', { id: chainId }),
    site: location.host,
    purpose: purpose.for,
    nothing: t(`proving.nothing.${purpose.for}`),
    withThisOne: t(`proving.withThisOne.${purpose.for}`),
    expected:
      expected.length > maxListedAddresses
        ? t('proving.oneOfYours')
        : new Intl.ListFormat(locale, { type: 'disjunction' }).format(expected.map(shortenWalletAddress)),
    areAddressesListed: expected.length > maxListedAddresses ? 'no' : 'yes',
    ...getBitcoinNetworks(phase),
    ...getChainsOfWallet(phase, locale),
    ...getChainFamilies(phase, purpose, locale),
  }
}

/** Meaningful only if a contract wallet is on other chains than the one in the message. */
function getChainsOfWallet(phase: WalletProofPhase, locale: string) {
  const { chainsOfWallet = [], isSwitchRefused = false } = phase.at === 'refused' ? phase : {}
  const names = chainsOfWallet.map(({ name }) => name)
  return {
    chainsOfWallet: new Intl.ListFormat(locale).format(names),
    anyChainOfWallet: new Intl.ListFormat(locale, { type: 'disjunction' }).format(names),
    firstChainOfWallet: names[0] ?? '',
    isSwitchRefused: isSwitchRefused ? 'yes' : 'no',
  }
}

/** `acceptedFamilies` is empty unless the wallet's family cannot have an accepted address. */
function getChainFamilies(phase: WalletProofPhase, purpose: WalletProofPurpose, locale: string) {
  const address = phase.at === 'other-address' ? phase.connected.address : ''
  const isOther = address !== '' && !isAcceptedChainFamily(purpose, address)
  const accepted = isOther ? (listAcceptedChainFamilies(purpose) ?? []) : []
  return {
    family: getWalletAddressNamespace(address),
    acceptedFamilies: new Intl.ListFormat(locale, { type: 'disjunction' }).format(
      accepted.map((namespace) => chainFamilyNames[namespace]),
    ),
  }
}

/** Only those to which the wallet can switch, if there are any. */
function listExpectedAddresses(purpose: WalletProofPurpose, connected: string): readonly string[] {
  if (!('addresses' in purpose)) return []
  const family = getWalletAddressNamespace(connected)
  const ofFamily = purpose.addresses.filter((address) => getWalletAddressNamespace(address) === family)
  return ofFamily.length > 0 ? ofFamily : purpose.addresses
}

/** Meaningful only if the proof was refused because the two Bitcoin networks differ. */
function getBitcoinNetworks(phase: WalletProofPhase) {
  const ofSite =
    phase.at === 'refused' && phase.chainOfSite !== undefined
      ? findBitcoinNetworkByChainReference(phase.chainOfSite)
      : undefined
  const [, network] = getConnectedWalletOfProof(phase)?.chainId?.split(':') ?? []
  const ofWallet = network === 'testnet' || network === 'regtest' ? network : 'mainnet'
  return { ofWallet, ofSite: ofSite ?? 'mainnet' }
}

function getMessageDraft(phase: WalletProofPhase): WalletMessageToSign | null {
  if ('draft' in phase) return phase.draft
  if ('signed' in phase) return phase.signed
  return 'task' in phase && phase.task.kind === 'proof' ? phase.task.signed : null
}

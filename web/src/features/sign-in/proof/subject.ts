// What the sentences of a state are, and what they can name: the wallet, the address, this site, and what the proof is for.
import { networkOf } from '@countersign/message/bip122/chains'
import type { Translate } from '../../../i18n/translate.ts'
import { shortAddress } from '../../../ui/address-form.ts'
import type { Purpose } from '../wallet/purpose.ts'
import { connectedOf, walletOf } from '../wallet/states.ts'
import type { Draft, Phase } from '../wallet/states.ts'
import { knownChainName } from './known-chains.ts'

/** What is shown now: its heading, and what is beneath it. */
export interface Sentences {
  readonly title: string
  readonly text: string
}

export type ProofSubject = ReturnType<typeof subjectOf>

/** More than these are not listed: whoever has that many looks at their list. */
const listed = 3

/** @returns what a sentence can name; empty where a state is about none, whose sentences then name none */
export function subjectOf(phase: Phase, purpose: Purpose, t: Translate, locale: string) {
  const connected = connectedOf(phase)
  const draft = draftOf(phase)
  const chainId = draft?.message.chainId ?? connected?.chainId ?? ''
  const expected = 'addresses' in purpose ? purpose.addresses : []
  return {
    wallet: walletOf(phase)?.name ?? '',
    address: shortAddress(connected?.address ?? ''),
    chain: draft?.chainName ?? knownChainName(chainId) ?? t('proving.chain', { id: chainId }),
    site: location.host,
    purpose: purpose.for,
    /** What has not happened. */
    nothing: t(`proving.nothing.${purpose.for}`),
    /** What is meant by signing with an address that the wallet was switched to. */
    withThisOne: t(`proving.withThisOne.${purpose.for}`),
    /** The addresses that will do. */
    expected:
      expected.length > listed
        ? t('proving.oneOfYours')
        : new Intl.ListFormat(locale, { type: 'disjunction' }).format(expected.map(shortAddress)),
    ...networksOf(phase),
  }
}

/** The networks of Bitcoin that the wallet is on and that this site takes; they are asked for only where they differ. */
function networksOf(phase: Phase) {
  const ofSite = phase.at === 'refused' && phase.chainOfSite !== undefined ? networkOf(phase.chainOfSite) : undefined
  const [, network] = connectedOf(phase)?.chainId?.split(':') ?? []
  const ofWallet = network === 'testnet' || network === 'regtest' ? network : 'mainnet'
  return { ofWallet, ofSite: ofSite ?? 'mainnet' }
}

function draftOf(phase: Phase): Draft | null {
  if ('draft' in phase) return phase.draft
  if ('signed' in phase) return phase.signed
  return 'task' in phase && phase.task.kind === 'proof' ? phase.task.signed : null
}

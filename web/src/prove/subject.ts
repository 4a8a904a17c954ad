// What the sentences of a state are, and what they can name: the wallet, the address, this site, and what the proof is for.
import { networkOf } from '@countersign/message/bip122/chains'
import { shortAddress } from '../ui/address-form.ts'
import type { ProofSubject } from '../words/en/proving.ts'
import type { Purpose } from '../wallet/purpose.ts'
import { connectedOf, walletOf } from '../wallet/states.ts'
import type { Draft, Phase } from '../wallet/states.ts'
import { knownChainName } from './known-chains.ts'

/** What is shown now: its heading, and what is beneath it. */
export interface Sentences {
  readonly title: string
  readonly text: string
}

/** @returns the names; empty where a state is about none, whose sentences then name none */
export function subjectOf(phase: Phase, purpose: Purpose): ProofSubject {
  const connected = connectedOf(phase)
  return {
    wallet: walletOf(phase)?.name ?? '',
    address: shortAddress(connected?.address ?? ''),
    chain: chainOf(phase),
    isContract: Boolean(connected?.contract),
    site: location.host,
    purpose: purpose.for,
    expected: purpose.for === 'step-up' || purpose.for === 'merge' ? purpose.addresses.map(shortAddress) : [],
    networks: networksOf(phase),
  }
}

/** The networks of Bitcoin that the wallet is on and that this site takes; they are asked for only where they differ. */
function networksOf(phase: Phase): ProofSubject['networks'] {
  const ofSite = phase.at === 'refused' && phase.chainOfSite !== undefined ? networkOf(phase.chainOfSite) : undefined
  const [, network] = connectedOf(phase)?.chainId?.split(':') ?? []
  const ofWallet = network === 'testnet' || network === 'regtest' ? network : 'mainnet'
  return { ofWallet, ofSite: ofSite ?? 'mainnet' }
}

/** The chain that the message of a state names, or that its wallet is on: by its name where there is one, else by its number. */
function chainOf(phase: Phase): ProofSubject['chain'] {
  const draft = draftOf(phase)
  const id = draft?.message.chainId ?? connectedOf(phase)?.chainId ?? ''
  return { id, name: draft?.chainName ?? knownChainName(id) }
}

function draftOf(phase: Phase): Draft | null {
  if ('draft' in phase) return phase.draft
  if ('signed' in phase) return phase.signed
  return 'task' in phase && phase.task.kind === 'proof' ? phase.task.signed : null
}

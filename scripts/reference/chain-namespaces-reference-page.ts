// docs/reference/namespaces.md: what each chain family can here and what it cannot (parity). What the code knows is asked of it; of the rest, each
// claim names what shows it (documented-chain-namespace-capabilities.ts), and scripts/chain-namespaces-reference-page.test.ts looks. A family more, or a condition of groups more, does not compile until it is told here.
import type { BitcoinAddressType, ChainNamespace } from '@countersign/message'
import { chainNamespaces } from '@countersign/message/message-layout'
import {
  validBitcoinMessageExample,
  validEthereumMessageExample,
  validSolanaMessageExample,
} from '@countersign/message/message-error-examples'
import { chainNamespaceBySignInMethod, signInMethods } from '@countersign/api/sign-in-methods'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import type { GroupRuleCondition } from '../../server/src/store/groups/group-rule-types.ts'
import {
  isWalletHoldingCountedOnChain,
  listWalletNotations,
  parseGroupWalletListEntry,
} from '../../server/src/groups/membership/group-wallet-list-entry-notation.ts'
import {
  formatCaip10AccountId,
  chainFamilies,
  formatStoredWalletAddress,
} from '../../server/src/chains/families/chain-family-registry.ts'
import { createNonContractWalletIdentity } from '../../server/src/store/wallets/wallet-store.ts'
import { parseServerSettings } from '../../server/src/platform/parse-server-settings.ts'
import type { WalletProofMethod } from '../../server/src/platform/database/database-column-types.ts'
import { getAcr } from '../../server/src/oidc/provider/convert-session-for-oidc-provider.ts'
import { chainNamespaceCapabilities } from './documented-chain-namespace-capabilities.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

type PerNamespace<Value> = Readonly<Record<ChainNamespace, Value>>

/** What people call a family. */
const titles: PerNamespace<string> = { eip155: 'Ethereum and EVM chains', solana: 'Solana', bip122: 'Bitcoin' }

const messages: PerNamespace<string> = {
  eip155: validEthereumMessageExample,
  solana: validSolanaMessageExample,
  bip122: validBitcoinMessageExample,
}

/** An address of each, as its message has it. */
export const exampleAddressByNamespace: PerNamespace<string> = {
  eip155: addressIn('eip155'),
  solana: addressIn('solana'),
  bip122: addressIn('bip122'),
}

function addressIn(name: ChainNamespace): string {
  return messages[name].split('\n')[1] ?? ''
}

/** By what a key is proved; the test proves one of each. */
export const keyProofMethodByNamespace: PerNamespace<WalletProofMethod> = {
  eip155: 'ecdsa',
  solana: 'ed25519',
  bip122: 'bip322',
}

/** Every kind of proof, and the family whose it is. */
const methodFamilies: Readonly<Record<WalletProofMethod, ChainNamespace>> = {
  ecdsa: 'eip155',
  erc1271: 'eip155',
  erc6492: 'eip155',
  ed25519: 'solana',
  bip322: 'bip122',
}

/** Families with contract wallets; the test sees whose contracts are asked. */
export const contractWalletNamespaces: readonly ChainNamespace[] = ['eip155']

/** What each condition of a group is about: a list, or what stands on an EVM chain. */
const conditions: Readonly<Record<GroupRuleCondition['type'], 'list' | 'chain'>> = {
  wallets: 'list',
  erc20: 'chain',
  native: 'chain',
  sum: 'chain',
  erc721: 'chain',
  erc1155: 'chain',
  name: 'chain',
}

const addressKinds: Readonly<Record<BitcoinAddressType, string>> = {
  p2wpkh: 'P2WPKH',
  p2tr: 'P2TR',
  p2wsh: 'P2WSH',
  p2sh: 'P2SH',
  p2pkh: 'P2PKH',
}

const row = (what: string, of: (name: ChainNamespace) => string): string[] => [what, ...chainNamespaces.map(of)]

/** The ways in which somebody can have signed in by a wallet of a family. */
const signInMethodsOf = (name: ChainNamespace): readonly SignInMethod[] =>
  signInMethods.filter((way) => chainNamespaceBySignInMethod[way] === name)

const settings = parseServerSettings({}, undefined).settings

function chainsOf(name: ChainNamespace): string {
  const [first = '', ...more] = chainFamilies[name].getMessageChainIds(settings)
  return more.length === 0
    ? `\`${first}\``
    : `\`${first}\`; also taken: ${more.map((chain) => `\`${chain}\``).join(', ')}`
}

const stored = (name: ChainNamespace): string =>
  chainFamilies[name].canonicalizeAddress(exampleAddressByNamespace[name])

function groupsOf(name: ChainNamespace): string {
  const held = {
    ...createNonContractWalletIdentity(name, stored(name)),
    id: '',
    name: null,
    nameResolvedAt: null,
    proof: null,
  }
  const onChains = isWalletHoldingCountedOnChain(held, '1')
  const known = Object.entries(conditions).filter(([, about]) => about === 'list' || onChains)
  return known.map(([type]) => formatMarkdownCode(type)).join(', ')
}

/** Whether this is a way of writing down the example's key. */
function isListed(name: ChainNamespace, text: string): boolean {
  const read = parseGroupWalletListEntry(text)
  const names = read === null ? [] : listWalletNotations(createNonContractWalletIdentity(name, stored(name)))
  return read !== null && listWalletNotations(read).some((one) => names.includes(one))
}

const kindsOf: PerNamespace<string> = {
  eip155: 'a key (20 bytes of its hash), a contract',
  solana: 'a key (32 bytes)',
  bip122: Object.values(addressKinds).join(', '),
}

/** The page of what each family can. */
export const renderChainNamespacesReferencePage = (): string => `# What each chain family can

A chain family (a namespace of CAIP-2) is \`eip155\` for Ethereum and every EVM chain, \`solana\`, or \`bip122\` for Bitcoin. Which of them are let in is
\`COUNTERSIGN_NAMESPACES\` ([settings](settings.md)); all three are, unless it is set. Passkeys belong to none, and always are.

${formatMarkdownTable(
  ['', ...chainNamespaces.map((name) => titles[name])],
  [
    row('namespace', formatMarkdownCode),
    row('let in by default', (name) => (settings.namespaces.includes(name) ? 'yes' : 'no')),
    row('the message', (name) => `[“… ${chainFamilies[name].messageForm.header.trim()}”](messages.md)`),
    row('a scheme may stand before the domain', (name) =>
      chainFamilies[name].messageForm.allowsScheme ? 'yes' : 'no',
    ),
    row('chain named in the message, by default', chainsOf),
    row('addresses', (name) => kindsOf[name]),
    row('an address as it is shown', (name) => formatMarkdownCode(formatStoredWalletAddress(stored(name)))),
    row('keys are proved by', (name) => formatMarkdownCode(keyProofMethodByNamespace[name])),
    row('contract wallets', (name) =>
      contractWalletNamespaces.includes(name)
        ? `yes, where its chain is read: ${methodsOf(name).map(formatMarkdownCode).join(', ')}`
        : 'no',
    ),
    ...chainNamespaceCapabilities.map(({ what, of }) => row(what, (name) => of[name].says)),
    row('conditions of [groups](../guides/groups.md)', groupsOf),
    row('a key in a list of wallets', (name) =>
      [exampleAddressByNamespace[name], formatCaip10AccountId(stored(name), null, settings)]
        .filter((text) => isListed(name, text))
        .map((text) => formatMarkdownCode(text.replace(exampleAddressByNamespace[name], 'ADDRESS')))
        .join(' or '),
    ),
    row('ways that an application can accept', (name) => signInMethodsOf(name).map(formatMarkdownCode).join(', ')),
    row('claim `wallet` of a key (CAIP-10)', (name) =>
      formatMarkdownCode(formatCaip10AccountId(stored(name), null, settings)),
    ),
    row('claims `acr` and `amr`', () => [getAcr({ passkey_id: null }), 'pop'].map(formatMarkdownCode).join(', ')),
  ],
)}

The chain in the claim of a key is one that CAIP-10 wants to be named: a key is the same identity on all chains of its family. Of \`eip155\` it is Ethereum by convention; of the others the
one that the server is for. Ways are ${signInMethods.map(formatMarkdownCode).join(', ')}, and chosen for each application.

What no family but \`eip155\` has (contract wallets, names, what people hold) rests on reading a chain, and no chain but those of the EVM is read here. [Decision 0048](../decisions/0048-chain-family-adapters.md) says how a family
is built and what a fourth one costs.
`

const methodsOf = (name: ChainNamespace): WalletProofMethod[] =>
  (Object.keys(methodFamilies) as WalletProofMethod[]).filter(
    (method) => methodFamilies[method] === name && method !== keyProofMethodByNamespace[name],
  )

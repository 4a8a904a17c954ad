// Statements that cannot be generated cite evidence (documented-chain-namespace-capabilities.ts).
// A new family or group condition does not compile until it is added here.
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
import { renderDocumentedWalletsTable } from './documented-wallets.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

type PerNamespace<Value> = Readonly<Record<ChainNamespace, Value>>

const titles: PerNamespace<string> = { eip155: 'Ethereum and EVM chains', solana: 'Solana', bip122: 'Bitcoin' }

const messages: PerNamespace<string> = {
  eip155: validEthereumMessageExample,
  solana: validSolanaMessageExample,
  bip122: validBitcoinMessageExample,
}

export const exampleAddressByNamespace: PerNamespace<string> = {
  eip155: addressIn('eip155'),
  solana: addressIn('solana'),
  bip122: addressIn('bip122'),
}

function addressIn(name: ChainNamespace): string {
  return messages[name].split('\n')[1] ?? ''
}

/** The test verifies one proof with each method. */
export const keyProofMethodByNamespace: PerNamespace<WalletProofMethod> = {
  eip155: 'ecdsa',
  solana: 'ed25519',
  bip122: 'bip322',
}

const methodFamilies: Readonly<Record<WalletProofMethod, ChainNamespace>> = {
  ecdsa: 'eip155',
  erc1271: 'eip155',
  erc6492: 'eip155',
  ed25519: 'solana',
  bip322: 'bip122',
  bip137: 'bip122',
}

/** Families with contract wallets; the test checks which families call contracts. */
export const contractWalletNamespaces: readonly ChainNamespace[] = ['eip155']

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

const signInMethodsOf = (name: ChainNamespace): readonly SignInMethod[] =>
  signInMethods.filter((way) => chainNamespaceBySignInMethod[way] === name)

const settings = parseServerSettings({}, undefined).settings

function chainsOf(name: ChainNamespace): string {
  const [first = '', ...more] = chainFamilies[name].getMessageChainIds(settings)
  return more.length === 0
    ? `\`${first}\``
    : `\`${first}\`; also accepted: ${more.map((chain) => `\`${chain}\``).join(', ')}`
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

function isListed(name: ChainNamespace, text: string): boolean {
  const read = parseGroupWalletListEntry(text)
  const names = read === null ? [] : listWalletNotations(createNonContractWalletIdentity(name, stored(name)))
  return read !== null && listWalletNotations(read).some((one) => names.includes(one))
}

const kindsOf: PerNamespace<string> = {
  eip155: 'key (20 bytes of its hash), contract',
  solana: 'key (32 bytes)',
  bip122: Object.values(addressKinds).join(', '),
}

export const renderChainNamespacesReferencePage = (): string => `# Chain family support

A chain family (a CAIP-2 namespace) is \`eip155\` for Ethereum and all EVM chains, \`solana\`, or
\`bip122\` for Bitcoin. \`COUNTERSIGN_NAMESPACES\` ([settings](settings.md)) sets which of them can sign
in; the default is all three. Passkeys belong to no family and can always sign in.

${formatMarkdownTable(
  ['', ...chainNamespaces.map((name) => titles[name])],
  [
    row('Namespace', formatMarkdownCode),
    row('Enabled by default', (name) => (settings.namespaces.includes(name) ? 'yes' : 'no')),
    row('Message', (name) => `[“… ${chainFamilies[name].messageForm.header.trim()}”](messages.md)`),
    row('Scheme before the domain allowed', (name) => (chainFamilies[name].messageForm.allowsScheme ? 'yes' : 'no')),
    row('Chain in the message, by default', chainsOf),
    row('Addresses', (name) => kindsOf[name]),
    row('Display form of an address', (name) => formatMarkdownCode(formatStoredWalletAddress(stored(name)))),
    row('Verification method of keys', (name) =>
      [keyProofMethodByNamespace[name], ...(contractWalletNamespaces.includes(name) ? [] : methodsOf(name))]
        .map(formatMarkdownCode)
        .join(', '),
    ),
    row('Contract wallets', (name) =>
      contractWalletNamespaces.includes(name)
        ? `yes, if their chain is configured: ${methodsOf(name).map(formatMarkdownCode).join(', ')}`
        : 'no',
    ),
    ...chainNamespaceCapabilities.map(({ what, of }) => row(what, (name) => of[name].says)),
    row('[Group](../guides/groups.md) conditions', groupsOf),
    row('A key in a wallet list', (name) =>
      [exampleAddressByNamespace[name], formatCaip10AccountId(stored(name), null, settings)]
        .filter((text) => isListed(name, text))
        .map((text) => formatMarkdownCode(text.replace(exampleAddressByNamespace[name], 'ADDRESS')))
        .join(' or '),
    ),
    row('Sign-in methods that an application can accept', (name) =>
      signInMethodsOf(name).map(formatMarkdownCode).join(', '),
    ),
    row('Claim `wallet` of a key (CAIP-10)', (name) =>
      formatMarkdownCode(formatCaip10AccountId(stored(name), null, settings)),
    ),
    row('Claims `acr` and `amr`', () => [getAcr({ passkey_id: null }), 'pop'].map(formatMarkdownCode).join(', ')),
  ],
)}

The claim of a key names a chain because CAIP-10 requires one: a key is the same identity on all
chains of its family. For \`eip155\` it is Ethereum by convention, for the other families the chain that
the server is configured for. The sign-in methods are ${signInMethods.map(formatMarkdownCode).join(', ')}; the accepted ones
are set per application.

Features that only \`eip155\` has (contract wallets, names, holdings) require reading a chain, and the
server reads only EVM chains. [Decision 0048](../decisions/0048-chain-family-adapters.md) explains how
a family is implemented and what a fourth one would take.

## Wallets

*Its public signatures* come from public tests and documents, which the vectors name
(\`packages/proof/vectors/wallets\`). Every test run verifies them. The refused ones were altered, were
made for another text or address, or have a form that is not supported. *Tested in a browser* says
which version of the real wallet signed in, and when. The interfaces of all other wallets are
implemented from their published code and documents, and tested with fake wallets. A wallet that is
not listed works if it has one of the same interfaces. Signing elsewhere is tested in a browser with
signatures of viem, \`@solana/kit\` and \`@scure/btc-signer\`. \`npm run wallets\` tests it with btclib, a
Bitcoin library for Python (last run on November 30, 2026, with btclib 2026.10.24: 18 of 18 sign-ins
with addresses of a single key).

${renderDocumentedWalletsTable()}
`

const methodsOf = (name: ChainNamespace): WalletProofMethod[] =>
  (Object.keys(methodFamilies) as WalletProofMethod[]).filter(
    (method) => methodFamilies[method] === name && method !== keyProofMethodByNamespace[name],
  )

// What each chain family can, in words, with the pieces of code that show it: the rows of docs/reference/namespaces.md for which the code cannot be asked.
import type { ChainNamespace } from '@countersign/message'

/** What is said in words, and where a piece of the code shows it: a file, and what has to stand in it. */
interface NamespaceClaim {
  says: string
  shownBy: readonly (readonly [path: string, piece: string])[]
}

const says = (text: string, ...shownBy: NamespaceClaim['shownBy']): NamespaceClaim => ({ says: text, shownBy })
const discover = 'web/src/features/sign-in/wallet/discover-wallets.ts'
const solanaWallets = 'web/src/features/sign-in/wallet/chain-families/solana-wallet-adapter.ts'
const bitcoinWallets = 'web/src/features/sign-in/wallet/chain-families/find-bitcoin-wallets.ts'

/** What each family can of which the code cannot be asked: a row of the page each. */
export const chainNamespaceCapabilities: readonly {
  what: string
  of: Readonly<Record<ChainNamespace, NamespaceClaim>>
}[] = [
  {
    what: 'wallets are found by',
    of: {
      eip155: says('EIP-6963; `window.ethereum`', [discover, 'eip6963:requestProvider'], [discover, 'ethereum()']),
      solana: says('Wallet Standard', [discover, 'wallet-standard:app-ready'], [solanaWallets, 'standard:connect']),
      bip122: says(
        'WBIP004 (`btc_providers`), UniSat’s own, Leather’s own',
        [bitcoinWallets, 'btc_providers'],
        [bitcoinWallets, 'unisat'],
        [bitcoinWallets, 'LeatherProvider'],
      ),
    },
  },
  {
    what: 'asked to sign by',
    of: {
      eip155: says('`personal_sign`', [
        'web/src/features/sign-in/wallet/run-wallet-proof-side-effect.ts',
        'personal_sign',
      ]),
      solana: says('`solana:signMessage`, else `solana:signIn`', [solanaWallets, 'solana:signMessage']),
      bip122: says(
        '`signMessage`, with the kind of signature named',
        [bitcoinWallets, 'protocol:'],
        [bitcoinWallets, 'bip322-simple'],
      ),
    },
  },
  {
    what: 'connects and signs in with one window',
    of: {
      eip155: says('where the wallet can (ERC-7846)', [
        'web/src/features/sign-in/wallet/single-prompt-wallet-sign-in.ts',
        'wallet_connect',
      ]),
      solana: says('where the wallet can (`solana:signIn`)', [solanaWallets, 'async signIn(']),
      bip122: says('no: wallets have no call for it', [bitcoinWallets, 'async sign(']),
    },
  },
  {
    what: 'forms of a signature',
    of: {
      eip155: says('65 bytes, hexadecimal', ['packages/proof/src/parse-ethereum-key-signature.ts', '65']),
      solana: says('64 bytes, base58', [
        'packages/proof/src/solana/strict-ed25519-validation.ts',
        'ed25519SignatureByteLength = 64',
      ]),
      bip122: says(
        'BIP-322 simple and full, the one of old for P2PKH, base64 ([which address has which](bitcoin-message.md#the-signature))',
        ['packages/proof/src/bip122/verify-bip322.ts', "'simple' | 'full' | 'legacy'"],
      ),
    },
  },
  {
    what: 'multisig',
    of: {
      eip155: says('as a contract wallet (Safe and others)', [
        'packages/proof/src/verify-contract-signature.ts',
        '1271',
      ]),
      solana: says('no: its address is no key, and no program can sign a message', [
        'packages/proof/src/solana/verify-solana-signature.ts',
        'off_curve',
      ]),
      bip122: says('yes, where the script is some of several keys (P2WSH, P2SH)', [
        'packages/proof/src/bip122/parse-bitcoin-script.ts',
        'opCheckMultiSig',
      ]),
    },
  },
  {
    what: 'asked again while somebody is signed in; held once it changes hands',
    of: {
      eip155: says('a contract wallet; a key needs neither', [
        'server/src/auth/contract-ownership/put-wallet-on-hold.ts',
        'contract',
      ]),
      solana: says('a key needs neither', ['server/src/auth/challenges/verify-wallet-signature.ts', "!== 'eip155'"]),
      bip122: says('an address needs neither', [
        'server/src/auth/challenges/verify-wallet-signature.ts',
        "!== 'eip155'",
      ]),
    },
  },
  {
    what: 'names of wallets',
    of: {
      eip155: says('ENS', [
        'server/src/store/wallets/wallet-store.ts',
        'pipelineSqlStatement(transaction, insertUnresolvedWalletEnsName',
      ]),
      solana: says('none', [
        'server/src/store/wallets/wallet-store.ts',
        'pipelineSqlStatement(transaction, insertUnresolvedWalletEnsName',
      ]),
      bip122: says('none', [
        'server/src/store/wallets/wallet-store.ts',
        'pipelineSqlStatement(transaction, insertUnresolvedWalletEnsName',
      ]),
    },
  },
  {
    what: 'sign-in, step-up, linking, merging, unlinking, claims, activity',
    of: {
      eip155: says('yes', [
        'server/src/chains/families/wallet-proofs-of-every-chain-family.test.ts',
        'test.each(chainNamespaces)',
      ]),
      solana: says('yes', [
        'server/src/chains/families/wallet-proofs-of-every-chain-family.test.ts',
        'test.each(chainNamespaces)',
      ]),
      bip122: says('yes', [
        'server/src/chains/families/wallet-proofs-of-every-chain-family.test.ts',
        'test.each(chainNamespaces)',
      ]),
    },
  },
]

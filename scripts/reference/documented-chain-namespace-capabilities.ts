// Rows of docs/reference/namespaces.md that cannot be generated, with the code that proves them.
import type { ChainNamespace } from '@countersign/message'

/** `shownBy` names a file and a text that it must contain. */
interface NamespaceClaim {
  says: string
  shownBy: readonly (readonly [path: string, piece: string])[]
}

const says = (text: string, ...shownBy: NamespaceClaim['shownBy']): NamespaceClaim => ({ says: text, shownBy })
const discover = 'web/src/features/sign-in/wallet/discover-wallets.ts'
const solanaWallets = 'web/src/features/sign-in/wallet/chain-families/solana-wallet-adapter.ts'
const bitcoinWallets = 'web/src/features/sign-in/wallet/chain-families/find-bitcoin-wallets.ts'
const bitcoinStandard = 'web/src/features/sign-in/wallet/chain-families/bitcoin-wallet-standard-adapter.ts'
const satsConnect = 'web/src/features/sign-in/wallet/chain-families/sats-connect-adapter.ts'
const unisat = 'web/src/features/sign-in/wallet/chain-families/unisat-adapter.ts'

export const chainNamespaceCapabilities: readonly {
  what: string
  of: Readonly<Record<ChainNamespace, NamespaceClaim>>
}[] = [
  {
    what: 'Wallet discovery',
    of: {
      eip155: says('EIP-6963; `window.ethereum`', [discover, 'eip6963:requestProvider'], [discover, 'ethereum()']),
      solana: says('Wallet Standard', [discover, 'wallet-standard:app-ready'], [solanaWallets, 'standard:connect']),
      bip122: says(
        'WBIP004 (`btc_providers`); Wallet Standard; the interfaces of UniSat, OneKey, OKX, Leather and Phantom',
        [bitcoinWallets, 'btc_providers'],
        [bitcoinStandard, 'bitcoin:connect'],
        [bitcoinWallets, 'unisat'],
        [bitcoinWallets, '$onekey.btc'],
        [bitcoinWallets, 'okxwallet.bitcoin'],
        [bitcoinWallets, 'LeatherProvider'],
        [bitcoinWallets, 'phantom.bitcoin'],
      ),
    },
  },
  {
    what: 'Signing call',
    of: {
      eip155: says('`personal_sign`', [
        'web/src/features/sign-in/wallet/run-wallet-proof-side-effect.ts',
        'personal_sign',
      ]),
      solana: says(
        '`solana:signOffchainMessage`, else `solana:signMessage`, else `solana:signIn`',
        [solanaWallets, 'solana:signOffchainMessage'],
        [solanaWallets, 'solana:signMessage'],
      ),
      bip122: says(
        '`signMessage`, with the signature type specified where the wallet can choose it; `bitcoin:signMessage`',
        [satsConnect, 'protocol:'],
        [unisat, 'bip322-simple'],
        [bitcoinStandard, 'bitcoin:signMessage'],
      ),
    },
  },
  {
    what: 'Connects and signs in with one prompt',
    of: {
      eip155: says('if the wallet supports it (ERC-7846)', [
        'web/src/features/sign-in/wallet/single-prompt-wallet-sign-in.ts',
        'wallet_connect',
      ]),
      solana: says('if the wallet supports it (`solana:signIn`)', [solanaWallets, 'async signIn(']),
      bip122: says('no: wallets have no such call', [satsConnect, 'sign: (text, address)']),
    },
  },
  {
    what: 'Signature formats',
    of: {
      eip155: says('65 bytes, hexadecimal', ['packages/proof/src/parse-ethereum-key-signature.ts', '65']),
      solana: says(
        '64 bytes, base58; from hardware wallets, the envelope of an [off-chain message](messages.md#off-chain-messages), base64',
        ['packages/proof/src/solana/strict-ed25519-validation.ts', 'ed25519SignatureByteLength = 64'],
        ['packages/proof/src/solana/verify-solana-signature.ts', 'parseSolanaOffchainMessage'],
      ),
      bip122: says(
        'BIP-322 simple and full, BIP-137 (65 bytes) for addresses of a single key; base64 ([formats by address type](bitcoin-message.md#the-signature))',
        ['packages/proof/src/bip122/verify-bip322.ts', "'simple' | 'full' | 'bip137'"],
      ),
    },
  },
  {
    what: 'Multisig',
    of: {
      eip155: says('as a contract wallet (Safe and others)', [
        'packages/proof/src/verify-contract-signature.ts',
        '1271',
      ]),
      solana: says('no: its address is not a key, and programs cannot sign messages', [
        'packages/proof/src/solana/verify-solana-signature.ts',
        'off_curve',
      ]),
      bip122: says('yes, if the script requires m of n keys (P2WSH, P2SH)', [
        'packages/proof/src/bip122/parse-bitcoin-script.ts',
        'opCheckMultiSig',
      ]),
    },
  },
  {
    what: 'Rechecked during sessions; put on hold when ownership changes',
    of: {
      eip155: says('contract wallets; keys need neither', [
        'server/src/auth/contract-ownership/put-wallet-on-hold.ts',
        'contract',
      ]),
      solana: says('keys need neither', ['server/src/auth/challenges/verify-wallet-signature.ts', "!== 'eip155'"]),
      bip122: says('addresses need neither', ['server/src/auth/challenges/verify-wallet-signature.ts', "!== 'eip155'"]),
    },
  },
  {
    what: 'Wallet names',
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
    what: 'Sign-in, step-up, linking, merging, unlinking, claims, activity',
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

// Entry point of the demonstration wallet; its keys and dialog load on first use.
import type { SignInMessage } from '@countersign/message'
import { createSingleApprovalDialogOpener } from './demonstration-wallet-account.ts'
import { createDemonstrationBitcoinProvider } from './demonstration-bitcoin-provider.ts'
import { isLocalHost } from '../wallet/is-local-host.ts'
import { createDemonstrationEthereumProvider } from './demonstration-ethereum-provider.ts'
import { createDemonstrationSolanaWallet } from './demonstration-solana-wallet.ts'

const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
  '<rect x="1.5" y="1.5" width="37" height="37" rx="8" fill="#efe9fb" stroke="#5b3fa8" stroke-width="2" stroke-dasharray="5 3.2"/>' +
  '<path d="M20 10.5a6 6 0 0 1 3.2 11.1L25 30H15l1.8-8.4A6 6 0 0 1 20 10.5z" fill="#5b3fa8"/></svg>'

/** A data URI, as in EIP-6963 §Provider Info. */
const icon = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`

const name = 'Demonstration wallet'

const askPerson = createSingleApprovalDialogOpener(async () =>
  (await import('./demonstration-wallet-approval-dialog.ts')).createDemonstrationWalletApprovalDialog(
    document,
    location.origin,
  ),
)
const storage = () => window.localStorage

/** EIP-6963 §Announce and Request Events: the wallet announces itself now, and on each request. */
function announceEthereum(): void {
  const loadKey = async () =>
    (await import('./load-or-create-demonstration-ethereum-key.ts')).loadOrCreateDemonstrationEthereumKey(storage)
  const provider = createDemonstrationEthereumProvider({ loadKey, ask: askPerson })
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns: 'localhost.countersign.demonstration' })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}

/** WBIP004: adds an entry to the window's provider list. The entry's id is the provider's path. */
function listBitcoin(): void {
  const loadKey = async () =>
    (await import('./load-or-create-demonstration-bitcoin-key.ts')).loadOrCreateDemonstrationBitcoinKey(storage)
  const listed: unknown = Reflect.get(window, 'btc_providers')
  const entry = { id: 'countersignDemonstration.bitcoin', name, icon, methods: ['getAddresses', 'signMessage'] }
  Object.assign(window, {
    countersignDemonstration: { bitcoin: createDemonstrationBitcoinProvider({ loadKey, ask: askPerson }) },
    btc_providers: [...(Array.isArray(listed) ? (listed as unknown[]) : []), entry],
  })
}

interface Registry {
  register(wallet: object): void
}

/** Wallet Standard §Window events. */
function registerSolana(): void {
  const loadKey = async () =>
    (await import('./load-or-create-demonstration-solana-key.ts')).loadOrCreateDemonstrationSolanaKey(storage)
  const loadWriter = async () => {
    const [{ formatMessageWithOffsets: serializeMessage }, { solanaMessageLayout: solanaLayout }] = await Promise.all([
      import('@countersign/message/format-message-with-offsets'),
      import('@countersign/message/message-layout'),
    ])
    return (message: SignInMessage) => serializeMessage(message, solanaLayout).text
  }
  const wallet = createDemonstrationSolanaWallet({
    name,
    icon,
    domain: location.host,
    loadWriter,
    loadKey,
    ask: askPerson,
  })
  const register = ({ register }: Registry) => register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Registry>).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

// The keys are stored unprotected, so the wallet works only on localhost.
if (isLocalHost(location.hostname)) {
  announceEthereum()
  listBitcoin()
  registerSolana()
}

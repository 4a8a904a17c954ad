// The entry of the inspector, a document of its own: it works offline once it is loaded, so everything is loaded at once,
// and nothing of it is loaded by any other page.
import { mountReactPage } from './mount-react-page.tsx'
import { MessageInspectorScreen } from '../features/inspector/MessageInspectorScreen.tsx'
import { offeredLanguages, loadTranslations } from '../i18n/browser-language-negotiation.ts'
import { loadDemonstrationWalletScript } from '../features/sign-in/wallet/load-demonstration-wallet-script.ts'
import './inspector.css'

const messageFiles = ['inspector', 'message-errors'] as const

await mountReactPage(<MessageInspectorScreen />, messageFiles)
// The other language as well, so that it can be chosen offline; where it cannot be had, the page stays in the one it has.
// And what verifies proofs of the log, and what finds wallets of every kind, with the one with which anyone can try it on their own machine.
await Promise.allSettled([
  ...offeredLanguages.map((language) => loadTranslations(language, ['common', ...messageFiles])),
  import('../features/inspector/AuditLogProofResults.tsx'),
  import('../features/sign-in/wallet/chain-families/non-ethereum-wallet-discovery.ts'),
  loadDemonstrationWalletScript(location.hostname),
])

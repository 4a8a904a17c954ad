// Entry point of the inspector. Everything is loaded at once, so that the page works offline.
import { mountReactPage } from './mount-react-page.tsx'
import { MessageInspectorScreen } from '../features/inspector/MessageInspectorScreen.tsx'
import { offeredLanguages, loadTranslations } from '../i18n/browser-language-negotiation.ts'
import { loadDemonstrationWalletScript } from '../features/sign-in/wallet/load-demonstration-wallet-script.ts'
import './inspector.css'

const messageFiles = ['inspector', 'message-errors'] as const

await mountReactPage(<MessageInspectorScreen />, messageFiles)
// Preloads everything else for offline use. Failures are ignored.
await Promise.allSettled([
  ...offeredLanguages.map((language) => loadTranslations(language, ['common', ...messageFiles])),
  import('../features/inspector/AuditLogProofResults.tsx'),
  import('../features/sign-in/wallet/chain-families/non-ethereum-wallet-discovery.ts'),
  loadDemonstrationWalletScript(location.hostname),
])

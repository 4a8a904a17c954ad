// The entry of the inspector, a document of its own: it works offline once it is loaded, so everything is loaded at once,
// and nothing of it is loaded by any other page.
import { boot } from './boot.tsx'
import { InspectorScreen } from '../features/inspector/Screen.tsx'
import { languages, loadMessages } from '../i18n/language.ts'
import { loadDemonstrationWallet } from '../features/sign-in/wallet/load-demonstration-wallet.ts'
import './inspector.css'

const files = ['inspector', 'message-faults'] as const

await boot(<InspectorScreen />, files)
// The other language as well, so that it can be chosen offline; where it cannot be had, the page stays in the one it has.
// And what verifies proofs of the log, and what finds wallets of every kind, with the one with which anyone can try it on their own machine.
await Promise.allSettled([
  ...languages.map((language) => loadMessages(language, ['common', ...files])),
  import('../features/inspector/ProofFindings.tsx'),
  import('../features/sign-in/wallet/families/families.ts'),
  loadDemonstrationWallet(location.hostname),
])

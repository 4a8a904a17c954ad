// The demonstration wallet's entry: lets anyone try the sign-in on their own machine without installing a wallet. It
// announces itself as extensions do (EIP-6963); what it signs with is loaded when it is first asked for something.
import { icon } from './icon.ts'
import { isLocal } from './is-local.ts'
import { createDemonstrationProvider } from './provider.ts'

/** Announces the wallet, now and whenever a page asks. */
function announce(): void {
  const provider = createDemonstrationProvider({
    loadKey: async () => (await import('./key.ts')).createKey(() => window.localStorage),
    loadDialog: async () => (await import('./dialog.ts')).createDialog(document, location.origin),
  })
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Demonstration wallet',
    icon,
    rdns: 'localhost.countersign.demonstration',
  })
  const detail = Object.freeze({ info, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}

// The key lies open in the page's storage: on any address but this machine's own, it is no wallet at all.
if (isLocal(location.hostname)) announce()

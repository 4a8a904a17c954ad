// Lets anyone try the sign-in without a wallet of their own, on their own machine only. The demonstration wallet is a
// build apart from this page; a server with a public address does not serve it at all.
import { isLocalHost } from './is-local-host.ts'

const scriptPath = '/demonstration-wallet/main.js'

/** Loads the demonstration wallet, which then announces itself like any other. Where it is not served, nothing happens. */
export async function loadDemonstrationWalletScript(hostname: string): Promise<void> {
  if (!isLocalHost(hostname)) return
  try {
    await import(/* @vite-ignore */ scriptPath)
  } catch {
    return
  }
}

// Loads the demonstration wallet on localhost. Public servers do not serve this script.
import { isLocalHost } from './is-local-host.ts'

const scriptPath = '/demonstration-wallet/main.js'

export async function loadDemonstrationWalletScript(hostname: string): Promise<void> {
  if (!isLocalHost(hostname)) return
  try {
    await import(/* @vite-ignore */ scriptPath)
  } catch {
    return
  }
}

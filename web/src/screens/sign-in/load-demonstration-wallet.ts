// Lets anyone try the sign-in without a wallet of their own, on their own machine only. The demonstration wallet is a
// build apart from this page; a server with a public address does not serve it at all.

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const script = '/demonstration-wallet/main.js'

/** Whether this page is served by the machine that it is seen on. */
export function isLocal(hostname: string): boolean {
  return localHosts.has(hostname)
}

/** Loads the demonstration wallet, which then announces itself like any other. Where it is not served, nothing happens. */
export async function loadDemonstrationWallet(hostname: string): Promise<void> {
  if (!isLocal(hostname)) return
  try {
    await import(/* @vite-ignore */ script)
  } catch {
    return
  }
}

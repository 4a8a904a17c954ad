// Fake page for wallet discovery, with a bare EventTarget and manual timers.
import { discoverWallets } from '../features/sign-in/wallet/discover-wallets.ts'
import type { Eip1193Provider } from '../features/sign-in/wallet/eip1193-provider.ts'
import type { LastUsedWallet } from '../features/sign-in/wallet/last-used-wallet-store.ts'

export const pngIconFixture = 'data:image/png;base64,iVBORw0KGgo='
export const createFakeWalletProvider = (): Eip1193Provider => ({ request: async () => null })

export function createWalletDiscoveryTestPage(
  ethereum?: unknown,
  recent: LastUsedWallet | null = null,
  discover = discoverWallets,
) {
  const here = { ethereum }
  const target = new EventTarget()
  const timers: { milliseconds: number; run: () => unknown; cancelled: boolean }[] = []
  const discovery = () =>
    discover({
      target,
      ethereum: () => here.ethereum,
      window: here,
      recent,
      after(milliseconds, run) {
        const timer = { milliseconds, run, cancelled: false }
        timers.push(timer)
        return () => {
          timer.cancelled = true
        }
      },
    })
  const announce = (detail: unknown) =>
    target.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  const pass = async (until: number) => {
    for (const timer of timers.filter(({ milliseconds }) => milliseconds <= until)) {
      if (!timer.cancelled) await timer.run()
      timer.cancelled = true
    }
  }
  return {
    here,
    pass,
    target,
    timers,
    discovery,
    announce,
    settle: () => pass(300),
  }
}

export const createEip6963WalletInfoFixture = (more: object = {}) => ({
  uuid: 'a',
  name: 'Wallet',
  rdns: 'org.example.wallet',
  icon: pngIconFixture,
  ...more,
})

export const createDemonstrationWalletFixture = (provider = createFakeWalletProvider()) => ({
  info: createEip6963WalletInfoFixture({
    uuid: 'demo',
    name: 'Demonstration wallet',
    rdns: 'localhost.countersign.demonstration',
  }),
  provider,
})

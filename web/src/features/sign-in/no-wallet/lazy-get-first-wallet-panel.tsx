// Lazily loaded, because most people have a wallet.
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { cancelableLoadingViews } from '../cross-device/lazy-cross-device-components.tsx'
import type { GetFirstWalletPanelProps } from './GetFirstWalletPanel.tsx'

export const LazyGetFirstWalletPanel = createLazyComponent<GetFirstWalletPanelProps>(
  async () => (await import('./GetFirstWalletPanel.tsx')).GetFirstWalletPanel,
  cancelableLoadingViews,
)

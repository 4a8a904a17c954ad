// Lazily loaded, because most people use a wallet in this browser.
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { cancelableLoadingViews } from '../cross-device/lazy-cross-device-components.tsx'
import type { ManualSigningPanelProps } from './ManualSigningPanel.tsx'

export const LazyManualSigningPanel = createLazyComponent<ManualSigningPanelProps>(
  async () => (await import('./ManualSigningPanel.tsx')).ManualSigningPanel,
  { messages: ['manual-signing'], ...cancelableLoadingViews },
)

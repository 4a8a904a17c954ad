// Notice that the browser blocks a wallet, or that the last used wallet is missing (decision 0067).
import { useEffect, useSyncExternalStore } from 'react'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { watchBlockedExtensionScripts } from '../wallet/watch-blocked-extension-scripts.ts'
import { useTranslations } from 'use-intl'
import type { RunningWalletProof } from './start-wallet-proof.ts'
import { describeBlockedOrMissingWallet } from './describe-blocked-or-missing-wallet.ts'

/** Reports are buffered, so those from before this point are received too. */
const blockedScripts = watchBlockedExtensionScripts({ target: window, ReportingObserver: window.ReportingObserver })

export interface BlockedWalletNoticeProps {
  running: Pick<RunningWalletProof, 'discovery' | 'proof'>
  isPhone: boolean
}

export function BlockedOrMissingWalletNotice({ running: { discovery, proof }, isPhone }: BlockedWalletNoticeProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { missing } = useSyncExternalStore(discovery.subscribe, discovery.getSnapshot)
  const isBlocked = useSyncExternalStore(blockedScripts.subscribe, blockedScripts.getSnapshot)
  const said = describeBlockedOrMissingWallet(t, { missing, isBlocked, isPhone, purpose: proof.getSnapshot().purpose })
  const sentence = said && `${said.title} ${said.text}`
  useEffect(() => {
    // Deferred, because effects of parent components run later and would replace the announcement.
    if (sentence !== null) queueMicrotask(() => announce(sentence))
  }, [sentence, announce])
  return (
    said && (
      <InlineNotice tone="attention" title={said.title}>
        <p>{said.text}</p>
      </InlineNotice>
    )
  )
}

import { useState } from 'react'
import { useAnnounce } from './ScreenReaderAnnouncer.tsx'
import { useTranslations } from 'use-intl'

const confirmationMs = 2000

export function useCopyToClipboard(text: string): [isCopied: boolean, copy: () => Promise<void>] {
  const t = useTranslations()
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  return [
    isCopied,
    async () => {
      try {
        await navigator.clipboard.writeText(text)
        announce(t('ui.copied'))
        setIsCopied(true)
        setTimeout(() => setIsCopied(false), confirmationMs)
      } catch {
        announce(t('ui.notCopied'))
      }
    },
  ]
}

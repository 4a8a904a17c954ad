// Asks before somebody leaves what they have not saved: by a link, by going back, or by closing the page.
import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { isWithin } from './workbench/is-within.ts'

interface UnsavedProps {
  /** Asked when somebody leaves, so that it can change without being drawn. */
  isUnsaved: () => boolean
  /** The address of the thing, where what is changed lasts while one goes through its tabs. */
  within?: string
  /** What would be lost; otherwise that changes would be. */
  texts?: 'adminUi.unsaved' | 'adminUi.secret.leaving'
}

export function Unsaved({ isUnsaved, within, texts = 'adminUi.unsaved' }: UnsavedProps) {
  const t = useTranslations()
  const latest = useRef(isUnsaved)
  useEffect(() => {
    latest.current = isUnsaved
  }, [isUnsaved])
  const blocker = useBlocker({
    // Another view of the same page takes nothing away.
    shouldBlockFn: useCallback(
      ({ current, next }) =>
        current.pathname !== next.pathname &&
        !(within !== undefined && isWithin(next.pathname, within)) &&
        latest.current(),
      [within],
    ),
    enableBeforeUnload: useCallback(() => latest.current(), []),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t(`${texts}.title`)}
      confirmLabel={t(`${texts}.leave`)}
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      {t(`${texts}.text`)}
    </ConfirmDialog>
  )
}

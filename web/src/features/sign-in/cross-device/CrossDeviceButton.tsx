// The way in by another device, beside those of this browser.
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { useCallback, useState } from 'react'
import type { RefCallback } from 'react'

export function CrossDeviceButton({ elsewhere: { open, buttonRef } }: { elsewhere: CrossDevicePanelState }) {
  const t = useTranslations()
  return (
    <Button ref={buttonRef} onClick={open}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {t('signIn.anotherDevice')}
      </span>
    </Button>
  )
}

export interface CrossDevicePanelState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  /** Of the button that leads there. */
  readonly buttonRef: RefCallback<HTMLButtonElement>
}

/** @param isFirst whether it begins there @param mayGo asked before it goes there */
export function useCrossDevicePanelState(isFirst = false, mayGo = () => true): CrossDevicePanelState {
  /** Null as long as nobody was away. */
  const [isAway, setIsAway] = useState<boolean | null>(isFirst || null)
  return {
    isOpen: isAway === true,
    open: () => mayGo() && setIsAway(true),
    close: () => setIsAway(false),
    buttonRef: useCallback((element) => void (isAway === false && element?.focus()), [isAway]),
  }
}

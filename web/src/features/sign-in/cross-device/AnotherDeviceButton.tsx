// The way in by another device, beside those of this browser.
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { useCallback, useState } from 'react'
import type { RefCallback } from 'react'

export function AnotherDeviceButton({ elsewhere: { go, button } }: { elsewhere: Elsewhere }) {
  const t = useTranslations()
  return (
    <Button ref={button} onClick={go}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {t('signIn.anotherDevice')}
      </span>
    </Button>
  )
}

export interface Elsewhere {
  readonly isAway: boolean
  readonly go: () => void
  readonly back: () => void
  /** Of the button that leads there. */
  readonly button: RefCallback<HTMLButtonElement>
}

/** @param isFirst whether it begins there @param mayGo asked before it goes there */
export function useElsewhere(isFirst = false, mayGo = () => true): Elsewhere {
  /** Null as long as nobody was away. */
  const [isAway, setIsAway] = useState<boolean | null>(isFirst || null)
  return {
    isAway: isAway === true,
    go: () => mayGo() && setIsAway(true),
    back: () => setIsAway(false),
    button: useCallback((element) => void (isAway === false && element?.focus()), [isAway]),
  }
}

// No wallet in this browser: says so, and leads to where there is one, or to where one begins.
import { useEffect, useState } from 'react'
import { AnotherDeviceButton } from '../cross-device/AnotherDeviceButton.tsx'
import type { DeviceErrand } from '../proof/errand.ts'
import type { Elsewhere } from '../cross-device/AnotherDeviceButton.tsx'
import { NoneAtAll } from '../no-wallet/NoneAtAll.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { useTranslations } from 'use-intl'
import type { RunningProof } from '../proof/begin-proof.ts'
import { KeptOut } from '../proof/KeptOut.tsx'
import { NoWalletHelp } from './NoWalletHelp.tsx'
import type { DrawRefusal } from '../proof/Panel.tsx'
import { noWalletSentences } from '../proof/say.ts'
import { StageHeading } from '../proof/StageHeading.tsx'
import { callForSignIn } from '../../../api/sign-in-api.ts'
import type { FirstWays } from '../no-wallet/offered.ts'
import type { Ref, RefObject } from 'react'
import { after } from '../proof/begin-proof.ts'
import { createReturnWatch, holdForPasskey } from '../no-wallet/look-again.ts'
import type { ReturnWatch } from '../no-wallet/look-again.ts'

export interface NoWalletStageProps {
  isPhone: boolean
  running: RunningProof
  errand: DeviceErrand | null
  /** Where the person goes on to, where an application asks. */
  application: string | null
  drawRefusal: DrawRefusal | undefined
  /** Goes on by another device; not where this one is it. */
  elsewhere: Elsewhere | undefined
  onReload: () => void
}

export function NoWalletStage({ isPhone, running, elsewhere, onReload, ...help }: NoWalletStageProps) {
  const t = useTranslations()
  const ways = useFirstWays()
  const watch = useReturnWatch({ ...running, isPhone, onReload })
  const { isNone, open, leave, entrance } = useNone(running.passkey !== undefined)
  const [isUnderWay, setIsUnderWay] = useState(false)
  // Back at the links, the keyboard goes on where they begin.
  const heading = useFocusBack<HTMLHeadingElement>(isUnderWay)
  if (isNone) return ways && <NoneAtAll running={running} ways={ways} watch={watch} onBack={leave} />
  const isAnswering = help.errand === null
  const { title, text } = noWalletSentences(t, isPhone, isAnswering)
  return (
    <>
      {!isUnderWay && (
        <div className="grid gap-1">
          <StageHeading ref={heading} title={title} />
          <p className="text-soft">{text}</p>
        </div>
      )}
      {!isUnderWay && <KeptOut running={running} isPhone={isPhone} />}
      {!isPhone && elsewhere && <UsePhone elsewhere={elsewhere} />}
      <NoWalletHelp isPhone={isPhone} ways={ways} isUnderWay={isUnderWay} onUnderWay={setIsUnderWay} {...help}>
        {!isUnderWay && (
          <>
            {/* The wallet of who sits at a tablet is on their phone. */}
            {isPhone && elsewhere && <AnotherDeviceButton elsewhere={elsewhere} />}
            {isPhone && isAnswering ? (
              <p className="text-small text-soft">{t('signIn.aboutWallets')}</p>
            ) : (
              <NoneEntrance ref={entrance} running={running} onOpen={open} />
            )}
          </>
        )}
      </NoWalletHelp>
      {/* A wallet that was got meanwhile is found without it (no-wallet/look-again.ts). */}
      {!isUnderWay && (
        <Button look="bare" onClick={onReload}>
          {t('noWallet.reload')}
        </Button>
      )}
    </>
  )
}

/** The other device, where nothing else is at hand. */
function UsePhone({ elsewhere: { go, button } }: { elsewhere: Elsewhere }) {
  const t = useTranslations()
  return (
    <Button ref={button} look="main" onClick={go}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {t('noWallet.usePhone')}
      </span>
    </Button>
  )
}

/** Where the server does not say, nothing is offered: the operator may have taken everything out. */
const nothing: FirstWays = { namespaces: [], wallets: [], passkey: false }

/** @returns null as long as it is not known */
function useFirstWays(): FirstWays | null {
  const [ways, setWays] = useState<FirstWays | null>(null)
  useEffect(() => {
    const over = new AbortController()
    const read = async () => {
      const result = await callForSignIn('readFirstWays', { signal: over.signal })
      if (!over.signal.aborted) setWays(result.ok ? result.answer : nothing)
    }
    void read()
    return () => over.abort()
  }, [])
  return ways
}

const readPlace = (): boolean => (history.state as { isNone?: unknown } | null)?.isNone === true

/** @param hasPlace whether it has one; in a dialog of the account the history belongs to the pages */
function useNone(hasPlace: boolean): {
  isNone: boolean
  open: () => void
  leave: () => void
  /** Where the keyboard goes on after the way back. */
  entrance: RefObject<HTMLButtonElement | null>
} {
  const [isNone, setIsNone] = useState(() => hasPlace && readPlace())
  const entrance = useFocusBack(isNone)
  useEffect(() => {
    if (!hasPlace) return undefined
    const follow = () => setIsNone(readPlace())
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [hasPlace])
  return {
    isNone,
    entrance,
    open() {
      if (hasPlace) history.pushState({ ...(history.state as object | null), isNone: true }, '')
      setIsNone(true)
    },
    leave: () => (hasPlace ? history.back() : setIsNone(false)),
  }
}

interface ReturnWatchProps extends Pick<RunningProof, 'discovery' | 'passkey'> {
  isPhone: boolean
  onReload: () => void
}

/** One for as long as no wallet is there: what is drawn anew meanwhile must not forget that a link was followed. */
function useReturnWatch({ discovery, passkey, isPhone, onReload }: ReturnWatchProps): ReturnWatch {
  const [watch] = useState(() =>
    createReturnWatch({
      window,
      document,
      askAgain: discovery.askAgain,
      after,
      reload: onReload,
      takesExtensions: !isPhone,
    }),
  )
  useEffect(() => watch.start(), [watch])
  useEffect(() => passkey && holdForPasskey(watch, passkey), [watch, passkey])
  return watch
}

interface NoneEntranceProps {
  ref: Ref<HTMLButtonElement>
  running: RunningProof
  onOpen: () => void
}

function NoneEntrance({ ref, running, onOpen }: NoneEntranceProps) {
  const t = useTranslations()
  const { for: purpose } = running.proof.getSnapshot().purpose
  if (purpose !== 'sign-in' && purpose !== 'link') return null
  return (
    <button
      ref={ref}
      type="button"
      onClick={onOpen}
      className="min-h-8 justify-self-start rounded-control text-small text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11"
    >
      {t('noWallet.none')}
    </button>
  )
}

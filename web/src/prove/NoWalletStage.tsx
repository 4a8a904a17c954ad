// No wallet in this browser: says so, and leads to where there is one, or to where one begins.
import { useState } from 'react'
import { AnotherDeviceButton } from '../another-device/AnotherDeviceButton.tsx'
import type { DeviceErrand } from '../another-device/errand.ts'
import type { Elsewhere } from '../another-device/use-elsewhere.ts'
import { NoneAtAll } from '../no-wallet/NoneAtAll.tsx'
import { NoneEntrance } from '../no-wallet/NoneEntrance.tsx'
import { useFirstWays } from '../no-wallet/use-first-ways.ts'
import { useNone } from '../no-wallet/use-none.ts'
import { useReturnWatch } from '../no-wallet/use-return-watch.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useChapter, useWords } from '../words/use-words.ts'
import type { RunningProof } from './begin-proof.ts'
import { KeptOut } from './KeptOut.tsx'
import { NoWalletHelp } from './NoWalletHelp.tsx'
import type { DrawRefusal } from './draw-refusal.ts'
import { noWalletSentences } from './say.ts'
import { StageHeading } from './StageHeading.tsx'

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
  const { aboutWallets } = useWords().signIn
  const words = useChapter('noWallet')
  const ways = useFirstWays()
  const watch = useReturnWatch({ ...running, isPhone, onReload })
  const { isNone, open, leave, entrance } = useNone(running.passkey !== undefined)
  const [isUnderWay, setIsUnderWay] = useState(false)
  // Back at the links, the keyboard goes on where they begin.
  const heading = useFocusBack<HTMLHeadingElement>(isUnderWay)
  if (isNone) return ways && <NoneAtAll running={running} ways={ways} watch={watch} onBack={leave} />
  const isAnswering = help.errand === null
  const { title, text } = noWalletSentences(words, isPhone, isAnswering)
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
              <p className="text-small text-soft">{aboutWallets}</p>
            ) : (
              <NoneEntrance ref={entrance} running={running} onOpen={open} />
            )}
          </>
        )}
      </NoWalletHelp>
      {/* A wallet that was got meanwhile is found without it (no-wallet/look-again.ts). */}
      {!isUnderWay && (
        <Button look="bare" onClick={onReload}>
          {words.reload}
        </Button>
      )}
    </>
  )
}

/** The other device, where nothing else is at hand. */
function UsePhone({ elsewhere: { go, button } }: { elsewhere: Elsewhere }) {
  const { usePhone } = useChapter('noWallet')
  return (
    <Button ref={button} look="main" onClick={go}>
      <span className="flex items-center justify-center gap-2">
        <Icon name="phone" />
        {usePhone}
      </span>
    </Button>
  )
}

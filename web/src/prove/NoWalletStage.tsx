// No wallet in this browser: says so, and leads to where there is one, or to where one begins.
import type { DeviceErrand } from '../another-device/errand.ts'
import { NoneAtAll } from '../no-wallet/NoneAtAll.tsx'
import { NoneEntrance } from '../no-wallet/NoneEntrance.tsx'
import { useFirstWays } from '../no-wallet/use-first-ways.ts'
import { useNone } from '../no-wallet/use-none.ts'
import { useReturnWatch } from '../no-wallet/use-return-watch.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useChapter, useWords } from '../words/use-words.ts'
import type { RunningProof } from './begin-proof.ts'
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
  onAnotherDevice: (() => void) | undefined
  onReload: () => void
}

export function NoWalletStage({ isPhone, running, onAnotherDevice, onReload, ...help }: NoWalletStageProps) {
  const { aboutWallets } = useWords().signIn
  const words = useChapter('noWallet')
  const ways = useFirstWays()
  const watch = useReturnWatch({ ...running, isPhone, onReload })
  const { isNone, open, leave, entrance } = useNone(running.passkey !== undefined)
  if (isNone) return ways && <NoneAtAll running={running} ways={ways} watch={watch} onBack={leave} />
  const isAnswering = help.errand === null
  const { title, text } = noWalletSentences(words, isPhone, isAnswering)
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {!isPhone && onAnotherDevice && (
        <Button look="main" onClick={onAnotherDevice}>
          <span className="flex items-center justify-center gap-2">
            <Icon name="phone" />
            {words.usePhone}
          </span>
        </Button>
      )}
      <NoWalletHelp isPhone={isPhone} ways={ways} {...help}>
        {isPhone && isAnswering ? (
          <p className="text-small text-soft">{aboutWallets}</p>
        ) : (
          <NoneEntrance ref={entrance} running={running} onOpen={open} />
        )}
      </NoWalletHelp>
      {/* A wallet that was got meanwhile is found without it (no-wallet/look-again.ts). */}
      <Button look="bare" onClick={onReload}>
        {words.reload}
      </Button>
    </>
  )
}

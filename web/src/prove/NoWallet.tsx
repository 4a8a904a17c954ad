// No wallet in this browser: says so at once. What helps is fetched only then, because most who come here have a wallet.
import { lazy, Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { useSpeech } from '../words/use-words.ts'
import { StageHeading } from './StageHeading.tsx'

type Help = (props: { isPhone: boolean }) => ReactNode

/** Where it cannot be had, there is still the button that loads the page anew. */
const NoWalletHelp = lazy<Help>(() =>
  import('./NoWalletHelp.tsx').then(
    ({ NoWalletHelp }): { default: Help } => ({ default: NoWalletHelp }),
    () => ({ default: (): ReactNode => null }),
  ),
)

export function NoWallet({ isPhone, onReload }: { isPhone: boolean; onReload: () => void }) {
  const { words, chapters, need } = useSpeech()
  const { signIn } = words
  const { title, text } = isPhone ? signIn.noWalletOnPhone : signIn.noWallet
  useEffect(() => {
    need('noWallet').catch(() => undefined)
  }, [need])
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {/* As high as what comes, so that the button stays where it is. */}
      <div className={`grid content-start gap-4 ${isPhone ? 'min-h-98' : 'min-h-40'}`}>
        <Suspense>{chapters.noWallet && <NoWalletHelp isPhone={isPhone} />}</Suspense>
      </div>
      <Button look={isPhone ? 'bare' : 'main'} onClick={onReload}>
        {signIn.noWallet.reload}
      </Button>
    </>
  )
}

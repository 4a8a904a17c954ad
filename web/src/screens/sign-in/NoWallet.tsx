// No wallet in this browser: says so at once. What helps is fetched only then, because most who come here have a wallet.
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Button } from '../../ui/Button.tsx'
import { noWallet } from '../../words/chapters/no-wallet.ts'
import { useSpeech } from '../../words/use-words.ts'
import { StageHeading } from './StageHeading.tsx'

export function NoWallet({ isPhone, onReload }: { isPhone: boolean; onReload: () => void }) {
  const { signIn } = useSpeech().words
  const { title, text } = isPhone ? signIn.noWalletOnPhone : signIn.noWallet
  const Help = useHelp()
  return (
    <>
      <div className="grid gap-1">
        <StageHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {/* As high as what comes, so that the button stays where it is. */}
      <div className={`grid content-start gap-4 ${isPhone ? 'min-h-88' : 'min-h-30'}`}>{Help && <Help isPhone={isPhone} />}</div>
      <Button look={isPhone ? 'bare' : 'main'} onClick={onReload}>
        {signIn.noWallet.reload}
      </Button>
    </>
  )
}

/** The rest of this state with its words. Where it cannot be had, there is still the button that loads the page anew. */
function useHelp(): ComponentType<{ isPhone: boolean }> | null {
  const { need } = useSpeech()
  const [help, setHelp] = useState<{ Help: ComponentType<{ isPhone: boolean }> } | null>(null)
  useEffect(() => {
    let isShown = true
    Promise.all([import('./NoWalletHelp.tsx'), need(noWallet)]).then(
      ([{ NoWalletHelp }]) => isShown && setHelp({ Help: NoWalletHelp }),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [need])
  return help && help.Help
}

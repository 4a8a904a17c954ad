// Says which ways of signing in an application asks for, or lets people in by.
import type { CallAnswer } from '@countersign/api/calls'
import { shownName } from '../../applications/shown-name.ts'
import { cleanText } from '../../ui/clean-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useChapter } from '../../words/use-words.ts'

export function Demand({
  interaction: { application, wanted, accepts },
}: {
  interaction: CallAnswer<'readInteraction'>
}) {
  const words = useChapter('demand')
  const name = shownName(application)
  if (accepts === null) {
    return (
      <Notice title={wanted === 'passkey' ? words.wantsPasskey(name) : words.wantsWallet(name)}>
        <p>{words.wantsOther}</p>
      </Notice>
    )
  }
  const chains = accepts.chains.map((chain) => cleanText(chain, 64))
  return (
    <Notice title={words.accepts(name)}>
      <p>
        {words.sufficient(
          accepts.ways.map((way) => words.ways[way]),
          chains,
        )}
      </p>
    </Notice>
  )
}

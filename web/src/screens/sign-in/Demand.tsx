// Says which ways of signing in an application asks for, or lets people in by. Loaded only where it does.
import { useEffect } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { shownName } from '../../applications/shown-name.ts'
import { cleanText } from '../../ui/clean-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useSpeech } from '../../words/use-words.ts'

export default function Demand({
  interaction: { application, wanted, accepts },
}: {
  interaction: CallAnswer<'readInteraction'>
}) {
  const { chapters, need } = useSpeech()
  useEffect(() => void need('demand').catch(() => undefined), [need])
  const words = chapters.demand
  if (!words) return null
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

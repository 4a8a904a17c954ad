// Which of three pairs does the other screen show? Whoever was sent a code sees another screen than the one that asks, or none.
import { useState } from 'react'
import { call } from '../../../api.ts'
import { useDecision } from '../../../applications/use-decision.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Head } from '../../../ui/Head.tsx'
import { useTranslations } from 'use-intl'
import { hearOver } from './hear-over.ts'
import { RefuseButton } from './RefuseButton.tsx'
import type { AnsweringPart } from './stage.ts'

export function PairChoice({ asked, dispatch }: AnsweringPart) {
  const t = useTranslations()
  const { code, pairs } = asked
  const { busy, problem, decide } = useDecision<'pick'>()
  const [picked, setPicked] = useState<string | null>(null)

  function pick(pair: string) {
    setPicked(pair)
    void decide(
      'pick',
      async () => hearOver(await call('pickCrossDevice', { body: { code, pair } }), dispatch),
      ({ state }) => dispatch({ type: 'told', state, until: null }),
    )
  }

  return (
    <div className="grid gap-6">
      <Head title={t('answering.pair.title')} text={t('answering.pair.text')} />
      {problem && <ErrorState problem={problem} />}
      <div className="grid grid-cols-3 gap-3">
        {pairs.map((pair) => (
          <Button
            key={pair}
            className="min-h-24 font-mono text-display tracking-widest"
            busyLabel={busy !== null && pair === picked ? pair : undefined}
            onClick={() => busy === null && pick(pair)}
          >
            {pair}
          </Button>
        ))}
      </div>
      <div className="grid gap-2">
        <p className="text-small text-soft">{t('answering.pair.none')}</p>
        <RefuseButton asked={asked} dispatch={dispatch} />
      </div>
    </div>
  )
}

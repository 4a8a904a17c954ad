// Answers another browser (cross-device sign-in), from the question whether that is wanted to what has become of it.
import { useReducer } from 'react'
import { CodeOver, Done, Over } from '../CodeOver.tsx'
import { useFocusOnNews } from '../use-focus-on-news.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import { HandedOver } from './HandedOver.tsx'
import { PairChoice } from './PairChoice.tsx'
import { Prove } from './Prove.tsx'
import { firstStage, reduce } from './stage.ts'
import type { Asked } from './stage.ts'
import { Taken } from './Taken.tsx'
import { useFollowed } from './use-followed.ts'

interface AnsweringProps {
  asked: Asked
  /** Whether somebody is signed in here; null where that could not be told. */
  isSignedIn: boolean | null
}

export function Answering({ asked, isSignedIn }: AnsweringProps) {
  const [stage, dispatch] = useReducer(reduce, asked, firstStage)
  const trouble = useFollowed(asked, stage, dispatch)
  useFocusOnNews(stage.at)

  switch (stage.at) {
    case 'asked':
      return <AskedQuestion asked={asked} isSignedIn={isSignedIn} dispatch={dispatch} />
    case 'pair':
      return <PairChoice asked={asked} dispatch={dispatch} />
    case 'proving':
      return <Prove asked={asked} dispatch={dispatch} />
    case 'sent':
      return <HandedOver asked={asked} trouble={trouble} />
    case 'taken':
      return <Taken asked={asked} until={stage.until} dispatch={dispatch} />
    case 'ended':
      return <Done outcome="ended" />
    case 'refused':
      return <Done outcome="refused" />
    case 'failed':
      return <Over outcome="failed" />
    case 'wrong-pair':
      return <Over outcome="wrongPair" />
    case 'second-device':
      return <Over outcome="secondDevice" />
    case 'passed-on':
      return <Over outcome="passedOn" />
    case 'over':
      return <CodeOver />
  }
}

// Answers another browser (cross-device sign-in), from the question whether that is wanted to what has become of it.
import { useReducer } from 'react'
import { useChapter } from '../../../words/use-words.ts'
import { CodeOver, Done, Over, PassedOn } from '../CodeOver.tsx'
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
  const words = useChapter('answering')
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
      return <Done {...words.ended} />
    case 'refused':
      return <Done {...words.refused} />
    case 'failed':
      return <Over {...words.failed} />
    case 'wrong-pair':
      return <Over {...words.wrongPair} />
    case 'second-device':
      return <Over {...words.secondDevice} />
    case 'passed-on':
      return <PassedOn />
    case 'over':
      return <CodeOver />
  }
}

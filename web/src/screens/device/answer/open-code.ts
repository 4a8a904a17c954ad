// Opens a code that another browser shows. What comes next is fetched before, because a code is opened once: a page that then could not go on
// would have used it up.
import type { Problem } from '@countersign/api/problem'
import { call } from '../../../api.ts'
import type { ClientProblem } from '../../../api.ts'
import { importAgain } from '../../../import-again.ts'
import { paths } from '../../../paths.ts'
import { inTurn } from '../../../prove/in-turn.ts'
import type { ChapterName } from '../../../words/shape.ts'
import { byOwnClock } from './by-own-clock.ts'
import type { Asked } from './stage.ts'

const loadPart = importAgain(() => import('./Answering.tsx'))

/** A code that is open in this browser, and what shows it. */
export interface OpenedCode {
  readonly asked: Asked
  /** Whether somebody is signed in here; null where that could not be told. */
  readonly isSignedIn: boolean | null
  readonly Answering: Awaited<ReturnType<typeof loadPart>>['Answering']
}

export type OpenedOrNot =
  | { readonly ok: true; readonly opened: OpenedCode }
  | { readonly ok: false; readonly problem: Problem | ClientProblem }

/**
 * Never rejects.
 * @param pass by what this browser takes over from another one of the same device
 * @param need fetches a chapter of words
 */
export async function openCode(
  code: string,
  pass: string | null,
  need: (chapter: ChapterName) => Promise<void>,
): Promise<OpenedOrNot> {
  try {
    const [{ Answering }] = await Promise.all([loadPart(), need('answering')])
    const [result, session] = await Promise.all([
      // The first answer gives this browser the secret by which it is known from then on.
      inTurn(() => ask(code, pass)),
      call('readSession'),
    ])
    if (!result.ok) return result
    const { asked } = result
    // The pass has done its work, and stands in no address any more.
    history.replaceState(history.state, '', paths.device(asked.code))
    const isSignedIn = session.ok ? session.answer.person !== null : null
    return { ok: true, opened: { asked, isSignedIn, Answering } }
  } catch {
    return { ok: false, problem: { code: 'network.unreachable', retry: true } }
  }
}

async function ask(code: string, pass: string | null) {
  const askedAt = Date.now()
  const result = await call('openCrossDevice', { body: { code, ...(pass !== null && { pass }) } })
  return result.ok ? { ok: true as const, asked: byOwnClock(result.answer, result.serverTime, askedAt) } : result
}

// Opens a code that another browser shows. What comes next is fetched before, because a code is opened once: a page that then could not go on
// would have used it up.
import type { Problem } from '@countersign/api/problem'
import { callCrossDevice } from '../../sign-in/cross-device/cross-device-api.ts'
import { call } from '../../../api/api.ts'
import type { ClientProblem } from '../../../api/api.ts'
import { partProblemCode } from '../../../ui/load-part.ts'
import { inTurn } from '../../sign-in/proof/in-turn.ts'
import type { MessageFile } from '../../../i18n/language.ts'
import { byOwnClock } from './by-own-clock.ts'
import { readPassedOn, showOpened } from './passed-on-code.ts'
import type { Asked } from './stage.ts'

const loadPart = () => import('./Answering.tsx')

/** A code that is open in this browser, and what shows it. */
export interface OpenedCode {
  readonly asked: Asked
  /** Whether somebody is signed in here; null where that could not be told. */
  readonly isSignedIn: boolean | null
  readonly Answering: Awaited<ReturnType<typeof loadPart>>['Answering']
}

export type OpenedOrNot =
  | { readonly ok: true; readonly opened: OpenedCode }
  | {
      readonly ok: false
      readonly problem: Problem | ClientProblem
      /** Whether another browser of this device has taken over. */
      readonly isPassedOn?: boolean
    }

/**
 * Never rejects.
 * @param pass by what this browser takes over from another one of the same device
 * @param need fetches words
 */
export async function openCode(
  code: string,
  pass: string | null,
  need: (file: MessageFile) => Promise<void>,
): Promise<OpenedOrNot> {
  try {
    const [{ Answering }] = await Promise.all([loadPart(), need('device'), need('sign-in')])
    if (readPassedOn() === code) {
      // To ask how far it is ends nothing; to open it would, where another browser has taken over.
      const followed = await callCrossDevice('followCrossDevice', { body: { code } })
      if (!followed.ok) return { ...followed, isPassedOn: followed.problem.code === 'cross_device.over' }
    }
    const [result, session] = await Promise.all([
      // The first answer gives this browser the secret by which it is known from then on.
      inTurn(() => ask(code, pass)),
      call('readSession'),
    ])
    if (!result.ok) return result
    const { asked } = result
    // The pass has done its work, and stands in no address any more.
    showOpened(asked.code)
    const isSignedIn = session.ok ? session.answer.person !== null : null
    return { ok: true, opened: { asked, isSignedIn, Answering } }
  } catch {
    return { ok: false, problem: { code: partProblemCode(), retry: true } }
  }
}

async function ask(code: string, pass: string | null) {
  const askedAt = Date.now()
  const result = await call('openCrossDevice', { body: { code, ...(pass !== null && { pass }) } })
  return result.ok ? { ok: true as const, asked: byOwnClock(result.answer, result.serverTime, askedAt) } : result
}

// Hears from the answer of whichever call that the code is over.
import type { Event } from './stage.ts'

/** The application's sign-in that the other browser is at may be over as well: there is nothing to answer then either. */
const overCodes: ReadonlySet<string> = new Set(['cross_device.over', 'interaction.unusable'])

/** Hands the result on, and says it where it is over. */
export function hearOver<Result extends { ok: true } | { ok: false; problem: { code: string } }>(
  result: Result,
  dispatch: (event: Event) => void,
): Result {
  if (!result.ok && overCodes.has(result.problem.code)) dispatch({ type: 'over' })
  return result
}

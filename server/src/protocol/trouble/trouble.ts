// What the provider refuses, and what to do about it (troubleshooting): each refusal has a row, which is a paragraph of
// docs/guides/troubleshooting.md, and which the line of the log names.
import { troubleOfClients } from './of-clients.ts'
import { troubleOfRequests } from './of-requests.ts'
import type { Trouble } from './row.ts'

/** Every row: those that look for a text come before those that do not. */
export const allTrouble: readonly Trouble[] = [...troubleOfClients, ...troubleOfRequests].toSorted(
  (one, other) => Number(one.says === undefined) - Number(other.says === undefined),
)

/** The row of a refusal, by its code and by what it says. */
export const findTrouble = (
  error: string | undefined,
  ...texts: readonly (string | undefined)[]
): Trouble | undefined =>
  allTrouble.find(
    ({ errors, says }) =>
      error !== undefined &&
      errors.includes(error) &&
      (says === undefined || texts.some((text) => text !== undefined && says.test(text))),
  )

/** Where it is explained, for a line of the log. */
export function helpFor(error: string | undefined, ...texts: readonly (string | undefined)[]): string | undefined {
  const trouble = findTrouble(error, ...texts)
  return trouble === undefined ? undefined : `docs/guides/troubleshooting.md#${trouble.id}`
}

// Which name an application is told goes on as it is until an operator says otherwise: a file, or a page of an earlier version, that says
// nothing of it must not switch an application that exists.
import type { ApplicationDefinition } from './definition.ts'

/** What goes on where nothing is said of it; nothing for an application that is new. */
export const namesOf = (
  before: Pick<ApplicationDefinition, 'preferredUsername'> | undefined,
): Partial<Pick<ApplicationDefinition, 'preferredUsername'>> =>
  before === undefined ? {} : { preferredUsername: before.preferredUsername }

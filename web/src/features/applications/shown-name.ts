// What an application is called on a page. Its operator wrote the name, and an application that cannot be told apart
// from another one must not be.
import type { Application } from '@countersign/api/calls'
import { cleanText } from '../../ui/clean-text.ts'

const nameLimit = 60

/** The name, or the client id where nothing of the name can be seen. */
export function shownName({ id, name }: Pick<Application, 'id' | 'name'>): string {
  return cleanText(name, nameLimit) || cleanText(id, nameLimit)
}

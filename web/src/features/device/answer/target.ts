// What the other browser is to be signed in to, by name: an application, or this site, as the sign-in page calls it.
import { shownName } from '../../applications/shown-name.ts'
import type { Asked } from './stage.ts'

export const targetOf = ({ application }: Pick<Asked, 'application'>): string =>
  application ? shownName(application) : location.host

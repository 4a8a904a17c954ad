// What the bar over a list of people is given.
import type { PeopleFilter } from './run-bulk.ts'
import type { Selection } from './selection.ts'

export interface PeopleBulkProps {
  selection: Selection
  /** What the list is narrowed down by, for where all are chosen that match. */
  filter: PeopleFilter
}

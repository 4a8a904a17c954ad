// The figures of the overview, as the server answers them to its screen.
import type { AdminAnswer } from '@countersign/api/admin-calls'

export type Figures = AdminAnswer<'readFigures'>

// User names with 5, 2 and 8 look like those with s, z and b (decision 0037). A *before* (expand): name_hash stays, by
// which an instance of the release before still finds every name that is taken.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** It locks rows and no table. */
export const changes: readonly string[] = []

const folded = sql`replace(replace(replace(folded, '5', 's'), '2', 'z'), '8', 'b')`

export async function up(queries: Kysely<unknown>): Promise<void> {
  // Of names that are one now, the one without digits has the form already, or else the oldest gets it. The others stay
  // as they are: their forms are unique, and are looked for as well.
  await sql`
    update user_names set folded = ${folded} where name_hash in (
      select name_hash from (
        select name_hash, ${folded} as form, row_number() over (partition by ${folded} order by taken_at, name_hash) as place
        from user_names
        where folded like '%5%' or folded like '%2%' or folded like '%8%'
      ) as digits
      where place = 1 and form not in (select other.folded from user_names as other where other.folded is not null)
    )`.execute(queries)
}
